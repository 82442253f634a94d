import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/lib/paths.mjs';
import { until } from './until.ts';

/** The extension in a window that takes orders from tests. */
export const driverExtension = join(root, 'test', 'harness', 'driver');

/** How long an order and the start of a window may take, in milliseconds. */
const patience = 60_000;
const startPatience = 90_000;

/** Does in a window at once what a test needs and nobody needs to see; what a test is about is done as a person does it. */
export class Driver {
  readonly #file: string;
  #address: Promise<{ port: number; secret: string }> | undefined;

  /** `file`: where the window's extension says how it is reached. */
  constructor(file: string) {
    this.#file = file;
  }

  /** The window is about to be loaded: whoever speaks for it is not there yet. */
  expectNew(): void {
    rmSync(this.#file, { force: true });
    this.#address = undefined;
  }

  async ready(): Promise<void> {
    const read = () =>
      readFile(this.#file, 'utf8').then(
        (text) => (text === '' ? undefined : (JSON.parse(text) as { port: number; secret: string })),
        () => undefined,
      );
    this.#address ??= until('the driver of the window answers', read, startPatience);
    await this.#address;
  }

  /** Runs a command of VS Code or of an extension, and waits for its end. */
  run(command: string, ...args: unknown[]): Promise<unknown> {
    return this.#order('run', { command, args });
  }

  /** Gives the user these settings; one that is null is taken back. */
  async settings(values: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#order('settings', { values });
  }

  /** Closes editors, notifications, inputs and panels. */
  async tidy(): Promise<void> {
    await this.#order('tidy', {});
  }

  /** Loads the window anew; whoever took this order cannot say that it was carried out. */
  async reload(): Promise<void> {
    await this.ready();
    const old = this.#send('run', { command: 'workbench.action.reloadWindow', args: [] });
    this.expectNew();
    await old.catch(() => undefined);
  }

  async #order(order: string, details: object): Promise<unknown> {
    await this.ready();
    const response = await this.#send(order, details);
    const { result, problem } = (await response.json()) as { result?: unknown; problem?: string };
    if (problem !== undefined) throw new Error(`${order}: ${problem}`);
    return result;
  }

  async #send(order: string, details: object): Promise<Response> {
    const { port, secret } = (await this.#address)!;
    return fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { authorization: secret },
      body: JSON.stringify({ order, ...details }),
      signal: AbortSignal.timeout(patience),
    });
  }
}
