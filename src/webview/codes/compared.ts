// What Compare File with Event has found: three lists, each with what can be done with it.
import type { CodesCheckContract, ComparedState } from '../../protocol/codes-check.ts';
import type { PayloadOf } from '../../protocol/contract.ts';
import { h, table } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { momentText, t } from '../kit/l10n.ts';

type Ask = <Name extends 'useCompared' | 'compare' | 'describeService'>(
  name: Name,
  payload: PayloadOf<CodesCheckContract, Name>,
) => void;

type List = ComparedState['lists'][number];

export function comparedParts({ event, at, isOld, lists, doubt }: ComparedState, ask: Ask): HTMLElement[] {
  const title = h('h2', {}, t('Compared with {0}', event));
  const again = button(t('Compare Again'), () => ask('compare', null), isOld ? 'secondary' : 'quiet');
  const when = isOld ? t('{0}. The file or the codes of the event have changed since.', momentText(at)) : momentText(at);
  const rows = lists.map((one) => [
    h('th', { scope: 'row' }, one.text, one.hint !== '' && h('div', { className: 'hint' }, one.hint)),
    h('td', {}, h('div', { className: 'actions' }, buttonsOf(one, ask))),
  ]);
  const described =
    doubt !== undefined &&
    h(
      'div',
      { className: 'notice warning' },
      h('span', {}, t('Not all codes of the event could be read: {0}', doubt)),
      button(t('Describe Service…'), () => ask('describeService', null)),
    );
  return [
    title,
    ...(described ? [described] : []),
    // Whoever reads the lists should know first that they are old.
    ...(isOld ? [h('div', { className: 'notice warning' }, h('span', {}, when), again)] : []),
    table({ className: 'kinds compared' }, rows),
    ...(isOld ? [] : [h('p', { className: 'hint' }, when, ' ', again)]),
  ];
}

function buttonsOf({ list, count, text, mayUpload }: List, ask: Ask): HTMLElement[] | string {
  if (count === 0) return '';
  const named = (label: string, action: PayloadOf<CodesCheckContract, 'useCompared'>['action'], look?: 'quiet') =>
    Object.assign(
      button(label, () => ask('useCompared', { list, action }), look),
      { ariaLabel: `${label} – ${text}` },
    );
  return [
    named(t('Open'), 'open', 'quiet'),
    named(t('Copy'), 'copy', 'quiet'),
    named(t('Save…'), 'save', 'quiet'),
    ...(mayUpload ? [named(t('Upload These…'), 'upload')] : []),
  ];
}
