// Items that are edited in cells: one field at a time, by the session of the form, and with its drafts.
import type { Row } from '../../client/index.ts';
import type { TaxShown } from '../../protocol/contract.ts';
import type { SaveReply, SectionName } from '../../protocol/item.ts';
import type { TypedEdit, TypedField } from '../../protocol/record-form.ts';
import type {
  CellTexts,
  EditBegin,
  EditedCell,
  EditedField,
  EditReply,
  EditSave,
  EditStart,
  OpenEdit,
} from '../../protocol/item-edit.ts';
import { feeNames, fittingFee, type FeeName } from '../../shared/fees.ts';
import { editsOf, meaningOf, textIn, withTexts } from '../../shared/typed-fields.ts';
import { centsOf, editableMoney } from '../../shared/text.ts';
import { UserError } from '../platform/user-error.ts';
import type { RecordDraft } from '../records/draft.ts';
import { isFields, partIn, rawWith, readRecord, type Fields, type Item } from '../../records/index.ts';
import { addressOf, cellIn, cellTextsOf, fieldOf, isSummary } from './cell-fields.ts';
import type { FormatContext } from './record-texts.ts';
import { ItemSession, type ItemStore } from './item-session.ts';

/** What edits of cells need of the editor. */
interface EditHost {
  readonly store: (label: string) => ItemStore;
  readonly format: () => FormatContext;
  readonly draftOf: (id: string) => RecordDraft;
  readonly readTax: (record: Fields, price: number) => Promise<TaxShown>;
  /** Whoever shows the item reads it again. */
  readonly announce: (reply: Extract<SaveReply, { kind: 'written' }>, record: Fields) => void;
  /** The service has another value than the cells show. */
  readonly announceOther: (id: string, record: Fields) => void;
  readonly openForm: (id: string, section: SectionName) => Promise<unknown>;
  /** What a cell shows of a field. */
  readonly shown: (field: EditedField, record: Fields) => string;
  /** What was typed into a cell, as a person reads it. */
  readonly typed: (field: EditedField, text: string) => string;
  readonly money: (cents: number) => string;
  readonly texts: { readonly notShown: string; readonly isGone: string };
}

interface EditedItem {
  readonly id: string;
  readonly label: string;
  /** As the person sees it in the cell. */
  seen: Fields;
  /** The fields whose cells somebody is in, and what was typed. */
  readonly open: Set<EditedField>;
  readonly typed: Map<EditedField, string>;
  /** What was typed into these is left to the form. */
  readonly left: Set<EditedField>;
  session?: ItemSession | undefined;
  /** When this page kept the draft last: another time is that of somebody else. */
  keptAt?: number | undefined;
  /** Fees that were offered for a price. */
  offered?: { readonly price: string; readonly fees: Partial<Record<FeeName, string>> };
  /** What is done with one item is done one after the other. */
  work: Promise<unknown>;
}

const sections: Readonly<Record<EditedField, SectionName>> = {
  price: 'values',
  quantity: 'data',
  available: 'periods',
  finish: 'periods',
};

type Amounts = Readonly<Record<'price' | FeeName, string>>;

function feeEdits(fees: Partial<Record<FeeName, string>>): TypedEdit[] {
  return Object.entries(fees).map(([name, text]) => ({ section: 'value', key: '', name, text }));
}

export class ItemEdits {
  readonly #host: EditHost;
  readonly #items = new Map<string, EditedItem>();
  /** Items as they were read after a save: the rows of a long list are not read again by themselves. */
  readonly #saved = new Map<string, Fields>();

  constructor(host: EditHost) {
    this.#host = host;
  }

  /** What somebody is typing, for a page that was hidden. */
  get open(): OpenEdit[] {
    return [...this.#items.values()].flatMap(({ id, typed, left }) =>
      [...typed].filter(([field]) => !left.has(field)).map(([field, text]) => ({ id, field, text })),
    );
  }

  /** What a page asks for; `rowOf` gives a row as the page shows it. */
  handlers(rowOf: (cell: EditBegin) => Row, used: () => void) {
    return {
      beginEdit: (cell: EditBegin) => this.begin(cell, () => rowOf(cell)),
      keepEdit: (edit: OpenEdit) => {
        used();
        return this.keep(edit);
      },
      saveEdit: (edit: EditSave) => this.save(edit),
      endEdit: (cell: EditedCell) => this.end(cell),
      openEdited: (cell: EditedCell) => this.openForm(cell),
    };
  }

