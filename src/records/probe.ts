// Finds out how a service speaks, with reads alone: small ones are compared by the ids that they give. Each finding has its evidence.
import { centsOf, type AmountUnit, type Dialect } from '../client/dialect.ts';
import { ApiError } from '../client/errors.ts';
import { parseDate } from '../client/dates.ts';
import { contentOf, labelOf, readPage, type Page, type Row } from '../client/lists.ts';
import { t } from '../client/l10n.ts';
import { offsetNames, pageNames, sizeNames, usualLimits } from '../client/page-names.ts';
import { isObject } from '../client/replies.ts';
import { operations, type OperationId } from '../client/operations.ts';
import { openedItems } from './documented.ts';
import { partIn, readRecord, valueOf, type Item } from './read.ts';

type ProbeRead = (operation: OperationId, input: ProbeInput, signal?: AbortSignal) => Promise<unknown>;

interface ProbeInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query;
}

type Query = Readonly<Record<string, string | number>>;

/** A part of the dialect that was found, and what showed it: a request, and what its reply had. */
export interface Finding {
  readonly part: Dialect;
  /** As the settings call it: `paging.first`. */
  readonly name: string;
  readonly evidence: string;
}

/** What could not be found out, and why. */
interface Unfound {
  readonly name: string;
  readonly reason: string;
}

interface ProbeOptions {
  /** The event whose lists are looked at. */
  readonly eventId: string;
  readonly signal?: AbortSignal | undefined;
}

/** Never fails because of the service: what cannot be read is not found. */
export async function probe(
  read: ProbeRead,
  { eventId, signal }: ProbeOptions,
): Promise<{ readonly findings: readonly Finding[]; readonly unfound: readonly Unfound[] }> {
  const looking = new Looking(read, eventId, signal);
  await looking.paging();
  await looking.item();
  await looking.passkey();
  await looking.tax();
  return looking;
}

/** So few that two pages of them are there in any real event. */
const few = 2;
/** More than a page of any service has. */
const many = 1000;
/** A price that no item has: whoever names it again was sent it. */
const oddPrice = 12_345;

class Looking {
  readonly findings: Finding[] = [];
  readonly unfound: Unfound[] = [];
  readonly #read: ProbeRead;
  readonly #eventId: string;
  readonly #signal: AbortSignal | undefined;

  constructor(read: ProbeRead, eventId: string, signal: AbortSignal | undefined) {
    this.#read = read;
    this.#eventId = eventId;
    this.#signal = signal;
  }

