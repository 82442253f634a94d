// What the service says of a tax, name by name.
import type { TaxShown } from '../../protocol/contract.ts';
import { h, numberCell, table } from './dom.ts';
import { t } from './l10n.ts';
import { fieldName } from './texts.ts';

export function taxRows(caption: string, { rows, unshown, isUnitKnown }: TaxShown): Node[] {
  const head = (name: string) => h('th', { scope: 'row', title: name }, fieldName(name));
  const notes = [
    unshown > 0 && t('Further fields of the reply that are not shown: {0}.', unshown),
    !isUnitKnown && t('In what these figures are given is not known: they are shown as the service sends them.'),
  ];
  return [
    table(
      { caption },
      rows.map(({ name, text }) => [head(name), numberCell(text)]),
    ),
    ...notes.filter((note) => note !== false).map((note) => h('p', { className: 'hint' }, note)),
  ];
}
