// The problems of a file by kind, each with the way to see it and to fix it.
import type { CheckedFile, KindOfProblem } from '../../protocol/codes-check.ts';
import { h } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { t } from '../kit/l10n.ts';
import { count } from './figures.ts';

interface KindActions {
  readonly showProblem: (kind: string) => void;
  readonly showProblems: () => void;
  /** Undefined where nothing may be written. */
  readonly fix: ((name: string) => void) | undefined;
}

export function problemTable({ kinds }: CheckedFile, actions: KindActions): HTMLElement {
  if (kinds.length === 0) return h('p', {}, t('No problems were found.'));
  const { fix } = actions;
  const isFixable = fix && kinds.some((kind) => kind.fix);
  return h(
    'div',
    {},
    h(
      'table',
      { className: 'kinds' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, t('Problem')),
          h('th', { scope: 'col', className: 'number' }, t('Count')),
          h('th', { scope: 'col' }, t('The first one')),
          h('th', { scope: 'col' }, t('Fix')),
        ),
      ),
      h(
        'tbody',
        {},
        kinds.map((kind) => row(kind, actions)),
      ),
    ),
    h(
      'div',
      { className: 'actions' },
      isFixable && button(t('Fix All (New File)'), () => fix('all')),
      button(t('Show Problems'), () => actions.showProblems()),
    ),
  );
}

function row(kind: KindOfProblem, { showProblem, fix }: KindActions): HTMLElement {
  const { line, example, fix: offered } = kind;
  const place = line === undefined ? undefined : button(t('Line {0}', count(line)), () => showProblem(kind.kind), 'quiet');
  const fixButton = offered && fix ? button(offered.text, () => fix(offered.name), 'quiet') : undefined;
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, kind.text, kind.isNote && h('span', { className: 'hint' }, ` ${t('(a note)')}`)),
    h('td', { className: 'number' }, count(kind.count)),
    h('td', {}, place, example !== undefined && h('div', { className: 'hint' }, example)),
    h('td', {}, fixButton ?? h('span', { className: 'hint' }, fix ? t('By hand') : '')),
  );
}
