/** What the person can do next, as a button. */
export interface NextStep {
  readonly title: string;
  readonly command: string;
  readonly args?: readonly unknown[];
}

/** A command that cannot go on says why, and what to do about it; it is nobody's fault and no log is needed. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly next: NextStep | undefined;

  constructor(message: string, next?: NextStep) {
    super(message);
    this.next = next;
  }
}

/** What an error of any kind says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
