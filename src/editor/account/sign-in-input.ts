// The inputs of a sign-in. For secrets they are password inputs: what is typed is shown nowhere and kept nowhere else.
import * as vscode from 'vscode';
import type { Group } from '../../client/index.ts';
// Not through the index: the whole client is not needed to sign in.
import { oddCharacterIn } from '../../client/odd-characters.ts';
import { environmentLine } from './confirm.ts';
import { groups, originOf, type Environment } from './environments.ts';

export async function askForEnvironment(environments: readonly Environment[]): Promise<Environment | undefined> {
  const items = environments.map((value) => ({ label: value.label, description: whereabouts(value), value }));
  const title = vscode.l10n.t('Sign in to which environment?');
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.value;
}

export function whereabouts({ protected: isProtected, ticketUrl }: Environment): string {
  return [isProtected ? vscode.l10n.t('protected') : '', ticketUrl].filter(Boolean).join(' · ');
}

export async function askForToken(environment: Environment, reason = ''): Promise<string | undefined> {
  const bearers = groups.filter((group) => environment.auth[group].scheme === 'bearer');
  const origins = new Set(bearers.map((group) => originOf(environment, group)));
  const promise = vscode.l10n.t(
    'It is kept in the secret storage of VS Code and sent to {0} only.',
    [...origins].join(vscode.l10n.t(' and ')),
  );
  const typed = await askForSecret(environment, [reason, promise], vscode.l10n.t('Paste the JWT'), tokenRemark);
  return typed && withoutScheme(typed);
}

/** The values of the query parameters that a group sends; undefined when the person left. */
export async function askForValues(
  environment: Environment,
  group: Group,
  names: readonly string[],
): Promise<{ values: Record<string, string> } | undefined> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const origin = originOf(environment, group);
    const promise = vscode.l10n.t('The value of the query parameter {0}. It is sent to {1} only.', name, origin);
    const value = await askForSecret(environment, [promise], name);
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return { values };
}

/** `remarkOn`: what is worth a second look, and taken all the same. */
async function askForSecret(
  environment: Environment,
  said: readonly string[],
  placeHolder: string,
  remarkOn?: (secret: string) => string | undefined,
): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Sign in to {0}', environment.label),
    prompt: [environmentLine(environment), ...said].filter(Boolean).join(' · '),
    placeHolder,
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => {
      const remark = remarkOn?.(withoutScheme(value.trim()));
      const warning = remark === undefined ? undefined : { message: remark, severity: vscode.InputBoxValidationSeverity.Warning };
      return secretProblem(value) ?? warning;
    },
  });
  return typed?.trim();
}

/** A service may hand out other tokens, so whatever is pasted can be used. */
function tokenRemark(token: string): string | undefined {
  const isJwt = /^[\w-]+(?:\.[\w-]*){2,4}$/.test(token);
  return isJwt ? undefined : vscode.l10n.t('This does not look like a JWT. It is used as it is.');
}

function secretProblem(value: string): string | undefined {
  const typed = value.trimEnd();
  const secret = withoutScheme(typed.trimStart());
  if (secret === '') return vscode.l10n.t('Paste it here; an empty one cannot be used.');
  // Before the blanks: a scheme with an unseen character is not taken for one, and looks like two words.
  const odd = oddCharacterIn(typed.replace(/[\t\r\n]/g, ' '), typed.length - secret.length);
  if (odd !== undefined) return vscode.l10n.t('It has {0}. Copy it again as plain text, or delete that character.', odd);
  return /\s/.test(secret) ? vscode.l10n.t('It must be one word, without blanks or line ends.') : undefined;
}

/** People copy the whole header. */
function withoutScheme(text: string): string {
  return text.replace(/^(?:authorization:\s*)?bearer\s+/i, '');
}
