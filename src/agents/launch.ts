// How another program starts the tools: from a copy that no update of the extension takes away, with a Node that is there without a PATH.
import { execFile } from 'node:child_process';
import { access, constants, mkdir, readFile } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { newFileMode, writeNewFile } from '../files/new-file.ts';

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** What is looked at of the process that runs the extension. */
interface Host {
  readonly platform: string;
  readonly execPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly versions: Readonly<Record<string, string | undefined>>;
}

/** What the program is built for. */
const minNode = 22;

/** By the whole path: the other program may have another PATH, or none, as programs of a desktop do. */
export async function launchOf(program: string, host: Host = process): Promise<Launch> {
  const node = await nodeOnPath(host);
  if (node !== undefined) return { command: node, args: [program], env: {} };
  // VS Code itself is a Node. A snap has a folder for each version, and a name for the one that is used.
  const command = host.execPath.replace(/^(\/snap\/[^/]+)\/\d+\//, '$1/current/');
  return { command, args: [program], env: host.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' } };
}

async function nodeOnPath({ platform, env }: Host): Promise<string | undefined> {
  const name = platform === 'win32' ? 'node.exe' : 'node';
  // Nothing is started from the folder that somebody happens to have open.
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  for (const folder of folders) {
    const path = join(folder, name);
    if (await isNewEnough(path)) return path;
  }
  return undefined;
}

async function isNewEnough(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 5000 });
    return Number(/^v(\d+)\./.exec(stdout)?.[1]) >= minNode;
  } catch {
    return false;
  }
}

/** Writes nothing where the copy is the same. Whoever starts the program meanwhile finds all of the old one or all of the new one. */
export async function copyProgram(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const [wanted, there] = await Promise.all([readFile(from), readFile(to).catch(() => undefined)]);
  if (!there?.equals(wanted)) await writeNewFile(to, newFileMode, (write) => write(wanted));
}
