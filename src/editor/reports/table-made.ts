// Columns that no field of a record has as such: what state it is in, in the words of the tree, and what it belongs to.
import { sessionsOf, type OperationId, type Row } from '../../client/index.ts';
import { idText } from '../../client/fields.ts';
import type { TableCell, TableColumn } from '../../protocol/table.ts';
import { sessionLabel, type Tools } from '../reading/event-facts.ts';
import { aliases, asObject, fieldIn, isObject } from '../reading/fields.ts';
import { fieldAliases } from '../reading/field-names.ts';
import { isCalledGroup, parentsOf } from '../../records/item-groups.ts';
import { itemSale, itemStates } from '../reading/item-facts.ts';
import { passkeyState } from '../reading/passkey-facts.ts';
import { momentOf } from './table-cells.ts';

type MadeColumn = Pick<TableColumn, 'key' | 'label' | 'unknown'> & {
  /** What the cell of a row says. */
  readonly cell: (row: Row) => TableCell;
  /** Fields that say the same in another way: they are shown when somebody asks for them. */
  readonly instead: readonly string[];
  readonly isNumber?: boolean;
};

/** No field is called so. */
const keyOf = (name: string) => `#${name}`;

/** What is made of the rows of one list. */
export class MadeColumns {
  readonly #all: readonly MadeColumn[];
  /** Of each record the one that it belongs to, and what those are called. */
  readonly #parents = new Map<string, string>();
  readonly #labels = new Map<string, string>();
  readonly #holders = new Set<string>();
  /** Whether all rows must be looked at. */
  readonly isOfRows: boolean;

  /** `itemNames`: what items are called, as far as that is known by now. */
  constructor(operation: OperationId | undefined, tools: Tools, itemNames: () => ReadonlyMap<string, string> = () => new Map()) {
    this.isOfRows = operation === 'listItems';
    const { t } = tools;
    const groups = {
      key: keyOf('group'),
      label: t('Group'),
      cell: (row: Row) => this.#groupOf(row, t),
      unknown: t('Its group is not among the rows that were read.'),
      instead: ['parent'],
    };
    const sessions = {
      key: keyOf('session'),
      label: t('Session'),
      cell: ({ value }: Row) => sessionText(value, tools),
      unknown: t('The service names its session by an id alone.'),
      instead: ['eventDates', 'sessions', 'session', 'dates'],
    };
    const state = (text: (row: Row) => string, ...instead: string[]) => ({
      key: keyOf('state'),
      label: t('State'),
      cell: text,
      instead,
    });
    const sales = [
      {
        key: keyOf('available'),
        label: t('Available'),
        // A service may say of an item only whether there are any.
        cell: (row: Row) => (this.isGroup(row) ? '' : leftCell(row.value, tools)),
        instead: ['available'],
        isNumber: true,
      },
      { key: keyOf('finish'), label: t('Sales end'), cell: ({ value }: Row) => endCell(value, tools), instead: [] },
    ];
    const items = {
      key: keyOf('items'),
      label: t('Items'),
      cell: ({ value }: Row) => itemsText(value, itemNames()),
      instead: ['itemIds'],
    };
    const columns: Partial<Record<OperationId, readonly MadeColumn[]>> = {
      listItems: [state((row) => this.#stateOf(row, tools)), ...sales, groups, sessions],
      listPasskeys: [state(({ value }) => passkeyWord(value, tools), 'status'), items],
    };
    this.#all = (operation && columns[operation]) ?? [];
  }

  /** Takes in more rows: a group may come after what is in it. */
  look(rows: readonly Row[]): void {
    if (!this.isOfRows) return;
    for (const { id, label } of rows) if (id !== undefined) this.#labels.set(id, label);
    for (const [id, parent] of parentsOf(rows)) {
      if (!this.#parents.has(id)) this.#parents.set(id, parent);
      this.#holders.add(parent);
    }
  }

  /** Those that say something of any of these rows. */
  of(rows: readonly Row[]): readonly MadeColumn[] {
    return this.#all.filter(({ cell }) => rows.some((row) => cell(row) !== ''));
  }

  /** Whether rows that come later change what is said of those before them. */
  get mayChange(): boolean {
    return this.#parents.size > 0;
  }

  find(key: string): MadeColumn | undefined {
    return this.#all.find((column) => column.key === key);
  }

  isGroup({ id, value }: Row): boolean {
    return isCalledGroup(value) || (id !== undefined && this.#holders.has(id));
  }

  #stateOf(row: Row, tools: Tools): string {
    const states = itemStates(row.value, this.isGroup(row), tools);
    return states.map(({ word }) => word).join(' · ');
  }

  #groupOf({ id }: Row, t: Tools['t']): string {
    const parent = id === undefined ? undefined : this.#parents.get(id);
    return parent === undefined ? '' : (this.#labels.get(parent) ?? t('not known'));
  }
}

/** Of all its sale periods. */
function leftCell(value: unknown, tools: Tools): TableCell {
  const { left } = itemSale(value, tools);
  return left === undefined ? '' : [String(left), left];
}

/** When the last of its sale periods ends. */
function endCell(value: unknown, tools: Tools): TableCell {
  const { last } = itemSale(value, tools);
  const order = last === undefined ? undefined : momentOf(last);
  return last === undefined || order === undefined ? (last ?? '') : [tools.formats.moment(last), order];
}

/** As on the page of its event; else what the service calls it, of which a person must know more than "approved". */
function passkeyWord(value: unknown, tools: Tools): string {
  const status = isObject(value) && typeof value.status === 'string' ? value.status : '';
  return passkeyState(value, tools).text ?? fieldAliases(tools.t, 'passkey')('status', status) ?? status;
}

/** What has no name that is known goes by its id. */
function itemsText(value: unknown, names: ReadonlyMap<string, string>): string {
  const ids = isObject(value) && Array.isArray(value.itemIds) ? value.itemIds.map(idText) : [];
  if (names.size === 0 || ids.includes(undefined)) return '';
  return ids.map((id = '') => names.get(id) ?? id).join(', ');
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
