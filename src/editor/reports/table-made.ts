// Columns that no field of a record has as such: what state it is in, in the words of the tree, and what it belongs to.
import { sessionsOf, type OperationId, type Row } from '../../client/index.ts';
import type { TableColumn } from '../../protocol/table.ts';
import { present, sessionLabel, type Tools } from '../reading/event-facts.ts';
import { aliases, asObject, fieldIn, isObject } from '../reading/fields.ts';
import { fieldAliases } from '../reading/field-names.ts';
import { parentsOf } from '../../records/item-groups.ts';
import { itemSale } from '../reading/item-facts.ts';
import { passkeyState } from '../reading/passkey-facts.ts';

type MadeColumn = Pick<TableColumn, 'key' | 'label'> & {
  /** What the cell of a row says. */
  readonly text: (row: Row) => string;
  /** Fields that say the same in another way: they are shown when somebody asks for them. */
  readonly instead: readonly string[];
};

/** No field is called so. */
const keyOf = (name: string) => `#${name}`;

/** What is made of the rows of one list. */
export class MadeColumns {
  readonly #all: readonly MadeColumn[];
  /** Of each record the one that it belongs to, and what those are called. */
  readonly #parents = new Map<string, string>();
  readonly #labels = new Map<string, string>();
  readonly #hasGroups: boolean;

  constructor(operation: OperationId, tools: Tools) {
    this.#hasGroups = operation === 'listItems';
    const { t } = tools;
    const groups = { key: keyOf('group'), label: t('Group'), text: (row: Row) => this.#groupOf(row, t), instead: ['parent'] };
    const sessions = {
      key: keyOf('session'),
      label: t('Session'),
      text: ({ value }: Row) => sessionText(value, tools),
      instead: ['eventDates', 'sessions', 'session', 'dates'],
    };
    const state = (text: (value: unknown) => string, ...instead: string[]) => ({
      key: keyOf('state'),
      label: t('State'),
      text: ({ value }: Row) => text(value),
      instead,
    });
    const columns: Partial<Record<OperationId, readonly MadeColumn[]>> = {
      listItems: [state((value) => itemState(value, tools)), groups, sessions],
      listPasskeys: [state((value) => passkeyWord(value, tools), 'status')],
    };
    this.#all = columns[operation] ?? [];
  }

  /** Takes in more rows: a group may come after what is in it. */
  look(rows: readonly Row[]): void {
    if (!this.#hasGroups) return;
    for (const { id, label } of rows) if (id !== undefined) this.#labels.set(id, label);
    for (const [id, parent] of parentsOf(rows)) if (!this.#parents.has(id)) this.#parents.set(id, parent);
  }

  /** Those that say something of any of these rows. */
  of(rows: readonly Row[]): readonly MadeColumn[] {
    return this.#all.filter(({ text }) => rows.some((row) => text(row) !== ''));
  }

  /** Whether rows that come later change what is said of those before them. */
  get mayChange(): boolean {
    return this.#parents.size > 0;
  }

  find(key: string): MadeColumn | undefined {
    return this.#all.find((column) => column.key === key);
  }

  #groupOf({ id }: Row, t: Tools['t']): string {
    const parent = id === undefined ? undefined : this.#parents.get(id);
    return parent === undefined ? '' : (this.#labels.get(parent) ?? t('not known'));
  }
}

function itemState(value: unknown, tools: Tools): string {
  const { t } = tools;
  const { state, edge, isArchived, isSoldOut, isOver, isHidden } = itemSale(value, tools);
  const notes = present([
    isArchived ? t('archived') : undefined,
    isSoldOut ? t('sold out') : isOver ? t('sale ended') : undefined,
    isHidden ? t('hidden') : undefined,
  ]);
  if (notes.length > 0) return notes.join(' · ');
  if (state === 'ahead') return edge === undefined ? '' : t('from {0}', edge);
  return state === 'open' ? t('on sale') : '';
}

/** "expired" is what a person must know of a passkey that the service calls approved. */
function passkeyWord(value: unknown, tools: Tools): string {
  const status = isObject(value) && typeof value.status === 'string' ? value.status : undefined;
  return passkeyState(value, tools) ?? (status === undefined ? '' : (fieldAliases(tools.t)('status', status) ?? status));
}

const sessionAliases = aliases('sessions eventdates sessiondates dates date session');
const sessionIdAliases = aliases('sessionid sessionids eventdateid eventdateids');

/** By its day and name; an id alone says that there is one, and not which. */
function sessionText(value: unknown, tools: Tools): string {
  const { t, formats } = tools;
  const shown = fieldIn(value, sessionAliases, (field) => (Array.isArray(field) && field.length > 0 ? field : asObject(field)));
  const sessions = shown === undefined ? [] : sessionsOf([shown].flat(), formats.dialect.clock);
  const named = sessions.filter(({ date, name }) => date !== undefined || name !== undefined);
  if (named.length > 0) return named.map((session) => sessionLabel(session, tools)).join('; ');
  const ids = fieldIn(value, sessionIdAliases, (field) =>
    field === null || (Array.isArray(field) && field.length === 0) ? undefined : field,
  );
  return shown === undefined && ids === undefined ? '' : t('not known');
}
