// What is said of an edit that cannot be saved, and of a save.
import * as vscode from 'vscode';
import type { SyntaxRule } from './json-tree.ts';
import type { PlanProblem } from './plan.ts';

export function syntaxMessage(rule: SyntaxRule): string {
  switch (rule) {
    case 'value':
      return vscode.l10n.t('A value is missing here.');
    case 'key':
      return vscode.l10n.t('A field name in double quotes is missing here.');
    case 'colon':
      return vscode.l10n.t('A colon is missing here.');
    case 'comma':
      return vscode.l10n.t('A comma or a closing bracket is missing here.');
    case 'text':
      return vscode.l10n.t('This text is not closed, or holds a character that must be written with a backslash.');
    case 'number':
      return vscode.l10n.t('This is not a number.');
    case 'end':
      return vscode.l10n.t('There is something after the end of the record.');
    case 'twice':
      return vscode.l10n.t('This field is there twice.');
    case 'deep':
      return vscode.l10n.t('This is nested too deeply.');
  }
}

export function problemMessage({ path, rule, text }: PlanProblem): string {
  const field = fieldName(path);
  switch (rule) {
    case 'cents':
      return vscode.l10n.t('{0} must be an amount with at most two decimals, such as 120.50.', field);
    case 'count':
      return vscode.l10n.t('{0} must be a whole number: how many there are, not whether there are any.', field);
    case 'time':
      return vscode.l10n.t('{0} must be a time that exists, such as 2026-03-20 18:00:00.', field);
    case 'dayOrTime':
      return vscode.l10n.t('{0} must be a day or a time that exists, such as 2026-03-20 or 2026-03-20 18:00:00.', field);
    case 'readOnly':
      return vscode.l10n.t('{0} is worked out by the service and cannot be changed here.', field);
    case 'notRemovable':
      return vscode.l10n.t('{0} cannot be removed: the service has no operation for it.', field);
    case 'notClearable':
      return vscode.l10n.t('{0} cannot be cleared: the service has no operation for it.', field);
    case 'object':
      return vscode.l10n.t('{0} must be an object.', field);
    case 'list':
      return vscode.l10n.t('{0} must be a list.', field);
    case 'ambiguous':
      return vscode.l10n.t('{0} names more than one sale period: the service could not tell them apart.', field);
    case 'service':
      return vscode.l10n.t('{0} {1}.', field, text ?? '');
  }
}

function fieldName(path: readonly (string | number)[]): string {
  return path.length === 0 ? vscode.l10n.t('The record') : path.join('.');
}
