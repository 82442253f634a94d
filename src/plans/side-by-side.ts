// Two events as two texts that people look at side by side: a line differs where the meaning does. Ids of two services have nothing to do with
// each other, nobody promises an order, and one moment has many texts; what only one side shows is compared with nothing.
import { differences, type FieldDifference } from './differences.ts';
import { fieldAt, withField, type EventFile, type FileItem, type FilePasskey } from './event-file.ts';
import { present } from './read-record.ts';
import { textOf } from './text.ts';

/** `found`: what the right one has otherwise. */
export function sideBySide(left: EventFile, right: EventFile) {
  const found = differences(left, right);
  const ofLeft: Others = new Map();
  const ofRight: Others = new Map();
  const pair = (one: FileRecord | undefined, other: FileRecord | undefined, fields: readonly FieldDifference[]) => {
    ofLeft.set(one, { record: other, fields: [] });
    ofRight.set(other, { record: one, fields });
  };
  for (const { there, wanted, fields } of found.items) pair(there?.item, wanted?.item, fields);
  for (const { there, wanted, fields } of found.passkeys) pair(there, wanted, fields);
  return {
    left: textBeside(left, found.wanted, ofLeft, found.isSameEvent, false),
    right: textBeside(found.wanted, left, ofRight, found.isSameEvent, true),
    found,
  };
}

type FileRecord = FileItem | FilePasskey;

/** The same record on the other side, and what this side has otherwise. */
type Others = Map<
  FileRecord | undefined,
  { readonly record: FileRecord | undefined; readonly fields: readonly FieldDifference[] }
>;

/** `follows`: the order and the texts of the other side are kept. */
function textBeside(own: EventFile, other: EventFile, others: Others, hasSameIds: boolean, follows: boolean): string {
  const { id, name, environment } = own.event;
  return textOf({
    event: hasSameIds ? { id, name, environment } : { name },
    timeZone: other.timeZone && own.timeZone,
    items: other.items && own.items && listed(own.items, other.items),
    passkeys: other.passkeys && own.passkeys && listed(own.passkeys, other.passkeys),
  });

  function listed<T extends FileRecord>(records: readonly T[], beside: readonly FileRecord[]): T[] {
    const places = new Map<FileRecord | undefined, number>(beside.map((one, index) => [one, index]));
    let last = -1;
    const placed = records.map((record) => {
      // What is new follows what it is followed by here.
      last = places.get(others.get(record)?.record) ?? last;
      return { record: shownOf(record), place: last };
    });
    const inOrder = follows ? placed.toSorted((one, next) => one.place - next.place) : placed;
    return inOrder.map(({ record }) => record);
  }

  function shownOf<T extends FileRecord>(record: T): T {
    const { record: twin, fields = [] } = others.get(record) ?? {};
    const { id: ownId, items: _items, notKnown: _notKnown, ...fieldsOf } = record;
    const isShown = (field: string) => !twin || field === 'name' || field === 'passkey' || fieldAt(twin, field) !== undefined;
    const shown = Object.fromEntries(Object.entries(fieldsOf).filter(([field]) => isShown(field)));
    const written = twin && follows ? writtenAs(shown, twin, fields) : shown;
    const items = 'name' in record ? record.items && listed(record.items, inside(twin)) : opened(record, twin, fields);
    return present<object>({ ...written, ...(hasSameIds && { id: ownId }), items }) as T;
  }

  function opened({ items }: FilePasskey, twin: FileRecord | undefined, fields: readonly FieldDifference[]) {
    if (twin && !twin.items) return undefined;
    const isSame = follows && twin && !fields.some(({ field }) => field === 'items');
    const refs = isSame ? (twin as FilePasskey).items : items;
    return refs?.map((ref) => (typeof ref === 'string' || hasSameIds ? ref : (ref.path ?? ref)));
  }
}

function inside(record: FileRecord | undefined): readonly FileItem[] {
  return (record && 'name' in record && record.items) || [];
}

/** As the other side writes it wherever it means the same. */
function writtenAs(record: Partial<FileItem>, twin: FileRecord, fields: readonly FieldDifference[]): Partial<FileItem> {
  const { salePeriods = [], attributes = {}, ...own } = record;
  const names = [
    ...Object.keys(own),
    ...salePeriods.flatMap(({ appCategoryId: id }) =>
      ['start', 'finish', 'available'].map((name) => `salePeriods.${String(id)}.${name}`),
    ),
    ...Object.keys(attributes).map((key) => `attributes.${key}`),
  ];
  const changed = new Set(fields.map(({ field }) => field));
  const same = names.filter((name) => !changed.has(name) && fieldAt(twin, name) !== undefined);
  return same.reduce((made, name) => withField(made, name, fieldAt(twin, name)), record);
}
