// Finds out how a service speaks, with reads alone: small ones are compared by the ids that they give. Each finding has its evidence.
import { centsOf, type AmountUnit, type Dialect, type PagingDialect } from '../client/dialect.ts';
import { ApiError } from '../client/errors.ts';
import { idText } from '../client/fields.ts';
import { parseDate } from '../client/dates.ts';
import { contentOf, labelOf, readPage, type Page } from '../client/lists.ts';
import { t } from '../client/l10n.ts';
import { offsetNames, pageNames, sizeNames, usualLimits } from '../client/page-names.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import type { OperationId } from '../client/operations.ts';
import { partIn, readRecord, valueOf, type Item } from './read.ts';

type ProbeRead = (operation: OperationId, input: ProbeInput, signal?: AbortSignal) => Promise<unknown>;

interface ProbeInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
}

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

interface Probe {
  readonly findings: readonly Finding[];
  readonly unfound: readonly Unfound[];
}

interface ProbeOptions {
  /** The event whose lists are looked at. */
  readonly eventId: string;
  readonly signal?: AbortSignal | undefined;
}

/** Never fails because of the service: what cannot be read is not found. */
export async function probe(read: ProbeRead, { eventId, signal }: ProbeOptions): Promise<Probe> {
  const looking = new Looking(read, eventId, signal);
  await looking.paging();
  await looking.item();
  await looking.passkey();
  await looking.tax();
  return { findings: looking.findings, unfound: looking.unfound };
}

