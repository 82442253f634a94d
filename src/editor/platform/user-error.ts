// Errors that are shown to the user as they are, and the next steps that they and notifications offer as buttons.
import { t } from '../../client/l10n.ts';
import { missingPartText } from '../../client/missing-part.ts';

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

/** The message of an error of any kind. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const step = (title: string, command: string, ...args: readonly unknown[]): NextStep => ({ title, command, args });

/** The steps that more than one place offers. */
export const nextStep = {
  signIn: () => step(t('Sign In'), 'boxOffice.signIn'),
  showLog: () => step(t('Show Log'), 'boxOffice.showLog'),
  reloadWindow: () => step(t('Reload Window'), 'workbench.action.reloadWindow'),
  showEvents: () => step(t('Show Events'), 'boxOffice.events.focus'),
  showRuns: () => step(t('Show Runs'), 'boxOffice.runs.focus'),
  showProblems: () => step(t('Show Problems'), 'workbench.actions.view.problems'),
  showInTree: (resource: unknown) => step(t('Show in Tree'), 'boxOffice.showInTree', resource),
  findEvent: () => step(t('Find Event'), 'boxOffice.findEvent'),
  refresh: () => step(t('Refresh'), 'boxOffice.refresh'),
  startLocalService: () => step(t('Start Local Service'), 'boxOffice.startLocalService'),
  switchEnvironment: (name?: string) => step(t('Switch Environment'), 'boxOffice.switchEnvironment', name),
  configureEnvironments: () => step(t('Configure Environments'), 'boxOffice.configureEnvironments'),
  describeService: (environment?: string) => step(t('Describe Service…'), 'boxOffice.describeService', environment),
  createPasskeys: () => step(t('Create Many Passkeys…'), 'boxOffice.createPasskeys'),
  openFile: (uri: unknown) => step(t('Open File'), 'vscode.open', uri),
  checkCodes: (file: unknown) => step(t('Check Codes'), 'boxOffice.checkCodes', file),
  uploadCodes: (...args: readonly unknown[]) => step(t('Upload Codes…'), 'boxOffice.uploadCodes', ...args),
};

/** A file of the extension itself is gone. */
export function missingPart(cause: unknown): UserError {
  return Object.assign(new UserError(missingPartText(), nextStep.reloadWindow()), { cause });
}