  /** `rowOf`: the row as it is shown; what is being edited is known already. */
  begin(cell: EditedCell, rowOf: () => Row): Promise<EditStart> {
    // What was typed into another of its cells may be being kept at this moment: it is no draft of others.
    return this.#items.has(cell.id) ? this.#inTurn(cell.id, () => this.#begin(cell, rowOf)) : this.#begin(cell, rowOf);
  }

  async #begin({ id, field }: EditedCell, rowOf: () => Row): Promise<EditStart> {
    const refused = { kind: 'refused' as const, why: this.#host.texts.notShown };
    const known = this.#items.get(id);
    const { label, value } = known ? { label: known.label, value: known.seen } : this.#asSaved(rowOf());
    if (!isFields(value)) return refused;
    const format = this.#host.format();
    // The form has what was typed into it.
    if (isSummary(this.#itemOf(value), field)) {
      await this.#host.openForm(id, sections[field]);
      return { kind: 'opened' };
    }
    if (await this.#isDraftOfOthers(id, known)) return { kind: 'draft' };
    const texts = cellTextsOf({ label, value }, format);
    const text = texts?.[field];
    if (!texts || text === undefined) return refused;
    const item: EditedItem = this.#items.get(id) ?? {
      id,
      label,
      seen: value,
      open: new Set(),
      typed: new Map(),
      left: new Set(),
      work: Promise.resolve(),
    };
    this.#items.set(id, item);
    item.open.add(field);
    item.left.delete(field);
    const { clock: timeZone } = format.dialect;
    const as = field === 'price' ? texts.as : field === 'finish' ? 'time' : 'count';
    return { kind: 'input', label, text, typed: item.typed.get(field), as, timeZone };
  }

  /** What a page needs of a row to turn its cells into inputs at once. */
  textsOf(row: Row): CellTexts | undefined {
    return row.problem === undefined ? cellTextsOf(this.#asSaved(row), this.#host.format()) : undefined;
  }

  /** The rows were read again, with all that was saved. */
  rowsRead(): void {
    this.#saved.clear();
  }

  #asSaved(row: Row): Row {
    const value = this.#saved.get(row.id ?? '');
    return value ? { ...row, value } : row;
  }

  /** What is typed outlives the page; where the record cannot be read, only as long as the page is open. */
  keep({ id, field, text }: OpenEdit): Promise<void> {
    return this.#inTurn(id, async (item) => {
      item.typed.set(field, text);
      if (await this.#isDraftOfOthers(id, item)) return;
      item.session ??= await this.#read(item, false).catch(() => undefined);
      if (item.session) await this.#keepTyped(item, item.session);
    });
  }

