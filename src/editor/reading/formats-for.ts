// Money, days and counts as an environment has them.
import * as vscode from 'vscode';
import type { Environment } from '../account/environments.ts';
import { Formats } from './formats.ts';

export function formatsFor(environment: Pick<Environment, 'currency' | 'timeZone'>): Formats {
  const { currency, timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = environment;
  return new Formats({ language: vscode.env.language, currency, timeZone, now: Date.now });
}