  #found(name: string, part: Dialect, evidence: string): void {
    this.findings.push({ name, part, evidence });
  }

  #missed(name: string, reason: string): void {
    this.unfound.push({ name, reason });
  }

  /** The reply; undefined where the service refuses. */
  async #try(operation: OperationId, input: ProbeInput): Promise<unknown> {
    this.#signal?.throwIfAborted();
    try {
      return await this.#read(operation, input, this.#signal);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  async #page(list: ListName, query: Query = {}): Promise<ShownPage> {
    const reply = await this.#try(list, { query: { eventId: this.#eventId, ...query } });
    const { rows, next } = readPage(reply);
    const ids = rows.all.map(({ id, label }) => id ?? label);
    return { list, rows: rows.all, next, ids, text: requestText(list, query), reply };
  }

  async paging(): Promise<void> {
    const [items, passkeys] = [await this.#page('listItems'), await this.#page('listPasskeys')];
    const plain = passkeys.ids.length > items.ids.length ? passkeys : items;
    if (plain.ids.length <= few)
      return this.#missed(
        'paging',
        t('The event has too few items and passkeys to compare two pages of them. Choose another event.'),
      );
    const size = await this.#size(plain);
    // A list that fits into one page names no next one.
    const shown = typeof plain.next === 'object' ? plain : (size?.first ?? plain);
    const next = typeof shown.next === 'object' ? Object.keys(shown.next) : [];
    const [page] = next;
    if (page !== undefined && !next.some((name) => /^(?:page|offset|skip|start|from)$/i.test(name))) {
      const paging = { by: 'cursor', page, ...(size && { size: size.name }) } as const;
      return this.#found('paging', { paging }, t('{0} names the next page by {1}', shown.text, page));
    }
    if (!size) {
      if (await this.#isWhole(plain)) return;
      const reason = t('No parameter makes a page of {0} rows: {1} were tried.', few, sizeNames.join(', '));
      return this.#missed('paging', reason);
    }
    const names = hinted(pageNames, plain);
    const ways: Way[] = [
      ...names.flatMap((page) => ([0, 1] as const).map((first): Way => ({ by: 'page', page, first, next: first + 1 }))),
      ...offsetNames.map((page): Way => ({ by: 'offset', page, first: 0, next: few })),
    ];
    for (const way of ways) if (await this.#goesOn(plain, size.name, way)) return;
    const tried = [...names, ...offsetNames].join(', ');
    this.#missed('paging', t('No parameter leads to a second page: {0} were tried.', tried));
  }

  /** A list that is the same whatever page is asked for comes whole, and so does one whose service knows no pages. */
  async #isWhole(plain: ShownPage): Promise<boolean> {
    const names = [...sizeNames, ...pageNames, ...offsetNames];
    const second = await this.#page(plain.list, Object.fromEntries(names.map((name) => [name, few])));
    const isSame = second.ids.length > 0 && second.ids.join('\n') === plain.ids.join('\n');
    if ((!isSame && second.reply !== undefined) || usualLimits.has(plain.ids.length)) return false;
    const evidence = isSame
      ? t(
          '{0} gives all {1} rows, whichever page is asked for: {2} change nothing',
          plain.text,
          plain.ids.length,
          names.join(', '),
        )
      : t('{0} gives {1} rows, and the service refuses {2}', plain.text, plain.ids.length, names.join(', '));
    this.#found('paging', { paging: { by: 'none' } }, evidence);
    return true;
  }

  async #size(plain: ShownPage): Promise<{ readonly name: string; readonly first: ShownPage } | undefined> {
    for (const name of hinted(sizeNames, plain))
      // Where pages are counted from zero the second one may be empty.
      for (const page of [1, 0]) {
        const first = await this.#page(plain.list, { page, [name]: few });
        if (first.ids.length > 0 && first.ids.length <= few) return { name, first };
      }
    return undefined;
  }

  /** Whether a parameter leads from the first page to another one. */
  async #goesOn({ list, ids }: ShownPage, size: string, { by, page, first, next }: Way): Promise<boolean> {
    const begins = await this.#page(list, { [page]: first, [size]: few });
    const second = await this.#page(list, { [page]: next, [size]: few });
    if (begins.ids.join('\n') !== ids.slice(0, few).join('\n') || !follows(second, begins)) return false;
    this.#found(
      'paging',
      { paging: { by, page, size, ...(by === 'page' && { first }) } },
      t('{0} begins the list, and {1} goes on with other rows', begins.text, second.text),
    );
    if (by === 'offset') return true;
    // The largest page is known where a page of very many is not all that there is.
    const large = await this.#page(list, { [page]: first, [size]: many });
    const count = large.ids.length;
    if (count > 0 && count < many && follows(await this.#page(list, { [page]: next, [size]: many }), large))
      this.#found(
        'paging.largest',
        { paging: { largest: count } },
        t('{0} gives {1} rows, and there are more', large.text, count),
      );
    return true;
  }

  /** The record of a row, read by itself, and the request that showed it. */
  async #record(operation: 'getItem' | 'getPasskey', { list, text }: ShownPage, { id, value }: Row) {
    const reply = id === undefined ? undefined : await this.#try(operation, { path: { id } });
    return {
      record: reply === undefined ? value : contentOf(reply),
      text: id === undefined ? text : `GET ${operations[list].path}/${id}`,
    };
  }

  /** Units, times and names of the first item that has a price. */
  async item(): Promise<void> {
    const list = await this.#page('listItems');
    const rows = list.rows.filter(({ value }) => isObject(value));
    const telling = rows.find(({ value }) => unitOf(priceIn(value)) !== undefined);
    const row = telling ?? rows.find(({ value }) => priceIn(value) !== undefined) ?? rows[0];
    const { record, text } = (row && (await this.#record('getItem', list, row))) ?? {};
    if (!isObject(record) || text === undefined) return this.#missed('amounts.items', t('No item could be read.'));
    const item = readRecord('item', record, {});
    this.#unit(item, text);
    this.#times(item, text);
    this.#names(item, text);
  }

  #unit(item: Item, text: string): void {
    const { raw: price, place = [] } = valueOf(item, 'value', 'price') ?? {};
    const unit = unitOf(price);
    const shown = `${place.join('.')} = ${String(price)}`;
    if (unit) this.#found('amounts.items', { amounts: { items: unit } }, t('{0} shows {1}', text, shown));
    else if (price === undefined || price === null) this.#missed('amounts.items', notNamed(text, 'price', item.raw));
    else this.#missed('amounts.items', t('{0} shows {1}, which may be cents or not.', text, shown));
  }

  #times(item: Item, text: string): void {
    const start = valueOf(item, 'salePeriods', 'start')?.raw;
    const parsed = typeof start === 'string' ? parseDate(start) : undefined;
    if (typeof start !== 'string' || !parsed) return this.#missed('clock', notNamed(text, 'salePeriods', item.raw));
    this.#missed(
      'clock',
      parsed.instant === undefined
        ? t('{0} shows {1}, which is written back as it is; the zone matters for what is past or ahead.', text, start)
        : t('{0} shows {1}; by which clock a time without a zone is taken cannot be read.', text, start),
    );
  }

  /** The names that are not the document's: they are understood without being set, and can be seen. */
  #names(item: Item, text: string): void {
    const values = partIn(item, 'value')?.fields;
    const pairs = [
      ['value', item.places.get('value')],
      ['value.price', values?.price?.place],
      ['value.feeSale', values?.feeSale?.place],
      ['salePeriods', item.places.get('salePeriods')],
      ['attributes', item.places.get('attributes')],
      ['name', valueOf(item, 'data', 'name')?.place],
    ] as const;
    for (const [name, place] of pairs)
      if (place && place.join('.') !== name)
        this.#found(`fields.${name}`, {}, t('{0} calls {1} {2}; this name is understood', text, name, place.join('.')));
    for (const name of ['value', 'salePeriods', 'attributes'])
      if (item.sections[name] === undefined) this.#missed(`fields.${name}`, notNamed(text, name, item.raw));
  }

  async passkey(): Promise<void> {
    const list = await this.#page('listPasskeys');
    const row = list.rows.find(({ value }) => isObject(value));
    if (!row) return this.#missed('fields.itemIds', t('The event has no passkey.'));
    const { record, text } = await this.#record('getPasskey', list, row);
    if (openedItems(record, {})) this.#found('fields.itemIds', {}, t('{0} shows the items that a passkey opens', text));
    else this.#missed('fields.itemIds', notNamed(text, 'itemIds', record));
  }

  /** A tax reply that names the price again shows its unit. */
  async tax(): Promise<void> {
    const query = { eventId: this.#eventId, price: oddPrice };
    const content = contentOf(await this.#try('calculateTax', { query }));
    const text = requestText('calculateTax', query);
    for (const [name, value] of Object.entries(isObject(content) ? content : {})) {
      const unit = (['cents', 'decimals'] as const).find((each) => centsOf(value, each) === oddPrice);
      if (unit === undefined) continue;
      this.#found('amounts.tax', { amounts: { tax: unit } }, t('{0} answers with {1} = {2}', text, name, labelOf(value)));
      return;
    }
    this.#missed('amounts.tax', t('{0} does not name the price that was sent.', text));
  }
}

type ListName = 'listItems' | 'listPasskeys';

interface ShownPage {
  readonly list: ListName;
  readonly rows: readonly Row[];
  readonly next: Page['next'];
  readonly ids: readonly string[];
  /** The request, for a person. */
  readonly text: string;
  /** Undefined where the service refuses. */
  readonly reply: unknown;
}

/** A parameter that chooses a page, with its value for the first page and for the next one. */
interface Way {
  readonly by: 'page' | 'offset';
  readonly page: string;
  readonly first: 0 | 1;
  readonly next: number;
}

/** Whether a page has other rows than the one before. */
function follows({ ids }: ShownPage, before: ShownPage): boolean {
  return ids.length > 0 && !ids.some((id) => before.ids.includes(id));
}

/** The names that are tried: first those by which the service calls its own page, be it beside the rows or in the box of its paging. */
function hinted(names: readonly string[], { reply }: ShownPage): string[] {
  const boxes = isObject(reply) ? [reply, ...Object.values(reply).filter(isObject)] : [];
  const hints = boxes.flatMap((box) =>
    Object.keys(box).filter((key) => /page|size|limit/i.test(key) && Number.isInteger(box[key])),
  );
  const isSize = names === sizeNames;
  const own = hints.filter((hint) => /size|limit|per/i.test(hint) === isSize && !/total|last|count|pages/i.test(hint));
  return [...new Set([...own, ...names])];
}

const maxFields = 20;

/** A field that was not found is named beside those that are there: it may be one of them. */
function notNamed(text: string, name: string, record: unknown): string {
  const names = isObject(record) ? Object.keys(record) : [];
  const shown = names.slice(0, maxFields).join(', ') + (names.length > maxFields ? ', …' : '');
  return t('{0} has no {1} under a name that is known. Its fields: {2}.', text, name, shown);
}

function requestText(operation: ListName | 'calculateTax', query: Query): string {
  const text = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return `GET ${operations[operation].path}${text.length > 0 ? `?${text.join('&')}` : ''}`;
}

function priceIn(record: unknown): unknown {
  return isObject(record) ? (valueOf(readRecord('item', record, {}), 'value', 'price')?.raw ?? undefined) : undefined;
}

/** A fraction shows its unit, and so does a text that has one; a whole number may be anything. */
function unitOf(price: unknown): AmountUnit | undefined {
  if (centsOf(price, undefined) === undefined) return undefined;
  return typeof price === 'string' ? 'text' : 'decimals';
}
