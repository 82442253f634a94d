// The head of a record's form: its states as tags, and what can be done with it, the rarer things in a menu.
import type { RecordAction, RecordHead, State } from '../../protocol/record-head.ts';
import { h, replaceChildren } from './dom.ts';
import { button } from './fields.ts';
import { t } from './l10n.ts';
import { menu } from './menu.ts';

/** A sign beside the word: nobody needs the colour. */
export function stateTag({ word, tone }: State): HTMLElement {
  const signs: Record<State['tone'], string> = { onSale: '●', soldOut: '■', ended: '○', ahead: '▷', cancelled: '✕', plain: '' };
  const sign = signs[tone];
  return h('span', { className: `tag ${tone}` }, sign !== '' && h('span', { className: 'sign', ariaHidden: 'true' }, sign), word);
}

const main: readonly RecordAction[] = ['listCodes', 'copy'];

/** `remove`: what the command that removes it is called. */
export function recordHead(run: (action: RecordAction) => void, remove: string) {
  const tags = h('span', { className: 'tags' });
  const actions = h('div', { className: 'actions', attributes: { 'role': 'toolbar', 'aria-label': t('Actions') } });
  const { element: more, content } = menu(t('More'));
  const labels: Record<RecordAction, string> = {
    listCodes: t('List Codes…'),
    copy: t('Copy'),
    showInTree: t('Show in Tree'),
    openAsJson: t('Open as JSON'),
    remove,
  };
  const made = (action: RecordAction) => {
    const closeAndRun = () => {
      more.open = false;
      run(action);
    };
    return button(labels[action], closeAndRun, 'quiet');
  };
  return {
    tags,
    actions,
    /** Nothing of one that is yet to be made. */
    show(head: RecordHead | undefined) {
      const { states, facts, actions: all } = head ?? { states: [], facts: [], actions: [] };
      replaceChildren(
        tags,
        states.map(stateTag),
        facts.map((text) => h('span', { className: 'hint' }, text)),
      );
      const rest = all.filter((action) => !main.includes(action));
      const [last] = rest.splice(rest.indexOf('remove') >>> 0, 1);
      replaceChildren(content, rest.map(made), last && h('hr'), last && made(last));
      replaceChildren(actions, all.filter((action) => main.includes(action)).map(made), all.length > 0 && more);
    },
  };
}
