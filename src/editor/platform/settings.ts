// Every setting has one typed getter, here or in the room that it belongs to.
import * as vscode from 'vscode';

/** Reads a setting by its full name. */
export function setting(name: `boxOffice.${string}`): unknown {
  return vscode.workspace.getConfiguration().get(name);
}

export async function changeSetting(name: `boxOffice.${string}`, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

export const pageSize = (): number => clamp(setting('boxOffice.pageSize'), 1, 1000, 100);
export const requestTimeout = (): number => clamp(setting('boxOffice.requestTimeout'), 1, 600, 30) * 1000;
export const maximumReplySize = (): number => clamp(setting('boxOffice.maximumReplySize'), 1, 1024, 64) * 2 ** 20;

/** The categories that are offered; a name that is no text is left out. */
export function categories(): string[] {
  const names = setting('boxOffice.categories');
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string' && name.trim() !== '') : [];
}

/** A setting may hold anything that somebody typed. */
function clamp(value: unknown, least: number, most: number, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : otherwise;
}
