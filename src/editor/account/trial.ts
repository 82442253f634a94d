// Tries a credential with a harmless read of the group that it is for, before it is kept.
import * as vscode from 'vscode';
import type { ApiErrorKind, Group } from '../../client/index.ts';
import { credentialParts, groupName, sentAs } from '../../client/credential-forms.ts';
import { messageOf } from '../platform/user-error.ts';
import { Connection, type CredentialSource } from './connection.ts';
import type { Environment } from './environments.ts';

/** How long it may take, in milliseconds. */
const timeLimit = 10_000;

/** `untried`: neither taken nor refused, as where nothing answers. */
export type Trial = { readonly kind: 'accepted' } | { readonly kind: 'refused' | 'untried'; readonly why: string };

interface Typed {
  readonly token?: string;
  readonly values?: Readonly<Record<string, string>>;
}

export type TryCredential = (typed: Typed, signal: AbortSignal) => Promise<Trial>;

/** Only a refused sign-in counts as one: whoever is told that something is not allowed, or not there, was let in. */
export function trialOf(environment: Environment, group: Group, log: vscode.LogOutputChannel): TryCredential {
  return async ({ token, values }, signal) => {
    const source: CredentialSource = {
      tokenFor: () => Promise.resolve(token),
      valuesFor: () => Promise.resolve(values),
      secretsOf: () => Promise.resolve([...(token === undefined ? [] : [token]), ...Object.values(values ?? {})]),
      generationOf: () => 0,
      renewToken: () => Promise.resolve(),
      signInAgain: () => Promise.resolve(false),
    };
    const connection = new Connection(environment, source, log);
    const limit = AbortSignal.timeout(timeLimit);
    try {
      await connection.ping(group === 'ticket' ? 'listTypes' : 'getHomeSections', AbortSignal.any([signal, limit]));
      return { kind: 'accepted' };
    } catch (error) {
      signal.throwIfAborted();
      if (limit.aborted) return { kind: 'untried', why: vscode.l10n.t('No reply within {0} s.', timeLimit / 1000) };
      const kind = (error as { kind?: ApiErrorKind }).kind;
      if (kind === 'unauthorized') return { kind: 'refused', why: refusedText(environment, group) };
      return kind === 'forbidden' ? { kind: 'accepted' } : { kind: 'untried', why: messageOf(error) };
    }
  };
}

function refusedText({ label, dialect }: Environment, group: Group): string {
  return vscode.l10n.t(
    'Not accepted by the {0} of {1} (sent as {2}). Configure Environments says how it is sent.',
    groupName(group),
    label,
    sentAs(credentialParts(dialect, group)),
  );
}
