// Notifications. What they say is text: VS Code would make a link, and with it a command, of `[words](command:…)` in a name.
import * as vscode from 'vscode';
import { plain } from './plain.ts';
import type { NextStep } from './user-error.ts';

type Answer = Thenable<string | undefined>;

export const notify = {
  info: (message: string, ...buttons: readonly string[]): Answer =>
    vscode.window.showInformationMessage(plain(message), ...buttons),
  warning: (message: string, ...buttons: readonly string[]): Answer =>
    vscode.window.showWarningMessage(plain(message), ...buttons),
  error: (message: string, ...buttons: readonly string[]): Answer => vscode.window.showErrorMessage(plain(message), ...buttons),
};

/** Says it with the next steps as buttons, and takes the one that is chosen. */
export async function notifyWith(kind: keyof typeof notify, message: string, ...steps: readonly NextStep[]): Promise<void> {
  const chosen = await notify[kind](message, ...steps.map(({ title }) => title));
  const step = steps.find(({ title }) => title === chosen);
  if (step) await vscode.commands.executeCommand(step.command, ...(step.args ?? []));
}
