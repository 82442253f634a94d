// What a model gave a tool: whatever the tool does not know is refused by its name, because it would not do what was meant.
import { pathNames } from '../client/addresses.ts';
import type { Operation } from '../client/operations.ts';
import { isObject } from '../client/replies.ts';
import { fileTools } from './tool-names.ts';

const ofFiles: Readonly<Record<string, readonly string[]>> = {
  [fileTools.read]: ['eventId', 'part', 'path'],
  [fileTools.plan]: ['eventId', 'file'],
};

/** In English: a model reads it. */
export function requireKnown(tool: string, operation: Operation | undefined, given: unknown): void {
  if (!isObject(given)) return;
  const names = operation ? pathNames(operation.path) : [];
  const known = operation
    ? [...(names.length > 0 ? ['path'] : []), 'query', ...(operation.body ? ['body'] : [])]
    : (ofFiles[tool] ?? []);
  const other = Object.keys(given).find((name) => !known.includes(name));
  if (other !== undefined) {
    const place = operation && !['path', 'query', 'body'].includes(other) ? ' It may belong into one of them.' : '';
    throw new Error(`${other} is no argument of ${tool}. It takes ${known.join(', ')}.${place} Nothing was sent.`);
  }
  for (const part of ['path', 'query', 'body'])
    if (operation && given[part] !== undefined && !isObject(given[part]))
      throw new Error(`${part} of ${tool} must be an object. Nothing was sent.`);
  const stray = isObject(given.path) && operation ? Object.keys(given.path).find((name) => !names.includes(name)) : undefined;
  if (stray !== undefined)
    throw new Error(`${stray} is no part of the path of ${tool}, which has ${names.join(', ')}. Nothing was sent.`);
}
