// What is loaded or made with its first use. Nothing here needs VS Code: the start of the extension loads it before anything else.
import { t } from '../../client/l10n.ts';

/** Loads once for all who wait. A load that failed is forgotten, so that the next use tries again. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw explained(error);
    });
    return loaded;
  };
}

/** What the map has under the key; made and kept where it has nothing. */
export function getOrInsert<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

/** A file of the extension itself is gone: another version or build took its place under an open window. */
export class MissingPart extends Error {
  override readonly name = 'MissingPart';
  readonly code = 'MODULE_NOT_FOUND';

  constructor(cause?: unknown) {
    super(
      t('A part of Box Office could not be loaded; it may have been updated while this window was open. Reload the window.'),
      { cause },
    );
  }
}

const missingCodes = ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'];

/** Everything that the extension imports is a file of its own build, so that a module that is not found is always one of them. */
export function isMissingPart(error: unknown): boolean {
  const { code, path } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (missingCodes.includes(code ?? '')) return true;
  return code === 'ENOENT' && /[\\/]dist[\\/][^\\/]+\.cjs$/.test(path ?? '');
}

/** The same error, for a person where it comes from Node and means nothing to one. */
export function explained(error: unknown): unknown {
  return isMissingPart(error) && !(error instanceof MissingPart) ? new MissingPart(error) : error;
}
