// What can be done with a row, where somebody asks for it: with the cell under the pointer, and with all rows that are chosen.
import type { PlanCommand, TableActs, TableColumn, TableRow } from '../../protocol/table.ts';
import { t } from '../kit/l10n.ts';
import { contextMenu, type MenuChoice, type Point } from '../kit/menu.ts';
import type { Cursor, Range } from './cursor.ts';
import { numberOf } from './row.ts';

export interface RowMenuActions {
  readonly copyCell: (index: number, column: TableColumn) => void;
  readonly copyRows: (ranges: readonly Range[], hasHeader: boolean) => void;
  readonly open: (position: number) => void;
  readonly openAsJson: (position: number) => void;
  readonly showInTree: (position: number) => void;
  /** What can be done with rows of this kind alone. */
  readonly showCodes: (position: number) => void;
  readonly plan: (command: PlanCommand, ranges: readonly Range[]) => void;
  readonly remove: (ranges: readonly Range[]) => void;
}

interface MenuRow {
  readonly row: TableRow;
  readonly index: number;
  /** Undefined at the row number and at the buttons. */
  readonly column: TableColumn | undefined;
  readonly cursor: Cursor;
}

export function rowMenu(
  at: Point,
  { row, index, column, cursor }: MenuRow,
  acts: TableActs,
  on: RowMenuActions,
  onClose: () => void,
) {
  const { position } = row;
  const { ranges, count } = cursor;
  const isUnknown = row.isInTree !== true;
  const copyCell: MenuChoice[] = column
    ? [{ label: t('Copy Cell'), run: () => on.copyCell(index, column), ...(count > 1 ? {} : { keys: 'Ctrl+C' }) }]
    : [];
  const edit = { label: t('Edit'), run: () => on.open(position), disabled: isUnknown };
  const remove = { label: t('Delete…'), run: () => on.remove(ranges), keys: 'Delete' };
  const codes = { label: t('Show Codes'), run: () => on.showCodes(position), disabled: isUnknown };
  const plans = acts.plans.map((command) => ({ label: planLabel(command), run: () => on.plan(command, ranges) }));
  const choices: MenuChoice[] = [
    ...copyCell,
    {
      label: count > 1 ? t('Copy {0} Rows', count) : t('Copy Row'),
      run: () => on.copyRows(ranges, false),
      keys: count > 1 ? 'Ctrl+C' : 'Ctrl+Shift+C',
    },
    { label: t('Copy with Headers'), run: () => on.copyRows(ranges, true), keys: 'Ctrl+Alt+C' },
    ...(acts.edit ? [edit] : []),
    ...(acts.showCodes ? [codes] : []),
    ...plans,
    { label: t('Open as JSON'), run: () => on.openAsJson(position) },
    { label: t('Show in Tree'), run: () => on.showInTree(position), disabled: isUnknown },
    ...(acts.remove ? [remove] : []),
  ];
  contextMenu(at, t('Row {0}', numberOf(row)), choices, onClose);
}

function planLabel(command: PlanCommand): string {
  switch (command) {
    case 'changeMany':
      return t('Change Many…');
    case 'copyItems':
    case 'copyPasskeys':
      return t('Copy to Event…');
  }
}
