import * as vscode from 'vscode';
import { Refusal, type NextStep } from './refusal.ts';
import { say } from './say.ts';

type CommandId = `boxOffice.${string}`;
type CommandHandler = (...args: never[]) => unknown;

/** What each command of the manifest does. */
export interface CommandRegistry {
  register(id: CommandId, handler: CommandHandler): void;
  run(id: string, args: readonly unknown[]): Promise<unknown>;
}

/** The one wrapper around every command: what ran is logged, a cancel is silent, a failure is said once. */
export function commandRegistry(log: vscode.LogOutputChannel): CommandRegistry {
  const handlers = new Map<string, CommandHandler>();
  return {
    register: (id, handler) => void handlers.set(id, handler),
    run: (id, args) => runCommand(id, () => handlers.get(id)?.(...(args as never[])), log),
  };
}

async function runCommand(id: string, work: () => unknown, log: vscode.LogOutputChannel): Promise<unknown> {
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
    void showFailure(error, log);
    return undefined;
  }
}

/** One sentence and one button: the way out where there is one, the log where there is none. */
async function showFailure(error: unknown, log: vscode.LogOutputChannel): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Refusal) return offer(say.warning(message, ...titleOf(error.next)), error.next);
  const showLog = vscode.l10n.t('Show Log');
  if ((await say.error(message, showLog)) === showLog) log.show(true);
}

function titleOf(next: NextStep | undefined): string[] {
  return next ? [next.title] : [];
}

async function offer(answer: Thenable<string | undefined>, next: NextStep | undefined): Promise<void> {
  if ((await answer) !== undefined && next) await vscode.commands.executeCommand(next.command, ...(next.args ?? []));
}