/** So few that two pages of them are there in any real event. */
const few = 2;
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

  /** The reply, or why there is none. */
  async #try(operation: OperationId, input: ProbeInput): Promise<{ readonly reply?: unknown; readonly error?: ApiError }> {
    this.#signal?.throwIfAborted();
    try {
      return { reply: await this.#read(operation, input, this.#signal) };
    } catch (error) {
      if (error instanceof ApiError) return { error };
      throw error;
    }
  }

  /** A page of the first list of the event that has enough rows: its items, or its passkeys. */
  async #page(list: ListName, query: Readonly<Record<string, string | number>>): Promise<ShownPage> {
    const { reply, error } = await this.#try(list, { query: { eventId: this.#eventId, ...query } });
    const page = error ? undefined : readPage(reply);
    const ids = (page?.rows.all ?? []).map(({ id, label }) => id ?? label);
    return { page, ids, text: requestText(list, query), isRefused: error !== undefined, hints: pagingHints(reply) };
  }

  async paging(): Promise<void> {
    const lists = ['listItems', 'listPasskeys'] as const;
    let longest: { list: ListName; plain: ShownPage } | undefined;
    for (const list of lists) {
      const plain = await this.#page(list, {});
      if (plain.ids.length > (longest?.plain.ids.length ?? 0)) longest = { list, plain };
    }
    if (!longest || longest.plain.ids.length <= few) {
      this.#missed('paging', t('The event has too few items and passkeys to compare two pages of them. Choose another event.'));
      return;
    }
    await this.#pagingOf(longest.list, longest.plain);
  }

  async #pagingOf(list: ListName, plain: ShownPage): Promise<void> {
    const size = await this.#sizeName(list, plain.hints);
    // A list that fits into one page names no next one.
    const shown = typeof plain.page?.next === 'object' ? plain : (size?.first ?? plain);
    const next = shown.page?.next;
    const isByToken =
      typeof next === 'object' && !Object.keys(next).some((name) => /^(?:page|offset|skip|start|from)$/i.test(name));
    if (isByToken) {
      const [name = 'cursor'] = Object.keys(next);
      this.#paging(
        { by: 'cursor', page: name, ...(size ? { size: size.name } : {}) },
        t('{0} names the next page by {1}', shown.text, name),
      );
      return;
    }
    if (!size) {
      if (await this.#isWhole(list, plain)) return;
      this.#missed('paging', t('No parameter makes a page of {0} rows: {1} were tried.', few, sizeNames.join(', ')));
      return;
    }
    const names = hinted(pageNames, plain.hints);
    for (const page of names) if (await this.#byNumber(list, plain, { page, size: size.name })) return;
    if (await this.#byOffset(list, plain, size)) return;
    const tried = [...names, ...offsetNames].join(', ');
    this.#missed('paging', t('No parameter leads to a second page: {0} were tried.', tried));
  }

  /** A list that is the same whatever page is asked for comes whole, and so does one whose service knows no pages. */
  async #isWhole(list: ListName, plain: ShownPage): Promise<boolean> {
    const names = [...sizeNames, ...pageNames, ...offsetNames];
    const second = await this.#page(list, Object.fromEntries(names.map((name) => [name, few])));
    const isSame = second.ids.length > 0 && second.ids.join('\n') === plain.ids.join('\n');
    if ((!isSame && !second.isRefused) || usualLimits.has(plain.ids.length)) return false;
    this.#paging(
      { by: 'none' },
      isSame
        ? t(
            '{0} gives all {1} rows, whichever page is asked for: {2} change nothing',
            plain.text,
            plain.ids.length,
            names.join(', '),
          )
        : t('{0} gives {1} rows, and the service refuses {2}', plain.text, plain.ids.length, names.join(', ')),
    );
    return true;
  }

  async #sizeName(list: ListName, hints: readonly string[]): Promise<{ name: string; first: ShownPage } | undefined> {
    for (const name of hinted(sizeNames, hints)) {
      const first = await this.#page(list, { page: 1, [name]: few });
      if (first.ids.length > 0 && first.ids.length <= few) return { name, first };
      // Where pages are counted from zero the second one may be empty.
      const zero = await this.#page(list, { page: 0, [name]: few });
      if (zero.ids.length > 0 && zero.ids.length <= few) return { name, first: zero };
    }
    return undefined;
  }

  async #byNumber(list: ListName, plain: ShownPage, { page, size }: { page: string; size: string }): Promise<boolean> {
    const [zero, one, two] = [
      await this.#page(list, { [page]: 0, [size]: few }),
      await this.#page(list, { [page]: 1, [size]: few }),
      await this.#page(list, { [page]: 2, [size]: few }),
    ];
    const start = plain.ids.slice(0, few).join('\n');
    const isFromZero = zero.ids.join('\n') === start && one.ids.join('\n') !== start && !overlap(zero.ids, one.ids);
    const isFromOne = one.ids.join('\n') === start && two.ids.length > 0 && !overlap(one.ids, two.ids);
    if (!isFromZero && !isFromOne) return false;
    const first = isFromZero ? 0 : 1;
    const [begins, goesOn] = isFromZero ? [zero, one] : [one, two];
    this.#paging(
      { by: 'page', page, size, first },
      t('{0} begins the list, and {1} goes on with other rows', begins.text, goesOn.text),
    );
    await this.#largest(list, { page, size, first });
    return true;
  }

  async #byOffset(list: ListName, plain: ShownPage, { name }: { name: string }): Promise<boolean> {
    for (const offset of offsetNames) {
      const [begins, goesOn] = [
        await this.#page(list, { [offset]: 0, [name]: few }),
        await this.#page(list, { [offset]: few, [name]: few }),
      ];
      const isStart = begins.ids.join('\n') === plain.ids.slice(0, few).join('\n');
      if (!isStart || goesOn.ids.length === 0 || overlap(begins.ids, goesOn.ids)) continue;
      this.#paging(
        { by: 'offset', page: offset, size: name },
        t('{0} begins the list, and {1} goes on with other rows', begins.text, goesOn.text),
      );
      return true;
    }
    return false;
  }

  /** The largest page is known where a page of a thousand is not all that there is. */
  async #largest(list: ListName, { page, size, first }: { page: string; size: string; first: number }): Promise<void> {
    const asked = 1000;
    const large = await this.#page(list, { [page]: first, [size]: asked });
    const total = large.page?.paging?.total;
    const count = large.ids.length;
    if (count === 0 || count >= asked) return;
    const after = total === undefined ? await this.#page(list, { [page]: first + 1, [size]: asked }) : undefined;
    const isCut = total === undefined ? (after?.ids.length ?? 0) > 0 : total > count;
    if (isCut) this.#paging({ largest: count }, t('{0} gives {1} rows, and there are more', large.text, count), 'paging.largest');
  }

  #paging(paging: PagingDialect, evidence: string, name = 'paging'): void {
    this.#found(name, { paging }, evidence);
  }

  /** Units, times and names of the first item that has a price. */
  async item(): Promise<void> {
    const list = await this.#page('listItems', {});
    const rows = (list.page?.rows.all ?? []).map(({ value }) => value).filter(isObject);
    const telling = rows.find((row) => unitOf(priceIn(row)) !== undefined);
    const priced = telling ?? rows.find((row) => priceIn(row) !== undefined) ?? rows[0];
    const id = priced && idText(priced.id);
    const one = id === undefined ? undefined : await this.#try('getItem', { path: { id } });
    const record = one?.reply === undefined ? priced : contentOf(one.reply);
    const text = id === undefined ? list.text : `GET /items/${id}`;
    if (!isObject(record)) return this.#missed('amounts.items', t('No item could be read.'));
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
    const list = await this.#page('listPasskeys', {});
    const [first] = (list.page?.rows.all ?? []).filter(({ value }) => isObject(value));
    if (!first) return this.#missed('fields.itemIds', t('The event has no passkey.'));
    const one = first.id === undefined ? undefined : await this.#try('getPasskey', { path: { id: first.id } });
    const record = one?.reply === undefined ? first.value : contentOf(one.reply);
    const text = first.id === undefined ? list.text : `GET /passkeys/${first.id}`;
    const itemIds = isObject(record) ? readRecord('passkey', record, {}).sections.itemIds : undefined;
    if (itemIds === undefined) this.#missed('fields.itemIds', notNamed(text, 'itemIds', record));
    else this.#found('fields.itemIds', {}, t('{0} shows the items that a passkey opens', text));
  }

  /** A tax reply that names the price again shows its unit. */
  async tax(): Promise<void> {
    const query = { eventId: this.#eventId, price: oddPrice };
    const { reply } = await this.#try('calculateTax', { query });
    const content = contentOf(reply);
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
  readonly page: Page | undefined;
  readonly ids: readonly string[];
  /** The request, for a person. */
  readonly text: string;
  readonly isRefused: boolean;
  /** What the reply calls its own page, beside the rows. */
  readonly hints: readonly string[];
}

/** Whole numbers beside a list, or in the box of its paging. */
function pagingHints(reply: unknown): string[] {
  if (!isObject(reply)) return [];
  const boxes = [reply, ...Object.values(reply).filter(isObject)];
  return boxes.flatMap((box) => Object.keys(box).filter((key) => /page|size|limit/i.test(key) && Number.isInteger(box[key])));
}

/** The names that are tried: first those by which the service calls its own page. */
function hinted(names: readonly string[], hints: readonly string[]): string[] {
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

const paths: Partial<Record<OperationId, string>> = { listItems: '/items', listPasskeys: '/passkeys', calculateTax: '/tax' };

function requestText(operation: OperationId, query: Readonly<Record<string, string | number>>): string {
  const text = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return `GET ${paths[operation] ?? ''}${text.length > 0 ? `?${text.join('&')}` : ''}`;
}

function overlap(some: readonly string[], others: readonly string[]): boolean {
  return some.some((id) => others.includes(id));
}

function priceIn(record: JsonObject): unknown {
  return valueOf(readRecord('item', record, {}), 'value', 'price')?.raw ?? undefined;
}

/** A fraction shows its unit, and so does a text that has one; a whole number may be anything. */
function unitOf(price: unknown): AmountUnit | undefined {
  if (centsOf(price, undefined) === undefined) return undefined;
  return typeof price === 'string' ? 'text' : 'decimals';
}
