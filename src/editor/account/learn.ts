// What is learned of a service while it is used: kept in the settings of its environment, where it can be read and changed.
import type { Dialect } from '../../client/dialect.ts';
import { changeSetting, setting } from '../platform/settings.ts';
import { learnOfLocal, localName, type Environment } from './environments.ts';

/** Adds to what is known of an environment's service; what was known of other parts stays. */
export async function learn({ name, dialect: known }: Environment, part: Dialect, currency?: string): Promise<void> {
  if (name === localName) return learnOfLocal(withPart(known, part));
  const stored = (setting('boxOffice.environments') ?? {}) as Readonly<Record<string, { readonly dialect?: Dialect }>>;
  const environment = stored[name] ?? {};
  const dialect = withPart(environment.dialect ?? {}, part);
  await changeSetting('boxOffice.environments', {
    ...stored,
    [name]: { ...environment, dialect, ...(currency === undefined ? {} : { currency }) },
  });
}

/** Takes a whole dialect for the one that was known. */
export async function replaceDialect({ name }: Environment, dialect: Dialect): Promise<void> {
  if (name === localName) return learnOfLocal(dialect);
  const stored = (setting('boxOffice.environments') ?? {}) as Readonly<Record<string, object>>;
  await changeSetting('boxOffice.environments', { ...stored, [name]: { ...stored[name], dialect } });
}

/** The parts of a part are added one by one: the unit of prices says nothing of that of fees. */
function withPart(known: Dialect, part: Dialect): Dialect {
  const merged: Record<string, unknown> = { ...known };
  for (const [name, value] of Object.entries(part) as [string, unknown][]) {
    const before = merged[name];
    merged[name] = isPlain(before) && isPlain(value) && name !== 'removal' ? { ...before, ...value } : value;
  }
  return merged;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
