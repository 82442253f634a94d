// The inputs of a sign-in. For secrets they are password inputs: what is typed is shown nowhere and kept nowhere else.
import * as vscode from 'vscode';
import type { Group } from '../../client/index.ts';
// Not through the index: the whole client is not needed to sign in.
import { oddCharacterIn } from '../../client/odd-characters.ts';
import { groupName } from '../../client/credential-forms.ts';
import { environmentLine } from './confirm.ts';
import { originOf, type Environment } from './environments.ts';
import type { Trial, TryCredential } from './trial.ts';

export async function askForEnvironment(environments: readonly Environment[]): Promise<Environment | undefined> {
  const items = environments.map((value) => ({ label: value.label, description: whereabouts(value), value }));
  const title = vscode.l10n.t('Sign in to which environment?');
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.value;
}

export function whereabouts({ protected: isProtected, ticketUrl }: Environment): string {
  return [isProtected ? vscode.l10n.t('protected') : '', ticketUrl].filter(Boolean).join(' · ');
}

interface TypedToken {
  readonly secret: string;
  readonly trial: Trial;
}

/** `groups`: those that send the token. Undefined when the person left. */
export function askForToken(
  environment: Environment,
  groups: readonly Group[],
  tryIt: TryCredential,
  reason = '',
): Promise<TypedToken | undefined> {
  const origins = new Set(groups.map((group) => originOf(environment, group)));
  const promise = vscode.l10n.t(
    'It is kept in the secret storage of VS Code and sent to {0} only.',
    [...origins].join(vscode.l10n.t(' and ')),
  );
  return askForSecret(environment, {
    said: [reason, promise],
    placeholder: vscode.l10n.t('Paste the JWT'),
    clean: withoutScheme,
    remarkOn: tokenRemark,
    tryIt: (token, signal) => tryIt({ token }, signal),
  });
}

/** The secrets that a group has for itself, by their names, tried with the last one; undefined when the person left. */
export async function askForValues(
  environment: Environment,
  group: Group,
  names: readonly string[],
  tryIt: TryCredential,
  reason = '',
): Promise<{ readonly values: Record<string, string>; readonly trial: Trial } | undefined> {
  const values: Record<string, string> = {};
  let trial: Trial = { kind: 'accepted' };
  const origin = originOf(environment, group);
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    const answer = await askForSecret(environment, {
      said: [
        index === 0 ? reason : '',
        vscode.l10n.t('The value of {0} for the {1}. It is sent to {2} only.', name, groupName(group), origin),
      ],
      placeholder: name,
      clean: (text) => text,
      tryIt: (value, signal) =>
        isLast ? tryIt({ values: { ...values, [name]: value } }, signal) : Promise.resolve<Trial>({ kind: 'accepted' }),
    });
    if (!answer) return undefined;
    values[name] = answer.secret;
    trial = answer.trial;
  }
  return { values, trial };
}

interface SecretQuestion {
  readonly said: readonly string[];
  readonly placeholder: string;
  readonly clean: (typed: string) => string;
  /** What is worth a second look, and taken all the same. */
  readonly remarkOn?: (secret: string) => string | undefined;
  readonly tryIt: (secret: string, signal: AbortSignal) => Promise<Trial>;
}

/** The input stays open until what was typed is not refused; leaving it, or typing on, ends a try that is under way. */
function askForSecret(environment: Environment, question: SecretQuestion): Promise<TypedToken | undefined> {
  const { said, placeholder, clean, remarkOn, tryIt } = question;
  const { Error: error, Warning: warning, Info: info } = vscode.InputBoxValidationSeverity;
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Sign in to {0}', environment.label);
  input.prompt = [environmentLine(environment), ...said].filter(Boolean).join(' · ');
  input.placeholder = placeholder;
  input.password = true;
  input.ignoreFocusOut = true;
  let trying: AbortController | undefined;
  const say = (message: string | undefined, severity: vscode.InputBoxValidationSeverity) =>
    (input.validationMessage = message === undefined ? undefined : { message, severity });
  const stop = () => {
    trying?.abort();
    trying = undefined;
    input.busy = false;
  };
  const check = () => {
    const problem = secretProblem(input.value);
    if (problem !== undefined) say(problem, error);
    else say(remarkOn?.(withoutScheme(input.value.trim())), warning);
    return problem === undefined;
  };
  return new Promise<TypedToken | undefined>((resolve, reject) => {
    const accept = async () => {
      if (trying || !check()) return;
      const controller = (trying = new AbortController());
      const secret = clean(input.value.trim());
      input.busy = true;
      say(vscode.l10n.t('Trying it…'), info);
      const trial = await tryIt(secret, controller.signal);
      if (trying !== controller) return;
      if (trial.kind !== 'refused') return resolve({ secret, trial });
      say(trial.why, error);
      stop();
    };
    input.onDidChangeValue(() => {
      stop();
      check();
    });
    input.onDidAccept(() => {
      accept().catch((problem: unknown) => {
        // Ended by whoever typed on, or left.
        if (trying) reject(problem instanceof Error ? problem : new Error(String(problem)));
      });
    });
    input.onDidHide(() => {
      stop();
      resolve(undefined);
    });
    input.show();
  }).finally(() => input.dispose());
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
