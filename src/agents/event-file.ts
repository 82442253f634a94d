// An event as a file for a model: the part that it asked for, as much of it as there is room for, and what is not known of it.
import type { Client } from '../client/index.ts';
import { isObject } from '../client/replies.ts';
import { placedItems, type EventFile, type FileItem, type PlacedItem } from '../plans/event-file.ts';
import { readEvent } from '../plans/read-event.ts';
import { textOf } from '../plans/text.ts';
import { markedText } from './answer.ts';

interface FileRequest {
  readonly eventId: string;
  readonly part?: 'items' | 'passkeys' | undefined;
  /** Of a group or an item: only it and what stands in it. */
  readonly path?: string | undefined;
}

/** Texts are English: a model reads them. */
export function fileRequestOf(given: unknown): FileRequest {
  const { part, path } = isObject(given) ? given : {};
  if (part !== undefined && part !== 'items' && part !== 'passkeys') throw new Error('part must be "items" or "passkeys".');
  if (path !== undefined && typeof path !== 'string') throw new Error('path must be text, such as "Group / Item".');
  return { eventId: eventIdOf(given), part, path };
}

export function eventIdOf(given: unknown): string {
  const { eventId } = isObject(given) ? given : {};
  if (typeof eventId === 'string' && /^[^\s/]+$/.test(eventId)) return eventId;
  if (typeof eventId === 'number' && Number.isSafeInteger(eventId)) return String(eventId);
  throw new Error('eventId must be given: the id of the event, as text.');
}

interface FileAnswer {
  readonly client: Client;
  /** As the file says it; a program that knows no environments has none. */
  readonly environment?: string | undefined;
  /** What the answer calls the place. */
  readonly where: string;
  readonly room: number;
  readonly mark: string;
  readonly clean: (text: string) => string;
  readonly signal: AbortSignal;
}

export async function eventFileAnswer(request: FileRequest, answer: FileAnswer): Promise<string> {
  const { client, environment, where, room, mark, clean, signal } = answer;
  const whole = await readEvent(client, request.eventId, { environment, signal, unclaimed: 'doubt' });
  const { text, left } = fittingText(partOf(whole, request), room);
  const notes = [unitNote, ...unknownNotes(whole), ...(left > 0 ? [leftNote(left)] : [])];
  return markedText(`Event ${request.eventId} as a file, read in ${where}.`, notes, clean(text).trimEnd(), mark);
}

const unitNote =
  'An amount as text ("120.00") is money; a bare number is in a unit that is not known, and must be given as it is. Times are by the clock of timeZone.';

function leftNote(left: number): string {
  return `It was too long: ${left} records at its end are left out. Ask for a part ("part", "path") to see them. What a file leaves out stays as it is in a plan.`;
}

/** The names are ours; what a service may have called otherwise stands in the data. */
function unknownNotes(file: EventFile): string[] {
  const own = (file.notKnown ?? []).filter((name) => /^[\w.]+$/.test(name));
  const inside = [...placedItems(file).map(({ item }) => item), ...(file.passkeys ?? [])].filter(({ notKnown }) => notKnown);
  return [
    ...(own.length > 0
      ? [`Not known of the event, so never planned: ${own.join(', ')} (".complete": whether these are all).`]
      : []),
    ...(inside.length > 0 ? [`Of ${inside.length} records something is not known: see "notKnown" of each.`] : []),
    ...(own.length + inside.length === 0 ? ['Nothing of it is unknown.'] : []),
  ];
}

function partOf(file: EventFile, { part, path }: FileRequest): EventFile {
  const { items, passkeys, ...rest } = file;
  if (path === undefined)
    return { ...rest, ...(part === 'passkeys' ? {} : { items }), ...(part === 'items' ? {} : { passkeys }) };
  const placed = placedItems(file);
  const meant = new Set(placed.filter((one) => one.path === path));
  if (meant.size === 0)
    throw new Error('The event has no item of this path. Paths are names, from the group down, with " / " between them.');
  return { ...rest, items: withOnly(placed, (one) => lineOf(one).some((above) => meant.has(above))) };
}

/** The item and the groups that it stands in, from itself up. */
function lineOf(placed: PlacedItem): PlacedItem[] {
  return placed.parent ? [placed, ...lineOf(placed.parent)] : [placed];
}

/** Those items, in their groups; a group that is not meant itself has nothing but its name. */
function withOnly(placed: readonly PlacedItem[], isMeant: (one: PlacedItem) => boolean): FileItem[] {
  const shown = new Set(placed.filter(isMeant).flatMap(lineOf));
  const inside = Map.groupBy(shown, ({ parent }) => parent);
  const build = (one: PlacedItem): FileItem => {
    const { id, name, type, items, ...fields } = one.item;
    const inner = inside.get(one);
    const isOpen = inner !== undefined || (items !== undefined && isMeant(one));
    return { id, name, type, ...(isMeant(one) ? fields : {}), ...(isOpen ? { items: (inner ?? []).map(build) } : {}) };
  };
  return (inside.get(undefined) ?? []).map(build);
}

/** A file that leaves out records at its end is still a file: nothing in it is cut in two. */
function fittingText(file: EventFile, room: number): { readonly text: string; readonly left: number } {
  const placed = placedItems(file);
  const all = placed.length + (file.passkeys?.length ?? 0);
  let fits = { text: textOf(firstOf(file, placed, 0)), count: 0 };
  // Doubled until it is too long, so that no text is made that is much longer than what is given.
  for (let step = 1, isGrowing = true; step >= 1; step = isGrowing ? step * 2 : step / 2) {
    const count = Math.min(all, fits.count + step);
    const text = textOf(count === all ? file : firstOf(file, placed, count));
    if (text.length <= room) fits = { text, count };
    else isGrowing = false;
    if (fits.count === all) break;
  }
  return { text: fits.text, left: all - fits.count };
}

function firstOf(file: EventFile, placed: readonly PlacedItem[], count: number): EventFile {
  const { items, passkeys, notKnown = [], ...rest } = file;
  const kept = new Set(placed.slice(0, count));
  const keys = passkeys?.slice(0, Math.max(0, count - placed.length));
  const isCut = { items: kept.size < placed.length, passkeys: keys !== undefined && keys.length < (passkeys?.length ?? 0) };
  const short = (['items', 'passkeys'] as const).filter((name) => isCut[name]).map((name) => `${name}.complete`);
  return {
    ...rest,
    // Absent is not empty.
    ...(items === undefined || (isCut.items && kept.size === 0) ? {} : { items: withOnly([...kept], () => true) }),
    ...(keys === undefined || (isCut.passkeys && keys.length === 0) ? {} : { passkeys: keys }),
    notKnown: [...new Set([...notKnown, ...short])],
  };
}
