// The steps that many notifications offer, by the names that a person knows them by.
import * as vscode from 'vscode';
import type { NextStep } from './user-error.ts';

const { l10n } = vscode;

export const nextStep = {
  signIn: (): NextStep => ({ title: l10n.t('Sign In'), command: 'boxOffice.signIn' }),
  showLog: (): NextStep => ({ title: l10n.t('Show Log'), command: 'boxOffice.showLog' }),
  reloadWindow: (): NextStep => ({ title: l10n.t('Reload Window'), command: 'workbench.action.reloadWindow' }),
  showEvents: (): NextStep => ({ title: l10n.t('Show Events'), command: 'boxOffice.events.focus' }),
  showRuns: (): NextStep => ({ title: l10n.t('Show Runs'), command: 'boxOffice.runs.focus' }),
  showInTree: (resource: unknown): NextStep => ({
    title: l10n.t('Show in Tree'),
    command: 'boxOffice.showInTree',
    args: [resource],
  }),
  findEvent: (): NextStep => ({ title: l10n.t('Find Event'), command: 'boxOffice.findEvent' }),
  refresh: (): NextStep => ({ title: l10n.t('Refresh'), command: 'boxOffice.refresh' }),
  startLocalService: (): NextStep => ({ title: l10n.t('Start Local Service'), command: 'boxOffice.startLocalService' }),
  switchEnvironment: (name?: string): NextStep => ({
    title: l10n.t('Switch Environment'),
    command: 'boxOffice.switchEnvironment',
    args: [name],
  }),
  configureEnvironments: (): NextStep => ({
    title: l10n.t('Configure Environments'),
    command: 'boxOffice.configureEnvironments',
  }),
  createPasskeys: (): NextStep => ({ title: l10n.t('Create Many Passkeys…'), command: 'boxOffice.createPasskeys' }),
  openFile: (path: string): NextStep => ({ title: l10n.t('Open File'), command: 'vscode.open', args: [vscode.Uri.file(path)] }),
  uploadCodes: (...args: readonly unknown[]): NextStep => ({
    title: l10n.t('Upload Codes…'),
    command: 'boxOffice.uploadCodes',
    args,
  }),
};
