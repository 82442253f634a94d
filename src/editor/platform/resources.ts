// What the editor shows and commands act upon: plain data that knows which environment it came from.
import { before } from '../../client/tails.ts';

interface Shown {
  /** The name of the environment it was read from: what is done to it is done there. */
  readonly environment: string;
  readonly id: string;
  /** How a person calls it. */
  readonly label: string;
  /** The reply's own object, as it was read. */
  readonly value: unknown;
}

export interface EventResource extends Shown {
  readonly kind: 'event';
}

export interface SessionResource extends Shown {
  readonly kind: 'session';
  readonly eventId: string;
}

/** What belongs to an event; unknown where it was not reached through it. */
interface OfEvent {
  readonly eventId?: string | undefined;
  /** How a person calls the event. */
  readonly eventLabel?: string | undefined;
}

export interface ItemResource extends Shown, OfEvent {
  readonly kind: 'item';
}

export interface PasskeyResource extends Shown, OfEvent {
  readonly kind: 'passkey';
}

export interface CodeResource extends Shown, OfEvent {
  readonly kind: 'code';
  readonly itemId: string;
  /** How a person calls the item. */
  readonly itemLabel?: string | undefined;
}

export type Resource = EventResource | SessionResource | ItemResource | PasskeyResource | CodeResource;
export type ResourceKind = Resource['kind'];
export type ResourceOf<Kind extends ResourceKind> = Extract<Resource, { kind: Kind }>;

/** The argument that a click on a row passes after the row: it opens a preview tab. */
export const asPreview = 'preview';

/** A row of a tree that stands for a resource. */
interface HoldsResource {
  readonly resource?: Resource | undefined;
}

/**
 * The resources that a command was called with: from a tree's menu (the row, and all selected rows), from code (a resource), or none
 * from the palette. Those of another kind are left out.
 */
export function resourcesFrom<Kind extends ResourceKind>(
  kinds: readonly Kind[],
  row?: unknown,
  selected?: unknown,
): ResourceOf<Kind>[] {
  const rows: unknown[] = Array.isArray(selected) && selected.length > 0 ? (selected as unknown[]) : [row];
  return rows
    .map(resourceIn)
    .filter((resource) => resource !== undefined && kinds.includes(resource.kind as Kind)) as ResourceOf<Kind>[];
}

/**
 * While VS Code draws rows anew, a menu gives a command nothing for them. It gives many only where the menu is that of the selected
 * rows, so those are meant. Which one row was meant nobody can say: then the command asks, as from the palette.
 */
export function withLostRows(args: readonly unknown[], selection: () => readonly unknown[]): readonly unknown[] {
  const [row, rows, ...rest] = args;
  if (row !== undefined || !Array.isArray(rows) || rows.length === 0 || rows.some((each) => each !== undefined)) return args;
  const selected = selection();
  return selected.length === rows.length ? [selected[0], selected, ...rest] : [];
}

/** The event that a row of a tree is or stands under. */
export const eventAround = (row: unknown): EventResource | undefined => resourceAround('event', row);

/** The item that a row of a tree is or stands under. */
export const itemAround = (row: unknown): ItemResource | undefined => resourceAround('item', row);

function resourceAround<Kind extends ResourceKind>(kind: Kind, row: unknown): ResourceOf<Kind> | undefined {
  for (let node = row; typeof node === 'object' && node !== null; node = (node as { parent?: unknown }).parent) {
    const [found] = resourcesFrom([kind], node);
    if (found) return found;
  }
  return undefined;
}

function resourceIn(row: unknown): Resource | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  if ('resource' in row) return (row as HoldsResource).resource;
  return 'kind' in row && 'environment' in row && 'id' in row ? (row as Resource) : undefined;
}

const address = /^(?:https?:\/\/|\/|[\w-]+(?:\.[\w-]+)+\/)/i;

/** The last part of an address; any other text is a slug, an id or a name itself: "AC/DC" too. */
export function slugIn(text: string): string {
  if (!address.test(text)) return text;
  const parts = before(text, /[?#]/).split('/');
  return parts.filter(Boolean).at(-1) ?? text;
}

/** Ids are text or numbers: whatever is one word, of a length that somebody types or pastes, can be one. */
export function canBeId(text: string): boolean {
  return /^[^\s/?#]{1,100}$/.test(text);
}
