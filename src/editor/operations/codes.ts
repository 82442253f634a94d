// Codes as they are read for a delete or a file: the interface reads them only as lists of their items.
import {
  ApiError,
  codeKeyIn,
  IncompleteList,
  readCode,
  unknownDialect,
  wholeList,
  type Dialect,
  type Row,
  eventOfRow,
} from '../../client/index.ts';
import { t } from '../../client/l10n.ts';
import { markOf } from '../../runs/index.ts';
import type { CodeResource } from '../platform/resources.ts';
import { nextStep, UserError } from '../platform/user-error.ts';
import { itemPaths } from '../../records/item-groups.ts';
import type { CodeLists } from '../reading/reads.ts';
import { fieldOf } from '../reading/resources.ts';
import type { RemovalEntry } from './removal.ts';

/** The ticket that a code belongs to: one for all of its codes. */
export interface CodeOfTicket {
  readonly itemId: string;
  /** Its name alone, as a file of codes has it. */
  readonly ticket: string;
  /** Its group and its name. */
  readonly label: string;
}

/** More than this is no slip of the hand any more: it is done ticket by ticket. */
const maxCodes = 500_000;

interface EventReading {
  readonly dialect: Dialect;
  /** Only those of this item. */
  readonly itemId?: string | undefined;
  readonly onProgress?: ((read: number) => void) | undefined;
}

/** The codes of an event, or of one of its tickets; an error where a list is not complete, or not there. */
export async function codesOfEvent(
  lists: CodeLists,
  { dialect, itemId, onProgress = () => undefined }: EventReading,
): Promise<RemovalEntry<CodeOfTicket>[]> {
  const codes: RemovalEntry<CodeOfTicket>[] = [];
  for (const item of await itemsOfEvent(lists)) {
    if (itemId !== undefined && item.itemId !== itemId) continue;
    for await (const rows of codesOfItem(lists, item)) {
      for (const { label, value } of rows) {
        // The text of a code is no id: another code may have it for one.
        const { id, code: name = label } = readCode(value, dialect);
        if (id === undefined && itemId !== undefined) throw withoutIds(item.label);
        codes.push({ key: `${item.itemId}/${id ?? name}`, name, record: item });
      }
      if (codes.length > maxCodes)
        throw new UserError(t('More than {0} codes: delete them ticket by ticket.', maxCodes.toLocaleString()));
      onProgress(codes.length);
    }
  }
  return codes;
}

function withoutIds(ticket: string): UserError {
  return new UserError(t('The service gives no ids for the codes of {0}, so they cannot be deleted one by one.', ticket));
}

/** A list that is not there is not an empty one. */
async function* codesOfItem(lists: CodeLists, item: CodeOfTicket): AsyncGenerator<readonly Row[]> {
  try {
    yield* wholeList(lists.codes(item.itemId), { of: 'codes' });
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'notFound') throw new UnknownCodes(item, error.message);
    throw error;
  }
}

/** The service has no list of an item's codes: it is not known whether it has any. */
class UnknownCodes extends UserError {
  constructor({ label, itemId }: CodeOfTicket, reason: string) {
    super(t('It is not known which codes {0} has: {1}', `${label} (${itemId})`, reason), nextStep.describeService());
  }
}

async function itemsOfEvent(lists: CodeLists): Promise<CodeOfTicket[]> {
  const rows: Row[] = [];
  for await (const page of wholeList(lists.items, { of: 'items' })) rows.push(...page);
  const paths = itemPaths(rows);
  return rows.flatMap(({ id, label, value }) =>
    id === undefined ? [] : [{ itemId: id, ticket: fieldOf(value, 'name') ?? label, label: paths.get(id) ?? label }],
  );
}

/** What a ticket has, for whoever chooses one. */
export interface TicketCodes extends CodeOfTicket {
  readonly count: number;
  /** How many of them somebody used; undefined where not every row tells. */
  readonly used: number | undefined;
  /** Of their ids. */
  readonly mark: string;
  /** Why it is not known how many there are: there are at least `count`, or nothing is known at all. */
  readonly problem?: Error | undefined;
}

