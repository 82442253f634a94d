// Notifications. What they say is text: VS Code would make a link, and with it a command, of `[words](command:…)` in a name.
import * as vscode from 'vscode';
import { plain } from './plain.ts';

type Answer = Thenable<string | undefined>;

export const say = {
  info: (message: string, ...buttons: readonly string[]): Answer =>
    vscode.window.showInformationMessage(plain(message), ...buttons),
  warning: (message: string, ...buttons: readonly string[]): Answer =>
    vscode.window.showWarningMessage(plain(message), ...buttons),
  error: (message: string, ...buttons: readonly string[]): Answer => vscode.window.showErrorMessage(plain(message), ...buttons),
};
