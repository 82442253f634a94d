import * as vscode from 'vscode';

type CommandId = `boxOffice.${string}`;
type CommandHandler = (...args: never[]) => unknown;

export interface CommandRegistry extends vscode.Disposable {
  register(id: CommandId, handler: CommandHandler): void;
}

/** The one wrapper around every command: what ran is logged, a cancel is silent, a failure is said once. */
export function commandRegistry(log: vscode.LogOutputChannel): CommandRegistry {
  const registered: vscode.Disposable[] = [];
  return {
    register(id, handler) {
      registered.push(vscode.commands.registerCommand(id, (...args: never[]) => runCommand(id, () => handler(...args), log)));
    },
    dispose() {
      for (const disposable of registered.splice(0)) disposable.dispose();
    },
  };
}

async function runCommand(id: CommandId, work: () => unknown, log: vscode.LogOutputChannel): Promise<unknown> {
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
    void offerLog(error instanceof Error ? error.message : String(error), log);
    return undefined;
  }
}

async function offerLog(message: string, log: vscode.LogOutputChannel): Promise<void> {
  const showLog = vscode.l10n.t('Show Log');
  if ((await vscode.window.showErrorMessage(message, showLog)) === showLog) log.show(true);
}