  /** Nobody wants what was typed. */
  end({ id, field }: EditedCell): Promise<void> {
    if (!this.#items.has(id)) return Promise.resolve();
    return this.#inTurn(id, (item) => this.#typedIsDone(item, field));
  }

  /** In the form somebody goes on with what was typed here. */
  async openForm({ id, field }: EditedCell): Promise<void> {
    if (this.#items.has(id))
      await this.#inTurn(id, async (item) => {
        if (!(await this.#isDraftOfOthers(id, item))) await this.#keepTyped(item, (item.session ??= await this.#read(item)));
        this.#leave(item, field);
      });
    await this.#host.openForm(id, sections[field]);
  }

  save(wanted: EditSave): Promise<EditReply> {
    return this.#inTurn(wanted.id, (item) => this.#save(item, wanted));
  }

  async #save(item: EditedItem, { id, field, text, fees, over }: EditSave): Promise<EditReply> {
    item.typed.set(field, text);
    if (await this.#isDraftOfOthers(id, item)) return { kind: 'draft' };
    const session = (item.session = await this.#read(item));
    const seen = this.#itemOf(item.seen);
    const there = cellIn(session.base, field, seen);
    // Whether the record itself shows what its row in the list has.
    const isKnown = field === 'quantity' || !session.known.unseen.includes(field === 'price' ? 'values' : 'periods');
    if (!isKnown || (field === 'quantity' && !there)) return { kind: 'refused', why: this.#host.texts.notShown };
    if (!there) return { kind: 'refused', why: this.#host.texts.isGone };
    const asSeen = over ?? cellIn(session.fieldsOf(seen), field, seen)?.text ?? '';
    if (meaningOf({ ...there, text: asSeen }) !== meaningOf(there)) return this.#conflict(item, session, field, text);
    const edits = this.#editsOf(session.base, new Map([[field, text]]), seen);
    const offers = field === 'price' && fees !== 'leave' ? await this.#offers(item, session, edits, fees === 'take') : [];
    if (offers.length > 0) return { kind: 'fees', price: this.#host.money(centsOf(text) ?? 0), offers };
    const taken = fees === 'take' ? [...edits, ...feeEdits(item.offered?.fees ?? {})] : edits;
    return this.#replied(item, session, field, await session.save(taken, { isResolved: false, isAgain: false }), taken);
  }

  /** What was typed, as edits of a form; of a sale period that is gone there is none. */
  #editsOf(base: readonly TypedField[], typed: ReadonlyMap<EditedField, string>, seen: Item): TypedEdit[] {
    const form = [...typed].flatMap(([field, text]) => {
      const there = cellIn(base, field, seen);
      return there ? [{ ...there, text }] : [];
    });
    return editsOf(base, form);
  }

  /** The service has another value than the one in the cell: nothing is sent, and somebody says which one is right, here or in the form. */
  async #conflict(item: EditedItem, session: ItemSession, field: EditedField, text: string): Promise<EditReply> {
    const { record } = session;
    const found = this.#found(item, field, text, record.base, session.base);
    const seen = this.#itemOf(item.seen);
    const { section, key, name } = addressOf(field, seen);
    const now = record.baseModel;
    const [before, after] = [partIn(now, section, key), partIn(seen, section, key)];
    record.rebase(rawWith(now, seen, [{ section, key, index: 0, before, after, fields: [name], others: [] }]));
    await this.#keepEdits(item, session, this.#editsOf(session.base, new Map([[field, text]]), seen));
    return found;
  }

  #found(item: EditedItem, field: EditedField, text: string, record: Fields, now: readonly TypedField[]): EditReply {
    const { announceOther, shown, typed } = this.#host;
    announceOther(item.id, record);
    const there = cellIn(now, field, this.#itemOf(item.seen))?.text ?? '';
    return { kind: 'conflict', text: there, now: shown(field, record), typed: typed(field, text) };
  }

  /** The fees that the form would offer for this price; none where the tax cannot be told, or they were offered before. */
  async #offers(item: EditedItem, { base, record, known }: ItemSession, edits: readonly TypedEdit[], isTaken: boolean) {
    const [before, typed] = [base, withTexts(base, edits)].map((fields) => {
      const text = (name: string) => textIn(fields, name);
      return { price: text('price'), feeSale: text('feeSale'), feeProducer: text('feeProducer') };
    }) as [Amounts, Amounts];
    const price = centsOf(typed.price);
    const former = centsOf(before.price);
    if (known.fees !== 'money' || known.price !== 'money' || price === undefined || former === undefined || price === former)
      return [];
    if (isTaken && item.offered?.price === typed.price) return [];
    const read = (cents: number) => this.#host.readTax(record.base, cents).catch(() => undefined);
    const [formerTax, tax] = await Promise.all([read(former), read(price)]);
    const taxes = { before: formerTax?.shares, now: tax?.shares };
    const fits = feeNames.flatMap((field) => {
      const cents = fittingFee(field, before, typed, taxes);
      return cents === undefined ? [] : [{ field, cents }];
    });
    const { language } = this.#host.format();
    item.offered = {
      price: typed.price,
      fees: Object.fromEntries(fits.map(({ field, cents }) => [field, editableMoney(cents, language)])),
    };
    return fits.map(({ field, cents }) => ({ field, text: this.#host.money(cents) }));
  }

  async #replied(
    item: EditedItem,
    session: ItemSession,
    field: EditedField,
    reply: SaveReply,
    edits: readonly TypedEdit[],
  ): Promise<EditReply> {
    const { record } = session;
    if (reply.kind === 'written') {
      const isDone = reply.sections.every(({ state }) => state === 'saved');
      if (isDone) {
        item.seen = record.base;
        this.#saved.set(item.id, item.seen);
        await this.#typedIsDone(item, field);
      } else await this.#keepEdits(item, session, reply.edits);
      this.#host.announce(reply, record.base);
      const shown = isDone && reply.isReadBack ? { shown: this.#host.shown(field, record.base) } : {};
      return { kind: 'reply', reply, isKept: !isDone, ...shown };
    }
    if (reply.kind === 'unchanged') await this.#typedIsDone(item, field);
    // What was typed beside 50.00 is not meant beside 5,000.00.
    if (reply.kind === 'problems' && reply.shownAnew)
      return this.#found(item, field, item.typed.get(field) ?? '', record.base, reply.shownAnew.base);
    const isElsewhere = reply.kind === 'problems' && reply.problems.some((problem) => fieldOf(problem.field) !== field);
    const isKept = reply.kind === 'changedElsewhere' || isElsewhere;
    if (isKept) await this.#keepEdits(item, session, edits);
    const there = record.conflict;
    const seen = this.#itemOf(item.seen);
    const textOf = (fields: readonly TypedField[]) => cellIn(fields, field, seen)?.text;
    const isOwn = reply.kind === 'changedElsewhere' && textOf(reply.remote) !== textOf(reply.base);
    if (isOwn && there) return this.#found(item, field, item.typed.get(field) ?? '', there, reply.remote);
    return { kind: 'reply', reply, isKept };
  }

  #itemOf(record: Fields): Item {
    return readRecord('item', record, this.#host.format().dialect);
  }

  async #read({ id, label }: EditedItem, interactive = true): Promise<ItemSession> {
    const store = this.#host.store(label);
    const read: ItemStore['read'] = (which, options) => store.read(which, { ...options, interactive });
    const session = new ItemSession({ ...store, read }, this.#host.format, id, undefined);
    await session.record.open(id);
    return session;
  }

  async #isDraftOfOthers(id: string, item: EditedItem | undefined): Promise<boolean> {
    const draft = await this.#host.draftOf(id).read();
    return draft !== undefined && draft.at !== item?.keptAt;
  }

  async #keepTyped(item: EditedItem, session: ItemSession): Promise<void> {
    const edits = this.#editsOf(session.base, item.typed, this.#itemOf(item.seen));
    if (edits.length > 0) await this.#keepEdits(item, session, edits);
    else await this.#dropDraft(item);
  }

  async #keepEdits(item: EditedItem, { record, typedAs }: ItemSession, edits: readonly TypedEdit[]): Promise<void> {
    const draft = this.#host.draftOf(item.id);
    await draft.keep({ edits, base: record.base, typedAs });
    item.keptAt = (await draft.read())?.at;
  }

  async #dropDraft(item: EditedItem): Promise<void> {
    if (item.keptAt !== undefined && !(await this.#isDraftOfOthers(item.id, item))) await this.#host.draftOf(item.id).drop();
    item.keptAt = undefined;
  }

  /** It is saved, or nobody wants it; what else was typed of the item stays. */
  async #typedIsDone(item: EditedItem, field: EditedField): Promise<void> {
    item.typed.delete(field);
    item.left.delete(field);
    if (item.session && item.typed.size > 0) await this.#keepTyped(item, item.session);
    else await this.#dropDraft(item);
    this.#closed(item, field);
  }

  #leave(item: EditedItem, field: EditedField): void {
    item.left.add(field);
    this.#closed(item, field);
  }

  #closed({ id, open, typed, left }: EditedItem, field: EditedField): void {
    open.delete(field);
    if (open.size === 0 && [...typed.keys()].every((each) => left.has(each))) this.#items.delete(id);
  }

  async #inTurn<T>(id: string, work: (item: EditedItem) => Promise<T>): Promise<T> {
    const item = this.#items.get(id);
    if (!item) throw new UserError(this.#host.texts.isGone);
    const turn = item.work.then(() => work(item));
    item.work = turn.catch(() => undefined);
    return turn;
  }
}
