// What became of the codes of an upload: counted from what the service has before and after, not from what it says.
import { contentOf } from '../../client/index.ts';
import type { Comparison } from '../../codes/index.ts';
import { fieldOf } from '../reading/resources.ts';

/** What the service said of an upload, where it says anything. */
export interface UploadReply {
  readonly stored: number | undefined;
  readonly existing: number | undefined;
  readonly rejected: number | undefined;
  /** Why it did not take a line. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

export function readUploadReply(reply: unknown): UploadReply {
  const content = contentOf(reply);
  const problems = typeof content === 'object' && content !== null ? (content as { problems?: unknown }).problems : undefined;
  return {
    stored: countIn(content, 'stored'),
    existing: countIn(content, 'existing'),
    rejected: countIn(content, 'rejected'),
    problems: Array.isArray(problems) ? problems.flatMap(problemIn) : [],
  };
}

function countIn(value: unknown, name: string): number | undefined {
  const text = fieldOf(value, name);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function problemIn(value: unknown): { line: number; message: string }[] {
  const [line, message] = [countIn(value, 'line'), fieldOf(value, 'message')];
  return line === undefined || line === 0 || message === undefined ? [] : [{ line, message }];
}

/** `wanted` is the sum of the other three. A code that the file has twice is there already when it comes again. */
export interface UploadResult {
  readonly wanted: number;
  readonly stored: number;
  readonly existing: number;
  /** Not there afterwards. */
  readonly rejected: number;
}

/** Undefined: nothing tells which of those that are there now were there before. */
export function uploadResultOf(
  before: Comparison | undefined,
  after: Comparison,
  reply: UploadReply | undefined,
): UploadResult | undefined {
  const { codes: wanted, missing: rejected } = after;
  const stored = after.added ?? (before ? Math.max(0, after.there - before.there) : reply?.stored);
  if (stored === undefined || stored > wanted - rejected) return undefined;
  return { wanted, stored, existing: wanted - stored - rejected, rejected };
}

/** Whether another look may show more: what the service said it stored, or may have stored, is not all there. */
export function isConfirmed(after: Comparison, reply: UploadReply | undefined): boolean {
  return after.missing <= (reply?.rejected ?? 0);
}
