// Items that are edited in cells: one field at a time, by the session of the form, and with its drafts.
import type { Row } from '../../client/index.ts';
import type { TaxShown } from '../../protocol/contract.ts';
import type { SaveReply, SectionName } from '../../protocol/item.ts';
import type { TypedEdit, TypedField } from '../../protocol/record-form.ts';
import type { EditBegin, EditedCell, EditedField, EditReply, EditSave, EditStart, OpenEdit } from '../../protocol/item-edit.ts';
import { feeNames, fittingFee, type FeeName } from '../../shared/fees.ts';
import { editsOf, meaningOf, textIn, withTexts } from '../../shared/typed-fields.ts';
import { centsOf, editableMoney } from '../../shared/text.ts';
import { UserError } from '../platform/user-error.ts';
import type { RecordDraft } from '../records/draft.ts';
import { isFields, partIn, rawWith, readRecord, type Fields, type Item } from '../../records/index.ts';
import { addressOf, cellIn, cellTextsOf, fieldOf, isSummary } from './cell-fields.ts';
import type { FormatContext } from './record-texts.ts';
import { itemSession, type ItemSession, type ItemStore } from './item-session.ts';

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

export function cellEdits(host: EditHost) {
  const items = new Map<string, EditedItem>();
  /** Items as they were read after a save: the rows of a long list are not read again by themselves. */
  const saved = new Map<string, Fields>();

  /** `rowOf`: the row as it is shown; what is being edited is known already. */
  function begin(cell: EditedCell, rowOf: () => Row): Promise<EditStart> {
    // What was typed into another of its cells may be being kept at this moment: it is no draft of others.
    return items.has(cell.id) ? inTurn(cell.id, () => beginNow(cell, rowOf)) : beginNow(cell, rowOf);
  }

  async function beginNow({ id, field }: EditedCell, rowOf: () => Row): Promise<EditStart> {
    const refused = { kind: 'refused' as const, why: host.texts.notShown };
    const known = items.get(id);
    const { label, value } = known ? { label: known.label, value: known.seen } : asSaved(rowOf());
    if (!isFields(value)) return refused;
    const format = host.format();
    // The form has what was typed into it.
    if (isSummary(itemOf(value), field)) {
      await host.openForm(id, sections[field]);
      return { kind: 'opened' };
    }
    if (await isDraftOfOthers(id, known)) return { kind: 'draft' };
    const texts = cellTextsOf({ label, value }, format);
    const text = texts?.[field];
    if (!texts || text === undefined) return refused;
    const item: EditedItem = items.get(id) ?? {
      id,
      label,
      seen: value,
      open: new Set(),
      typed: new Map(),
      left: new Set(),
      work: Promise.resolve(),
    };
    items.set(id, item);
    item.open.add(field);
    item.left.delete(field);
    const as = field === 'price' ? texts.as : field === 'finish' ? 'time' : 'count';
    return { kind: 'input', label, text, typed: item.typed.get(field), as, timeZone: format.dialect.clock };
  }

  function asSaved(row: Row): Row {
    const value = saved.get(row.id ?? '');
    return value ? { ...row, value } : row;
  }

  /** What is typed outlives the page; where the record cannot be read, only as long as the page is open. */
  function keep({ id, field, text }: OpenEdit): Promise<void> {
    return inTurn(id, async (item) => {
      item.typed.set(field, text);
      if (await isDraftOfOthers(id, item)) return;
      item.session ??= await read(item, false).catch(() => undefined);
      if (item.session) await keepTyped(item, item.session);
    });
  }

  /** Nobody wants what was typed. */
  async function end({ id, field }: EditedCell): Promise<void> {
    if (items.has(id)) await inTurn(id, (item) => typedIsDone(item, field));
  }

  /** In the form somebody goes on with what was typed here. */
  async function openForm({ id, field }: EditedCell): Promise<void> {
    if (items.has(id))
      await inTurn(id, async (item) => {
        if (!(await isDraftOfOthers(id, item))) await keepTyped(item, (item.session ??= await read(item)));
        item.left.add(field);
        closed(item, field);
      });
    await host.openForm(id, sections[field]);
  }

  function save(wanted: EditSave): Promise<EditReply> {
    return inTurn(wanted.id, (item) => saveNow(item, wanted));
  }

  async function saveNow(item: EditedItem, { id, field, text, fees, over }: EditSave): Promise<EditReply> {
    item.typed.set(field, text);
    if (await isDraftOfOthers(id, item)) return { kind: 'draft' };
    const session = (item.session = await read(item));
    const seen = itemOf(item.seen);
    const there = cellIn(session.base, field, seen);
    // Whether the record itself shows what its row in the list has.
    const isShown = !session.known.unseen.some((part) => part === sections[field]);
    const { notShown, isGone } = host.texts;
    if (!there || !isShown) return { kind: 'refused', why: isShown && field !== 'quantity' ? isGone : notShown };
    const asSeen = over ?? cellIn(session.fieldsOf(seen), field, seen)?.text ?? '';
    if (meaningOf({ ...there, text: asSeen }) !== meaningOf(there)) return conflict(item, session, field, text);
    const edits = editsIn(session.base, new Map([[field, text]]), seen);
    const offers = field === 'price' && fees !== 'leave' ? await feeOffers(item, session, edits, fees === 'take') : [];
    if (offers.length > 0) return { kind: 'fees', price: host.money(centsOf(text) ?? 0), offers };
    const offered = fees === 'take' ? Object.entries(item.offered?.fees ?? {}) : [];
    const taken = [...edits, ...offered.map(([name, fee]) => ({ section: 'value' as const, key: '', name, text: fee }))];
    return replied(item, session, field, await session.save(taken, { isResolved: false, isAgain: false }), taken);
  }

  /** What was typed, as edits of a form; of a sale period that is gone there is none. */
  function editsIn(base: readonly TypedField[], typed: ReadonlyMap<EditedField, string>, seen: Item): TypedEdit[] {
    const form = [...typed].flatMap(([field, text]) => {
      const there = cellIn(base, field, seen);
      return there ? [{ ...there, text }] : [];
    });
    return editsOf(base, form);
  }

  /** The service has another value than the one in the cell: nothing is sent, and somebody says which one is right, here or in the form. */
  async function conflict(item: EditedItem, session: ItemSession, field: EditedField, text: string): Promise<EditReply> {
    const { record } = session;
    const found = conflictWith(item, field, record.base, session.base);
    const seen = itemOf(item.seen);
    const { section, key, name } = addressOf(field, seen);
    const now = record.baseModel;
    const [before, after] = [partIn(now, section, key), partIn(seen, section, key)];
    record.rebase(rawWith(now, seen, [{ section, key, index: 0, before, after, fields: [name] }]));
    await keepEdits(item, session, editsIn(session.base, new Map([[field, text]]), seen));
    return found;
  }

  function conflictWith(item: EditedItem, field: EditedField, record: Fields, now: readonly TypedField[]): EditReply {
    host.announceOther(item.id, record);
    const text = cellIn(now, field, itemOf(item.seen))?.text ?? '';
    return { kind: 'conflict', text, now: host.shown(field, record), typed: host.typed(field, item.typed.get(field) ?? '') };
  }

  /** The fees that the form would offer for this price; none where the tax cannot be told, or they were offered before. */
  async function feeOffers(
    item: EditedItem,
    { base, record, known }: ItemSession,
    edits: readonly TypedEdit[],
    isTaken: boolean,
  ) {
    const [before, typed] = [base, withTexts(base, edits)].map((fields) => {
      const text = (name: string) => textIn(fields, name);
      return { price: text('price'), feeSale: text('feeSale'), feeProducer: text('feeProducer') };
    }) as [Amounts, Amounts];
    const price = centsOf(typed.price);
    const former = centsOf(before.price);
    if (known.fees !== 'money' || known.price !== 'money' || price === undefined || former === undefined || price === former)
      return [];
    if (isTaken && item.offered?.price === typed.price) return [];
    const read = (cents: number) => host.readTax(record.base, cents).catch(() => undefined);
    const [formerTax, tax] = await Promise.all([read(former), read(price)]);
    const taxes = { before: formerTax?.shares, now: tax?.shares };
    const fits = feeNames.flatMap((field) => {
      const cents = fittingFee(field, before, typed, taxes);
      return cents === undefined ? [] : [{ field, cents }];
    });
    const { language } = host.format();
    const fees = Object.fromEntries(fits.map(({ field, cents }) => [field, editableMoney(cents, language)]));
    item.offered = { price: typed.price, fees };
    return fits.map(({ field, cents }) => ({ field, text: host.money(cents) }));
  }

  async function replied(
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
        saved.set(item.id, item.seen);
        await typedIsDone(item, field);
      } else await keepEdits(item, session, reply.edits);
      host.announce(reply, record.base);
      const shown = isDone && reply.isReadBack ? { shown: host.shown(field, record.base) } : {};
      return { kind: 'reply', reply, isKept: !isDone, ...shown };
    }
    if (reply.kind === 'unchanged') await typedIsDone(item, field);
    // What was typed beside 50.00 is not meant beside 5,000.00.
    if (reply.kind === 'problems' && reply.shownAnew) return conflictWith(item, field, record.base, reply.shownAnew.base);
    const isElsewhere = reply.kind === 'problems' && reply.problems.some((problem) => fieldOf(problem.field) !== field);
    const isKept = reply.kind === 'changedElsewhere' || isElsewhere;
    if (isKept) await keepEdits(item, session, edits);
    const there = record.conflict;
    const seen = itemOf(item.seen);
    const textOf = (fields: readonly TypedField[]) => cellIn(fields, field, seen)?.text;
    const isOwn = reply.kind === 'changedElsewhere' && textOf(reply.remote) !== textOf(reply.base);
    if (isOwn && there) return conflictWith(item, field, there, reply.remote);
    return { kind: 'reply', reply, isKept };
  }

  function itemOf(record: Fields): Item {
    return readRecord('item', record, host.format().dialect);
  }

  async function read({ id, label }: EditedItem, interactive = true): Promise<ItemSession> {
    const store = host.store(label);
    const quiet: ItemStore = { ...store, read: (which, options) => store.read(which, { ...options, interactive }) };
    const session = itemSession(quiet, host.format, id, undefined);
    await session.record.open(id);
    return session;
  }

  async function isDraftOfOthers(id: string, item: EditedItem | undefined): Promise<boolean> {
    const draft = await host.draftOf(id).read();
    return draft !== undefined && draft.at !== item?.keptAt;
  }

  async function keepTyped(item: EditedItem, session: ItemSession): Promise<void> {
    const edits = editsIn(session.base, item.typed, itemOf(item.seen));
    if (edits.length > 0) await keepEdits(item, session, edits);
    else await dropDraft(item);
  }

  async function keepEdits(item: EditedItem, { record, typedAs }: ItemSession, edits: readonly TypedEdit[]): Promise<void> {
    const draft = host.draftOf(item.id);
    await draft.keep({ edits, base: record.base, typedAs });
    item.keptAt = (await draft.read())?.at;
  }

  async function dropDraft(item: EditedItem): Promise<void> {
    if (item.keptAt !== undefined && !(await isDraftOfOthers(item.id, item))) await host.draftOf(item.id).drop();
    item.keptAt = undefined;
  }

  /** It is saved, or nobody wants it; what else was typed of the item stays. */
  async function typedIsDone(item: EditedItem, field: EditedField): Promise<void> {
    item.typed.delete(field);
    item.left.delete(field);
    if (item.session && item.typed.size > 0) await keepTyped(item, item.session);
    else await dropDraft(item);
    closed(item, field);
  }

  function closed({ id, open, typed, left }: EditedItem, field: EditedField): void {
    open.delete(field);
    if (open.size === 0 && [...typed.keys()].every((each) => left.has(each))) items.delete(id);
  }

  async function inTurn<T>(id: string, work: (item: EditedItem) => Promise<T>): Promise<T> {
    const item = items.get(id);
    if (!item) throw new UserError(host.texts.isGone);
    const turn = item.work.then(() => work(item));
    item.work = turn.catch(() => undefined);
    return turn;
  }

  return {
    begin,
    keep,
    save,
    end,
    openForm,
    /** What somebody is typing, for a page that was hidden. */
    get open(): OpenEdit[] {
      return [...items.values()].flatMap(({ id, typed, left }) =>
        [...typed].filter(([field]) => !left.has(field)).map(([field, text]) => ({ id, field, text })),
      );
    },
    /** What a page needs of a row to turn its cells into inputs at once. */
    textsOf: (row: Row) => (row.problem === undefined ? cellTextsOf(asSaved(row), host.format()) : undefined),
    /** The rows were read again, with all that was saved. */
    rowsRead: () => saved.clear(),
    /** What a page asks for; `rowOf` gives a row as the page shows it. */
    handlers: (rowOf: (cell: EditBegin) => Row, used: () => void) => ({
      beginEdit: (cell: EditBegin) => begin(cell, () => rowOf(cell)),
      keepEdit: (edit: OpenEdit) => {
        used();
        return keep(edit);
      },
      saveEdit: save,
      endEdit: end,
      openEdited: openForm,
    }),
  };
}