/** Every item of an event with the number of its codes. */
export async function ticketsOfEvent(
  lists: CodeLists,
  { dialect, onProgress = () => undefined }: Omit<EventReading, 'itemId'>,
): Promise<TicketCodes[]> {
  const tickets: TicketCodes[] = [];
  let read = 0;
  for (const item of await itemsOfEvent(lists)) {
    const ids: string[] = [];
    let used: number | undefined = 0;
    let problem: Error | undefined;
    try {
      for await (const rows of codesOfItem(lists, item)) {
        for (const { value } of rows) {
          const code = readCode(value, dialect);
          ids.push(code.id ?? code.code ?? '');
          used = used === undefined || code.used === undefined ? undefined : used + Number(code.used);
        }
        onProgress((read += rows.length));
      }
    } catch (error) {
      if (!(error instanceof IncompleteList || error instanceof UnknownCodes)) throw error;
      problem = error;
    }
    tickets.push({ ...item, count: ids.length, used, mark: markOf(ids), problem });
  }
  return tickets;
}

/** `40 codes, 12 used` */
export function countText(count: number, used: number | undefined): string {
  const number = count.toLocaleString();
  return used === undefined ? t('{0} codes, used: not known', number) : t('{0} codes, {1} used', number, used.toLocaleString());
}

/** How many each ticket has, in the order of the tickets. */
export function countsByTicket(codes: readonly RemovalEntry<CodeOfTicket>[]): ReadonlyMap<CodeOfTicket, number> {
  const counts = new Map<string, [CodeOfTicket, number]>();
  for (const { record } of codes) {
    const [ticket, count] = counts.get(record.itemId) ?? [record, 0];
    counts.set(record.itemId, [ticket, count + 1]);
  }
  return new Map(counts.values());
}

/** As a file that can be uploaded again. */
export function* copyRows(codes: readonly RemovalEntry<CodeOfTicket>[]): Generator<readonly string[]> {
  yield ['ticket', 'code'];
  for (const { name, record } of codes) yield [record.ticket, name];
}

/** Those of the codes that are there, as they are now; an error where a list is not complete. */
export async function findCodes(
  wanted: readonly CodeResource[],
  read: CodeLists['codes'],
  dialect: Dialect = unknownDialect,
): Promise<RemovalEntry<CodeResource>[]> {
  const found: RemovalEntry<CodeResource>[] = [];
  for (const [itemId, codes] of Map.groupBy(wanted, (code) => code.itemId)) {
    const missing = new Map(codes.map((code) => [code.id, code]));
    for await (const rows of wholeList(read(itemId), { of: 'codes' })) {
      for (const { id: shown = '', label, value } of rows) {
        const { id, code: name = label } = readCode(value, dialect);
        const code = missing.get(id ?? shown);
        if (!code) continue;
        if (id === undefined) throw withoutIds(code.itemLabel ?? itemId);
        missing.delete(id);
        const record = { ...code, label: name, value, eventId: eventOfRow(value, dialect) ?? code.eventId };
        found.push({ key: `${itemId}/${id}`, name, record });
      }
      // The rest of the list is of no interest.
      if (missing.size === 0) break;
    }
  }
  return found;
}

/** The columns of a table of codes, the code first; any row may bring another. Plain fields only: a cell has room for a text. */
export class CodeColumns {
  readonly #dialect: Dialect;
  readonly #names = new Set<string>();
  #code: string | undefined;

  constructor(dialect: Dialect = unknownDialect) {
    this.#dialect = dialect;
  }

  get header(): string[] {
    return [this.#code ?? 'code', ...this.#names];
  }

  /** The cells of the columns that are known by then. */
  rowOf({ value, label }: Row): string[] {
    const code = codeKeyIn(value, this.#dialect);
    this.#code ??= code;
    if (typeof value === 'object' && value !== null)
      for (const [name, field] of Object.entries(value)) if (name !== code && isPlain(field)) this.#names.add(name);
    return [readCode(value, this.#dialect).code ?? label, ...[...this.#names].map((name) => cellOf(value, name, code))];
  }
}

function cellOf(value: unknown, name: string, code: string | undefined): string {
  if (name === code || typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
  const field = (value as Record<string, unknown>)[name];
  return isPlain(field) && field !== null ? String(field) : '';
}

function isPlain(field: unknown): field is string | number | bigint | boolean | null {
  return field === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof field);
}
