// The local service, in a process of its own: neither it nor the editor can stall the other.
import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArrivedMail } from '../../service/index.ts';

export interface ServiceAddress {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly token: string;
}

export interface LocalServiceOptions {
  /** The built program. */
  readonly program: string;
  /** Where its data is kept, from one start to the next. */
  readonly folder: string;
  /** The port it had last: the same address means the same account. */
  readonly lastPort: number | undefined;
  readonly onMail: (mail: ArrivedMail) => void;
  /** The process ended without being asked to. */
  readonly onCrash: (output: string) => void;
  readonly log: (line: string) => void;
}

type Message = { ready: ServiceAddress } | { mail: ArrivedMail };

/** One running process of the service. */
export class LocalService {
  readonly address: ServiceAddress;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, address: ServiceAddress) {
    this.#child = child;
    this.address = address;
  }

  static async start(options: LocalServiceOptions): Promise<LocalService> {
    await mkdir(options.folder, { recursive: true });
    if (options.lastPort === undefined) return LocalService.#startAt(options, undefined);
    // Somebody else may have taken the port in the meantime.
    return LocalService.#startAt(options, options.lastPort).catch(() => LocalService.#startAt(options, undefined));
  }

  static async #startAt(options: LocalServiceOptions, port: number | undefined): Promise<LocalService> {
    const args = ['--data', dataFile(options.folder), ...(port === undefined ? [] : ['--port', String(port)])];
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
    const address = await new Promise<ServiceAddress>((resolve, reject) => {
      child.on('message', (message: Message) => {
        if ('ready' in message) resolve(message.ready);
        else options.onMail(message.mail);
      });
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(errors.trim() || `The local service ended with ${String(code)}.`)));
    });
    const service = new LocalService(child, address);
    child.once('exit', () => {
      if (!service.#stopping) options.onCrash(errors);
    });
    return service;
  }

  #stopping = false;

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

function dataFile(folder: string): string {
  return join(folder, 'local-service.db');
}

function copyOfData(folder: string): string {
  return join(folder, 'local-service-before-reset.db');
}

/** Throws the data of a stopped service away, and keeps a copy of it. */
export async function clearData(folder: string): Promise<void> {
  const file = dataFile(folder);
  if (existsSync(file)) await copyFile(file, copyOfData(folder));
  await Promise.all(['', '-wal', '-shm'].map((ending) => rm(file + ending, { force: true })));
}

/** Puts the copy that the last reset kept back into its place. */
export async function restoreData(folder: string): Promise<void> {
  await Promise.all(['-wal', '-shm'].map((ending) => rm(dataFile(folder) + ending, { force: true })));
  await copyFile(copyOfData(folder), dataFile(folder));
}
