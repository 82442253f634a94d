// Which event a plan is for, which of its records are meant, and what of them goes away: all that the editor's page asks a person.
import { withoutTail } from '../client/tails.ts';
import type { Dialect } from '../client/index.ts';
import type { MatchOptions } from '../plans/match.ts';
import type { differences, EventFile, RecordDifference } from '../plans/index.ts';
import { placedItems, placeText } from '../plans/event-file.ts';
import type { PlanChoices } from '../records/index.ts';
import { RefusedError, UsageError, type Given, type Io, type Option } from './command.ts';
import { visible } from './failures.ts';

export const environmentOption: Option = {
  name: 'environment',
  value: 'NAME',
  about: 'What the addresses are called in files (or BOX_OFFICE_ENVIRONMENT); their host and path by default.',
};

/** Undefined where nobody says it. */
export function givenEnvironment(given: Given, { env }: Pick<Io, 'env'>): string | undefined {
  return given.one('environment') ?? (env.BOX_OFFICE_ENVIRONMENT || undefined);
}

export function environmentOf(given: Given, io: Pick<Io, 'env'>, ticketUrl: string): string {
  const { host, pathname } = new URL(ticketUrl);
  // Behind one host there may be several, told apart by their paths.
  return givenEnvironment(given, io) ?? withoutTail(`${host}${pathname}`, /\//);
}

/** The event of the file, or another that was named. */
export function eventIdOf({ event }: EventFile, environment: string, given: Given): string {
  const named = given.one('event');
  if (named !== undefined) {
    if (!/^[^\s/]+$/.test(named)) throw new UsageError('--event must be the id of an event.');
    return named;
  }
  if (event.id === undefined) throw new UsageError('The file does not say which event it was read from. Give --event ID.');
  if (event.environment === environment) return String(event.id);
  const own = `${event.name ?? 'event'} (${event.id}) in ${event.environment ?? 'an environment that it does not name'}`;
  throw new RefusedError(
    visible(
      `The file was read from ${own}, and this one is called ${environment}. If they are the same, give --environment ${event.environment ?? environment}; else --event ID plans to another event, whose records are found by their names.`,
    ),
    { event, environment },
  );
}

/** `--match items[0].items[2]=300002`, or `=new`. */
export function matchesOf(given: Given, wanted: EventFile, there: EventFile): MatchOptions {
  const said = given.values.get('match') ?? [];
  const places = new Set([
    ...placedItems(wanted).map(({ place }) => placeText(place)),
    ...(wanted.passkeys ?? []).map((_, index) => placeText(['passkeys', index])),
  ]);
  const items = new Set(placedItems(there).map(({ item }) => String(item.id)));
  const passkeys = new Set((there.passkeys ?? []).map(({ id }) => String(id)));
  const byHand = new Map<string, string | null>();
  for (const text of said) {
    const [, place = '', id = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (!places.has(place))
      throw new UsageError(`--match ${text}: the file has no such place. Write items[0].items[2]=ID, or =new.`);
    if (id !== 'new' && !(place.startsWith('passkeys') ? passkeys : items).has(id))
      throw new UsageError(`--match ${text}: the event has no such record.`);
    byHand.set(place, id === 'new' ? null : id);
  }
  return { byHand };
}

/** Records that are only there, by their paths or as `item:7` and `passkey:9`; nothing else is ever removed. */
export function removalsOf(given: Given, found: ReturnType<typeof differences>): Set<string> {
  const gone: readonly RecordDifference[] = [...found.items, ...found.passkeys].filter(({ state }) => state === 'onlyThere');
  return new Set(
    (given.values.get('remove') ?? []).map((text) => {
      const [, kind, id] = /^(item|passkey):(.+)$/.exec(text) ?? [];
      const meant = gone.filter((one) => (id === undefined ? one.path === text : one.kind === kind && one.id === id));
      const [only, ...more] = meant;
      if (!only) throw new UsageError(visible(`--remove ${text}: no record that is only in the event is called so.`));
      if (more.length > 0) {
        const ids = meant.map((one) => `${one.kind}:${one.id}`).join(' or ');
        throw new UsageError(visible(`--remove ${text}: it may be ${ids}.`));
      }
      return `${only.kind} ${only.id}`;
    }),
  );
}

const sections = ['values', 'salePeriods', 'attributes'] as const;

/** What may be said of a service for one plan; for all of them it belongs into the dialect. */
const dialectAnswers: Readonly<Record<string, { readonly about: string; readonly known: Dialect }>> = {
  'amounts=cents': { about: 'prices are whole numbers of cents', known: { amounts: { items: 'cents' } } },
  'amounts=decimals': {
    about: 'prices are in whole units of the currency, with decimals',
    known: { amounts: { items: 'decimals' } },
  },
  'fees=cents': { about: 'fees are whole numbers of cents', known: { amounts: { fees: 'cents' } } },
  'fees=decimals': { about: 'fees are in whole units of the currency', known: { amounts: { fees: 'decimals' } } },
  'fees=number': { about: 'fees are plain numbers, no amounts of money', known: { amounts: { fees: 'number' } } },
  'put=merges': { about: 'an update leaves what it is not sent', known: { put: 'merges' } },
  'put=replaces': { about: 'an update clears what it is not sent', known: { put: 'replaces' } },
  'lists=whole': { about: 'a list comes whole, without pages', known: { paging: { by: 'none' } } },
};

export function answered(given: Given): Dialect {
  const said = (given.values.get('answer') ?? []).flatMap((text) => dialectAnswers[text]?.known ?? []);
  const names = new Set((given.values.get('answer') ?? []).flatMap((text) => (dialectAnswers[text] ? [text.split('=')[0]] : [])));
  if (names.size < said.length) throw new UsageError('--answer says two things of one part of the service.');
  const amounts = Object.assign({}, ...said.map((one) => one.amounts ?? {})) as NonNullable<Dialect['amounts']>;
  return { ...(Object.assign({}, ...said) as Dialect), ...(Object.keys(amounts).length > 0 && { amounts }) };
}

/** What a person may say for one plan. */
export const answerHelp: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(dialectAnswers).map(([name, { about }]) => [name, about])),
  'replaceItems=yes': 'replace the items of a passkey, though the service does not show them',
  'items=yes': 'items that name no event belong to this one',
  'items=no': 'items that name no event are left out',
  'notShown=leave': 'what the file wants and the service does not show stays as it is',
  'pastStart=leave-out': 'the start of a passkey that has started is left out of updates, and cleared',
  ...Object.fromEntries(
    sections.flatMap((name) => [
      [`${name}=create`, `${name} that the service does not show are not there yet`],
      [`${name}=update`, `${name} that the service does not show are there`],
    ]),
  ),
};

