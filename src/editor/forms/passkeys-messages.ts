// What is said of a run that creates passkeys: exact counts, and the next step.
import * as vscode from 'vscode';
import type { RunCounts, RunReport } from '../../runs/index.ts';

export const openLabel = (): string => vscode.l10n.t('Open Result');

const format = (count: number) => count.toLocaleString(vscode.env.language);

export function progressText({ wanted, left, unknown }: RunCounts): string {
  return vscode.l10n.t('{0} of {1}', format(wanted - left - unknown), format(wanted));
}

export function endMessage({ state, counts, reason }: RunReport, event: string, environment: string): string {
  const { made, existed, rejected, unknown, left } = counts;
  const parts = [
    made === 1
      ? vscode.l10n.t('1 passkey created in {0} ({1}).', event, environment)
      : vscode.l10n.t('{0} passkeys created in {1} ({2}).', format(made), event, environment),
    existed > 0 ? vscode.l10n.t('There already: {0}.', format(existed)) : '',
    rejected > 0 ? vscode.l10n.t('Rejected: {0}.', format(rejected)) : '',
    unknown > 0 ? vscode.l10n.t('Not known: {0}.', format(unknown)) : '',
    left > 0 ? vscode.l10n.t('Not sent: {0}.', format(left)) : '',
    state === 'paused' ? vscode.l10n.t('It paused: {0}', reason?.message ?? '') : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
