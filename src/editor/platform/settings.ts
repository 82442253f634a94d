// What the editor is configured with: settings, the trust of the workspace, and waiting times. Every setting has one typed getter.
import * as vscode from 'vscode';
import type { Dialect } from '../../client/index.ts';
import { UserError } from './user-error.ts';

const section = 'boxOffice';

/** Reads a setting by its full name. VS Code copies what it is asked for: a copy of one section is made ten times as fast as one of all. */
export function setting(name: `${typeof section}.${string}`): unknown {
  return vscode.workspace.getConfiguration(section).get(name.slice(section.length + 1));
}

/** A setting as data of its own: the one that VS Code gives is copied again wherever it is looked into. */
export function plainSetting(name: `${typeof section}.${string}`): unknown {
  return JSON.parse(JSON.stringify(setting(name) ?? null)) as unknown;
}

export async function changeSetting(name: `boxOffice.${string}`, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

/** The chosen environment, whether or not there is one of this name. */
export function chosenEnvironment(): string | undefined {
  const name = setting('boxOffice.environment');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

export const pageSize = (): number => clamp(setting('boxOffice.pageSize'), 1, 1000, 100);
export const requestTimeout = (): number => clamp(setting('boxOffice.requestTimeout'), 1, 600, 30) * 1000;
export const maximumReplySize = (): number => clamp(setting('boxOffice.maximumReplySize'), 1, 1024, 64) * 2 ** 20;

/** The categories that are offered: those that the service is known to have, and those of the settings; a name that is no text is left out. */
export function categories(dialect: Dialect | undefined): string[] {
  const names = setting('boxOffice.categories');
  const typed = Array.isArray(names) ? (names as unknown[]) : [];
  const isName = (name: unknown): name is string => typeof name === 'string' && name.trim() !== '';
  return [...new Set([...(dialect?.categories ?? []), ...typed.filter(isName)])];
}

/** A setting may hold anything that somebody typed. */
function clamp(value: unknown, least: number, most: number, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : otherwise;
}

/**
 * Refuses in Restricted Mode, where VS Code only hides commands. Five places ask: every write of a connection; every command that the
 * manifest enables in a trusted workspace only, and every question that a write depends on, so that nobody is asked for what is refused then;
 * a run, which writes its journal first; and whoever runs a program for a token.
 */
export function requireTrust(
  message = vscode.l10n.t('Box Office writes nothing while this workspace is in Restricted Mode.'),
): void {
  if (vscode.workspace.isTrusted) return;
  throw new UserError(message, {
    title: vscode.l10n.t('Manage Workspace Trust'),
    command: 'workbench.trust.manage',
  });
}

/** How long the editor waits for files and services, in milliseconds. Whoever starts the extension may pass others. */
export interface Pauses {
  /** How long nothing may happen to a file before it is checked again: a program that saves it tells of that several times. */
  readonly fileQuiet: number;
  /** When to read back an upload, after its end: a service may store late what it was sent. */
  readonly uploadReads: readonly number[];
  /** How long the numbers in the question before an upload hold, 5 seconds by default: after that they are counted again. */
  readonly uploadAnswer?: number | undefined;
  /** When to read back what is in doubt in a run, after the last response; the runs' own by default. */
  readonly runReads?: readonly number[] | undefined;
  /** How often a run is looked at that seems to be at work in another window. */
  readonly runLook: number;
}

export const defaultPauses: Pauses = { fileQuiet: 300, uploadReads: [0, 4000, 10_000], runLook: 2000 };