/** What becomes of items of which nothing shows whose they are. */
export function unclaimedOf(given: Given): 'take' | 'leave' | undefined {
  const said = given.values.get('answer') ?? [];
  if (said.includes('items=yes') && said.includes('items=no')) throw new UsageError('--answer says both items=yes and items=no.');
  if (said.includes('items=yes')) return 'take';
  return said.includes('items=no') ? 'leave' : undefined;
}

export function choicesOf(given: Given): PlanChoices {
  const said = given.values.get('answer') ?? [];
  for (const text of said)
    if (!Object.hasOwn(answerHelp, text))
      throw new UsageError(`--answer must be one of ${Object.keys(answerHelp).join(', ')}, not ${text}.`);
  const unseen = sections.flatMap((name) =>
    (['create', 'update'] as const).flatMap((how) => (said.includes(`${name}=${how}`) ? [[name, how] as const] : [])),
  );
  if (new Set(unseen.map(([name]) => name)).size < unseen.length) throw new UsageError('--answer says both create and update.');
  return {
    ...(said.includes('replaceItems=yes') && { replacesItems: true }),
    ...(said.includes('pastStart=leave-out') && { leavesOutStart: true }),
    ...(said.includes('notShown=leave') && { leavesOutUnshown: true }),
    ...(unseen.length > 0 && { unseen: Object.fromEntries(unseen) }),
  };
}
