// The local service, in a process of its own: neither it nor the editor can stall the other.
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dialect } from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import { damagedExit } from '../../service/damage.ts';
import type { ArrivedMail, ServiceMessage, ServiceOrder } from '../../service/index.ts';
import { privateFolder } from '../../service/private-files.ts';
import { localErrors } from '../account/environments.ts';
import { missingPart } from '../platform/user-error.ts';

export interface ServiceAddress {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly token: string;
  /** What is known of a service that was told to have other manners than its own; little as a rule. */
  readonly dialect?: Dialect | undefined;
}

/** Other manners than its own: words of `--dialect`, or the dialect of a recorded environment. */
export interface Manners {
  readonly words?: string;
  readonly recorded?: Dialect;
}

interface ReadyService extends ServiceAddress {
  readonly setAside: string | undefined;
}

interface LocalServiceOptions {
  /** The built program. */
  readonly program: string;
  /** Where its data is kept, from one start to the next. */
  readonly folder: string;
  /** The port it had last: the same address means the same account. */
  readonly lastPort: number | undefined;
  readonly manners?: Manners | undefined;
  /** Begins anew, and keeps a damaged file under another name. */
  readonly reset?: boolean;
  readonly onMail: (mail: ArrivedMail) => void;
  /** The process ended without being asked to. */
  readonly onCrash: (output: string) => void;
  readonly log: (line: string) => void;
}

/** The data cannot be read: only a reset helps, which keeps it under another name. */
export class DamagedDataError extends Error {
  override readonly name = 'DamagedDataError';
}

/** One running process of the service. */
export class LocalService {
  readonly address: ServiceAddress;
  /** Where its start has kept a damaged file. */
  readonly setAside: string | undefined;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, { setAside, ...address }: ReadyService) {
    this.#child = child;
    this.address = address;
    this.setAside = setAside;
  }

  static async start(options: LocalServiceOptions): Promise<LocalService> {
    await mkdir(options.folder, { recursive: true, mode: privateFolder });
    return LocalService.#startAt(options, options.lastPort).catch((error: unknown) => {
      if (error instanceof DamagedDataError || options.lastPort === undefined) throw error;
      // Somebody else may have taken the port in the meantime.
      return LocalService.#startAt(options, undefined);
    });
  }

  static async #startAt(options: LocalServiceOptions, port: number | undefined): Promise<LocalService> {
    const args = ['--data', join(options.folder, 'local-service.db')];
    if (port !== undefined) args.push('--port', String(port));
    if (options.reset) args.push('--reset');
    if (options.manners?.words !== undefined) args.push('--dialect', options.manners.words);
    if (options.manners?.recorded) args.push('--dialect-file', await keepDialect(options.folder, options.manners.recorded));
    const child = fork(options.program, args, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
      options.log(text.trimEnd());
    });
    const ready = await new Promise<ReadyService>((resolve, reject) => {
      child.on('message', (message: ServiceMessage) => {
        if ('ready' in message) resolve(message.ready);
        if ('mail' in message) options.onMail(message.mail);
      });
      child.once('error', reject);
      // Not before all that it said has arrived.
      child.once('close', (code) => {
        const reason = errors.trim() || t('The local service ended with {0}.', String(code));
        if (code === damagedExit) reject(new DamagedDataError(reason));
        reject(existsSync(options.program) ? new Error(reason) : missingPart(reason));
      });
    });
    const service = new LocalService(child, { ...ready, dialect: options.manners && knownOf(options.manners) });
    child.once('exit', () => {
      if (!service.#stopping) options.onCrash(errors);
    });
    return service;
  }

  #stopping = false;
  #orders = 0;

  /**
   * Throws the data away and loads the sample, for every process that has the file open; the copy is for undo. Damaged data cannot be
   * copied: it gives where that is kept.
   */
  reset(folder: string): Promise<string | undefined> {
    return this.#order((order) => ({ order, reset: { copy: copyOfData(folder) } }));
  }

  /** Puts the copy that the last reset kept back into its place. */
  async restore(folder: string): Promise<void> {
    await this.#order((order) => ({ order, restore: { copy: copyOfData(folder) } }));
  }

  #order(make: (order: number) => ServiceOrder): Promise<string | undefined> {
    const order = ++this.#orders;
    return new Promise((resolve, reject) => {
      const finish = (act: () => void) => {
        this.#child.off('message', onMessage).off('exit', onExit);
        act();
      };
      const onExit = () => finish(() => reject(new Error(t('The local service ended before it was done.'))));
      const onMessage = (message: ServiceMessage) => {
        if (!('done' in message) || message.done !== order) return;
        finish(() => (message.problem === undefined ? resolve(message.setAside) : reject(new Error(message.problem))));
      };
      this.#child.on('message', onMessage).once('exit', onExit);
      this.#child.send(make(order));
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    const impatient = setTimeout(() => this.#child.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(impatient);
  }
}

/** What is forgotten is how it does things; codes of errors that it has are its own in any manners. */
function knownOf({ words, recorded }: Manners): Dialect {
  const hasCodes = words?.split(',').includes('seen');
  return { ...recorded, ...(hasCodes && { errors: localErrors }) };
}

async function keepDialect(folder: string, dialect: Dialect): Promise<string> {
  const path = join(folder, 'local-service-dialect.json');
  await writeFile(path, JSON.stringify(dialect));
  return path;
}

function copyOfData(folder: string): string {
  return join(folder, 'local-service-before-reset.db');
}

/**
 * Watches the outbox of a service that somebody else started, which leaves a note of each mail there. Gives the function that ends it.
 */
export async function watchMails(outbox: string, onMail: (mail: ArrivedMail) => void): Promise<() => void> {
  const folder = join(outbox, 'arrived');
  await mkdir(folder, { recursive: true, mode: privateFolder });
  const seen = new Set(await readdir(folder));
  const watcher = watch(folder, (_, name) => {
    if (name === null || !name.endsWith('.json') || seen.has(name)) return;
    seen.add(name);
    readFile(join(folder, name), 'utf8')
      .then((text) => onMail(JSON.parse(text) as ArrivedMail))
      // It went away again, or is no note: nobody misses what was never announced.
      .catch(() => seen.delete(name));
  });
  // A folder that goes away ends the watch, not the editor.
  watcher.on('error', () => watcher.close());
  return () => watcher.close();
}
