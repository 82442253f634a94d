// The command line in a folder of its own, and all that it prints.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../../src/cli/cli.ts';

export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Called with each line for standard error. */
  readonly onErr?: (line: string) => void;
  readonly isTerminal?: boolean;
}

export class Folder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<Folder> {
    return new Folder(await mkdtemp(join(tmpdir(), 'box-office-cli-')));
  }

  at(name: string): string {
    return join(this.path, name);
  }

  async write(name: string, content: string | Buffer): Promise<string> {
    await writeFile(this.at(name), content);
    return name;
  }

  async run(args: readonly string[], options: RunOptions = {}): Promise<Printed> {
    const { env = {}, signal = new AbortController().signal, isTerminal = false } = options;
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runCli(args, {
      out: (line) => void out.push(line),
      err: (line) => {
        err.push(line);
        options.onErr?.(line);
      },
      input: () => Promise.resolve(''),
      env,
      cwd: this.path,
      isTerminal,
      signal,
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}
