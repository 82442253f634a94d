// Work that somebody waits for: shown and cancellable when it takes longer than a second, silent when it does not.
import * as vscode from 'vscode';
import { plain } from './notify.ts';

/** `increment` is the share of the whole that was done since the last report, in percent. */
export type ReportProgress = (progress: { readonly message?: string; readonly increment?: number }) => void;

const delay = 1000;

/** A cancel aborts the signal; work that ends because of it is a cancelled command. */
export async function withDelayedProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let show: ReportProgress | undefined;
  const waiting: Parameters<ReportProgress>[0][] = [];
  const running = work(controller.signal, (progress) => (show ? show(progress) : waiting.push(progress)));
  const settled = running.then(
    () => undefined,
    () => undefined,
  );
  const timer = setTimeout(() => {
    const location = vscode.ProgressLocation.Notification;
    void vscode.window.withProgress({ location, title: plain(title), cancellable: true }, async (progress, token) => {
      token.onCancellationRequested(() => controller.abort(new vscode.CancellationError()));
      for (const step of waiting.splice(0)) progress.report(step);
      show = (step) => progress.report(step);
      await settled;
    });
  }, delay);
  try {
    return await running;
  } finally {
    clearTimeout(timer);
  }
}
