// The problems of a file by kind, each with the way to see it and to fix it.
import type { CheckedFile, KindOfProblem } from '../../protocol/codes-check.ts';
import { columnHead, h, numberCell, table } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, t } from '../kit/l10n.ts';

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
  const head = [t('Problem'), columnHead(t('Count'), 'number'), t('The first one'), t('Fix')];
  const rows = kinds.map((kind) => cellsOf(kind, actions));
  const all = isFixable && button(t('Fix All (New File)'), () => fix('all'));
  const show = button(t('Show Problems'), () => actions.showProblems());
  return h('div', {}, table({ className: 'kinds', head }, rows), h('div', { className: 'actions' }, all, show));
}

function cellsOf(kind: KindOfProblem, { showProblem, fix }: KindActions): HTMLElement[] {
  const { line, example, fix: offered } = kind;
  const first = line === undefined ? undefined : button(t('Line {0}', countText(line)), () => showProblem(kind.kind), 'quiet');
  const fixButton = offered && fix ? button(offered.text, () => fix(offered.name), 'quiet') : undefined;
  return [
    h('th', { scope: 'row' }, kind.text, kind.isNote && h('span', { className: 'hint' }, ` ${t('(a note)')}`)),
    numberCell(countText(kind.count)),
    h('td', {}, first, example !== undefined && h('div', { className: 'hint' }, example)),
    h('td', {}, fixButton ?? h('span', { className: 'hint' }, fix ? t('By hand') : '')),
  ];
}
