import * as vscode from 'vscode';
import type { ApiError } from '../../client/index.ts';
import { messageOf, nextStep, UserError } from './user-error.ts';
import { withLostRows } from './resources.ts';
import { guardButtons, notifyWith, type Button } from './notify.ts';
import { requireTrust } from './settings.ts';

type CommandId = `boxOffice.${string}`;
type CommandHandler = (...args: never[]) => unknown;

/** What each command of the manifest does. */
export interface CommandRegistry {
  register(id: CommandId, handler: CommandHandler): void;
  run(id: string, args: readonly unknown[]): Promise<unknown>;
  /** The same wrapper around what VS Code asks for without a command, such as a link. */
  guard(name: string, work: () => unknown): Promise<unknown>;
  /** Says which rows of the tree are selected. */
  selectionFrom(selection: () => readonly unknown[]): void;
}

/** What the manifest says of a command. */
export interface CommandEntry {
  readonly command: string;
  readonly enablement?: string;
}

/** The one wrapper around every command: what ran is logged, a cancel is silent, a failure is said once. */
export function commandRegistry(log: vscode.LogOutputChannel, entries: readonly CommandEntry[]): CommandRegistry {
  const writing = new Set(
    entries.filter(({ enablement }) => enablement?.includes('isWorkspaceTrusted')).map(({ command }) => command),
  );
  const handlers = new Map<string, CommandHandler>();
  let selection: () => readonly unknown[] = () => [];
  // English: for the log.
  guardButtons((button, work) => runLogged(`the button "${button.title}"`, button, work, log));
  return {
    register: (id, handler) => void handlers.set(id, handler),
    run: (id, given) => {
      const args = withLostRows(given, selection);
      const work = () => {
        if (writing.has(id)) requireTrust();
        return handlers.get(id)?.(...(args as never[]));
      };
      return runLogged(id, { command: id, args }, work, log);
    },
    guard: (name, work) => runLogged(name, { run: work }, work, log),
    selectionFrom: (find) => (selection = find),
  };
}

/** What is run once more where that may help. */
type Again = { readonly command: string; readonly args?: readonly unknown[] } | { readonly run: () => unknown };

async function runLogged(id: string, again: Again, work: () => unknown, log: vscode.LogOutputChannel): Promise<unknown> {
  const started = performance.now();
  const elapsed = () => `${Math.round(performance.now() - started)} ms`;
  try {
    const result = await work();
    log.debug(`${id} done in ${elapsed()}`);
    return result;
  } catch (error) {
    if (error instanceof vscode.CancellationError) {
      log.debug(`${id} cancelled after ${elapsed()}`);
      return undefined;
    }
    log.error(`${id} failed after ${elapsed()}`, error instanceof Error ? (error.stack ?? error.message) : String(error));
    void showFailure(error, again);
    return undefined;
  }
}

/** One sentence, the way out where there is one, and the log where nothing else explains it. */
async function showFailure(error: unknown, again: Again): Promise<void> {
  const message = messageOf(error);
  if (error instanceof UserError) return notifyWith('warning', message, ...(error.next ? [error.next] : []));
  await notifyWith('error', message, ...wayOut(error, again), nextStep.showLog());
}

/** A write that may have happened is of another kind, so that whatever is tried again here did nothing. */
function wayOut(error: unknown, again: Again): Button[] {
  const { kind, carriedCredential } = (error ?? {}) as Partial<ApiError>;
  switch (kind) {
    case 'unauthorized':
      // Where nothing was sent, no other sign-in helps.
      return [carriedCredential === false ? nextStep.configureEnvironments() : nextStep.signIn()];
    case 'forbidden':
      return [nextStep.signIn()];
    case 'network':
    case 'timeout':
    case 'server':
    case 'rateLimited':
      return [{ ...again, title: vscode.l10n.t('Try Again') }];
    default:
      return [];
  }
}
