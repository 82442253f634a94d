// Tokens that a program of the person gives. They are kept in memory alone, and nothing that the program prints is shown or logged.
import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { oddCharacterIn } from '../../client/odd-characters.ts';
import { tokenHint } from '../../client/tokens.ts';
import { requireTrust } from '../platform/settings.ts';
import { UserError } from '../platform/user-error.ts';
import type { Environment, TokenCommand } from './environments.ts';

/** A token that ends sooner than this is not used, in milliseconds. */
const leastLeft = 60_000;
/** No token is longer than this, in bytes. */
const maxOutput = 64 * 1024;

interface Kept {
  readonly token: string;
  /** When another one is got in its place, in milliseconds. */
  readonly renewAt: number;
}

export class CommandTokens implements vscode.Disposable {
  readonly #kept = new Map<string, Kept>();
  readonly #running = new Map<string, Promise<string>>();
  readonly #counts = new Map<string, number>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** A program has given a token. */
  readonly onDidChange = this.#changed.event;
  readonly #timeLimit: number;

  /** `timeLimit`: how long a program may take, in milliseconds. */
  constructor(timeLimit = 10_000) {
    this.#timeLimit = timeLimit;
  }

  /** The token that there is, whether or not it may be used any more. */
  known(environment: Environment): string | undefined {
    return environment.tokenCommand && this.#kept.get(keyOf(environment))?.token;
  }

  /** Is another number after each token. */
  generationOf({ name }: Environment): number {
    return this.#counts.get(name) ?? 0;
  }

  /** The token that there is; a fresh one where there is none, or where it is about to end. */
  async get(environment: Environment): Promise<string | undefined> {
    const kept = this.#kept.get(keyOf(environment));
    return kept && Date.now() < kept.renewAt ? kept.token : this.renew(environment);
  }

  /** A fresh one: one run of the program for all who wait for it. */
  renew(environment: Environment): Promise<string> {
    const key = keyOf(environment);
    const running = this.#running.get(key) ?? this.#run(environment, key).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #run(environment: Environment, key: string): Promise<string> {
    requireTrust(vscode.l10n.t('Box Office runs no program for a token while this workspace is in Restricted Mode.'));
    const token = await tokenFrom(environment.tokenCommand as TokenCommand, this.#timeLimit);
    this.#kept.set(key, { token, renewAt: renewalTime(token) });
    this.#counts.set(environment.name, this.generationOf(environment) + 1);
    this.#changed.fire();
    return token;
  }

  /** Whether there was any. */
  forget(name: string): boolean {
    const keys = [...this.#kept.keys()].filter((key) => (JSON.parse(key) as string[])[0] === name);
    for (const key of keys) this.#kept.delete(key);
    if (keys.length > 0) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return keys.length > 0;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** What the program is called, without its path and its arguments, which may hold a secret. */
export function programName([program]: TokenCommand): string {
  return basename(program);
}

/** Another program, or other addresses, are another sign-in. */
function keyOf({ name, tokenCommand, eventUrl, ticketUrl }: Environment): string {
  return JSON.stringify([name, tokenCommand, eventUrl, ticketUrl]);
}

/** One that lives shorter than the time that is wanted is used for half of its life. */
function renewalTime(token: string): number {
  const { expires } = tokenHint(token);
  if (expires === undefined) return Infinity;
  const now = Date.now();
  return Math.max(expires - leastLeft, now + (expires - now) / 2);
}

async function tokenFrom(command: TokenCommand, timeout: number): Promise<string> {
  const name = programName(command);
  const lines = (await output(command, timeout)).trim().split(/\r?\n/);
  const token = lines[0]?.trim().replace(/^bearer\s+/i, '') ?? '';
  if (lines.length > 1) throw failure(vscode.l10n.t('{0} printed more than one line; it must print the token alone.', name));
  if (token === '') throw failure(vscode.l10n.t('{0} printed no token.', name));
  if (/\s/.test(token)) throw failure(vscode.l10n.t('{0} printed more than one word; it must print the token alone.', name));
  const odd = oddCharacterIn(token);
  if (odd !== undefined) throw failure(vscode.l10n.t('The token that {0} printed has {1}.', name, odd));
  return token;
}

/** Never through a shell. Of a failure only its kind is said: messages of child_process repeat the command line and what was printed. */
function output([program, ...args]: TokenCommand, timeout: number): Promise<string> {
  // At home: where the editor was started from may be a folder of somebody else, whose programs must not be found first.
  const options = {
    cwd: homedir(),
    timeout,
    killSignal: 'SIGKILL',
    maxBuffer: maxOutput,
    windowsHide: true,
    shell: false,
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, printed) => {
      if (error) reject(failure(reasonOf(programName([program]), error, timeout)));
      else resolve(printed);
    });
    // A program that waits for an answer gets none.
    child.stdin?.on('error', () => undefined).end();
  });
}

function reasonOf(name: string, { code, killed }: { code?: unknown; killed?: boolean }, timeout: number): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return vscode.l10n.t('{0} printed too much; it must print the token alone.', name);
  if (killed) return vscode.l10n.t('{0} took longer than {1} s and was ended.', name, timeout / 1000);
  if (code === 'ENOENT') return vscode.l10n.t('{0} was not found.', name);
  if (typeof code === 'number') return vscode.l10n.t('{0} ended with the exit code {1}.', name, code);
  return vscode.l10n.t('{0} could not be run{1}.', name, typeof code === 'string' ? ` (${code})` : '');
}

function failure(reason: string): UserError {
  const message = vscode.l10n.t('There is no token: {0} The setting tokenCommand of the environment names this program.', reason);
  return new UserError(message, {
    title: vscode.l10n.t('Open Settings'),
    command: 'workbench.action.openSettingsJson',
    args: [{ revealSetting: { key: 'boxOffice.environments' } }],
  });
}
