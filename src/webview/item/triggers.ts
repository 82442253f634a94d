import type { ItemContract } from '../../protocol/item.ts';
import type { ResultOf } from '../../protocol/contract.ts';
import { h, replaceChildren, table } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { onSignIn, openRecord, Refusal } from '../kit/channel.ts';
import { sectionFrame } from './section.ts';

type Triggers = ResultOf<ItemContract, 'readTriggers'>;

/** What happens by itself when the item sells out or starts to sell; it is only shown. */
export function triggersSection(read: () => Promise<Triggers>): { element: HTMLElement; load(): void } {
  const content = h('div', { attributes: { 'aria-live': 'polite' } });
  let waits = false;
  onSignIn(() => waits && load());
  const load = () => {
    waits = false;
    replaceChildren(content, h('p', { className: 'hint' }, t('Loading…')));
    read().then(
      ({ rows }) => replaceChildren(content, triggerTable(rows)),
      (error: unknown) => {
        waits = error instanceof Refusal && error.needsSignIn;
        replaceChildren(content, h('p', { className: 'problem' }, (error as Error).message), button(t('Try Again'), load));
      },
    );
  };
  return { element: sectionFrame('triggers', t('Triggers'), content), load };
}

function triggerTable(rows: Triggers['rows']): HTMLElement {
  if (rows.length === 0) return h('p', { className: 'hint' }, t('This item triggers nothing.'));
  return table(
    { head: [t('When'), t('What'), t('Details')] },
    rows.map(({ when, label, detail, itemId }) => [
      whenText(when),
      label,
      h('td', {}, detail, ' ', itemId !== undefined && itemLink(itemId)),
    ]),
  );
}

function itemLink(id: string): HTMLElement {
  const open = button(id, () => openRecord({ what: 'item', id }), 'quiet');
  open.setAttribute('role', 'link');
  return open;
}

function whenText(when: string): string {
  if (when === 'soldout') return t('It sells out');
  return when === 'start' ? t('Its sale starts') : when;
}
