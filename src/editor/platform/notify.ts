// Notifications. Their texts may hold names from a service or a file, which must not become links or icons.
import * as vscode from 'vscode';
import type { NextStep } from './user-error.ts';

/** A notification makes a link of `[text](command:…)`; what comes from a service or a file's name is never one. */
export function plain(text: string): string {
  return text.replaceAll('](', ']\u200b(');
}

/** A quick pick and the status bar make an icon of `$(name)`; what comes from a service or a file is never one. */
export function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}

type Show = (message: string, ...buttons: readonly string[]) => Thenable<string | undefined>;

export const notify: Readonly<Record<'info' | 'warning' | 'error', Show>> = {
  info: (message, ...buttons) => vscode.window.showInformationMessage(plain(message), ...buttons),
  warning: (message, ...buttons) => vscode.window.showWarningMessage(plain(message), ...buttons),
  error: (message, ...buttons) => vscode.window.showErrorMessage(plain(message), ...buttons),
};

/** A button that runs a command, or a function. */
export type Button = NextStep | { readonly title: string; readonly run: () => unknown };

type Guard = (button: Button, work: () => unknown) => Promise<unknown>;
let guard: Guard = (_button, work) => Promise.resolve().then(work);

/** No command stands around a button: whoever shows the errors of commands shows its errors too. */
export function guardButtons(by: Guard): void {
  guard = by;
}

/** Shows the buttons, and runs the one that is chosen. */
export async function notifyWith(kind: keyof typeof notify, message: string, ...buttons: readonly Button[]): Promise<void> {
  const answer = await notify[kind](message, ...buttons.map(({ title }) => title));
  const chosen = buttons.find(({ title }) => title === answer);
  if (!chosen) return;
  await guard(chosen, () =>
    'run' in chosen ? chosen.run() : vscode.commands.executeCommand(chosen.command, ...(chosen.args ?? [])),
  );
}
