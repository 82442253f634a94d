// A file to upload: it is read while it is sent, and never held in memory.
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { UploadFile } from '../client/index.ts';
import { FileChangedError } from '../client/multipart.ts';
import { linkTarget, openPlain, refuseSpecial } from './plain-file.ts';
import type { Preflight } from './preflight.ts';
import { CodeFileError } from './errors.ts';

export interface LocalFile extends UploadFile {
  /** The file that it is a link to. */
  readonly linkTo: string | undefined;
}

const pieceSize = 512 * 1024;

export async function localFile(path: string): Promise<LocalFile> {
  const linkTo = await linkTarget(path);
  const found = await stat(path);
  refuseSpecial(found);
  const name = basename(path);
  return { name, size: found.size, type: 'text/csv', linkTo, stream: () => pieces(path, name, linkTo) };
}

async function* pieces(path: string, name: string, linkTo: string | undefined): AsyncGenerator<Uint8Array> {
  const { handle } = await openAgain(path, name, linkTo);
  yield* handle.createReadStream({ highWaterMark: pieceSize }) as AsyncIterable<Uint8Array>;
}

/** What has become a link, another link or no file since then is not the file that somebody said yes to. */
async function openAgain(path: string, name: string, linkTo: string | undefined) {
  if ((await linkTarget(path)) !== linkTo) throw new FileChangedError(name);
  try {
    return await openPlain(linkTo ?? path, 'refuse');
  } catch (error) {
    const isOther = error instanceof CodeFileError || (error as NodeJS.ErrnoException).code === 'ELOOP';
    throw isOther ? new FileChangedError(name) : error;
  }
}

/** Whether the path still leads to a file of that length; what is in it is seen when it is sent. */
export function mayBeAsChecked(file: LocalFile, { bytes, linkTo }: Pick<Preflight, 'bytes' | 'linkTo'>): boolean {
  return file.size === bytes && file.linkTo === linkTo;
}

/** The file, which is sent to its end only if it holds what a check has found. `onOther` is called if not. */
export function onlyAsChecked(
  file: UploadFile,
  { bytes, sha256 }: Pick<Preflight, 'bytes' | 'sha256'>,
  onOther: () => void,
): UploadFile {
  return {
    name: file.name,
    type: file.type,
    size: bytes,
    async *stream() {
      try {
        yield* file.stream();
      } catch (error) {
        if (error instanceof FileChangedError) onOther();
        throw error;
      }
    },
    check() {
      const hash = createHash('sha256');
      const isSame = () => {
        const same = hash.digest('hex') === sha256;
        if (!same) onOther();
        return same;
      };
      return { add: (piece) => void hash.update(piece), isSame };
    },
  };
}
