// The command line in a folder of its own, whose files a test looks through.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { box, type Around } from './support.ts';

export class Folder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<Folder> {
    return new Folder(await mkdtemp(join(tmpdir(), 'box-office-cli-')));
  }

  async write(name: string, content: string | Buffer): Promise<void> {
    await writeFile(join(this.path, name), content);
  }

  read(name: string): Promise<string> {
    return readFile(join(this.path, name), 'utf8');
  }

  /** All that stands in its files, those of its folders included. */
  async texts(): Promise<string[]> {
    const entries = await readdir(this.path, { recursive: true, withFileTypes: true });
    return Promise.all(entries.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'utf8')));
  }

  run(args: readonly string[], around: Omit<Around, 'cwd'> = {}): ReturnType<typeof box> {
    return box(args, { ...around, cwd: this.path });
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}
