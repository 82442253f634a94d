import type { InitOf } from '../../protocol/contract.ts';
import type { PlanContract, PlanNote, PlannedRecord, PlanPageChoices, PlanView, RunStands } from '../../protocol/plan.ts';
import type { Channel } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { countText, momentText, t } from '../kit/l10n.ts';
import { eventLine, heading, isPreview, loaded, mount, notice as noticeLine, openPage } from '../kit/page.ts';
import { progressLine } from '../kit/progress.ts';
import { recordTable } from './records.ts';
import { endText } from './run.ts';

function show(init: InitOf<PlanContract>, channel: Channel<PlanContract>): void {
  const { environment, event, isFromFile, source } = init;
  channel.saveState(init.state);
  let choices: PlanPageChoices = init.choices;
  let view: PlanView | undefined;
  let isBusy = init.run.isRunning;
  const notice = noticeLine();
  /** At the top, until the run is at its end or gone: whatever else is said meanwhile does not take its place. */
  const unfinished = noticeLine();
  const progress = progressLine(() => channel.send('cancel', null));
  const state = h('span', {});
  const apply = button('', () => void start(), 'primary');
  const save = button(t('Save Plan…'), () => notice.follow(channel.request('save', null)));
  const refresh = button(t('Refresh'), () => reload(true));
  const bar = h(
    'footer',
    { className: 'bar' },
    h('div', { className: 'state', attributes: { role: 'status' } }, state),
    refresh,
    save,
    apply,
  );
  const content = loaded(
    async (isAsked) => {
      const read = await channel.request('plan', { isAsked });
      return take(read);
    },
    t('Reading the event…'),
    undefined,
    keepFocus,
  );
  let focusedKey: string | undefined;

  function reload(isAsked: boolean): void {
    if (isBusy) return;
    notice.clear();
    content.load(isAsked);
  }

  function take(now: PlanView): Node[] {
    view = now;
    updateBar();
    return contentOf(now);
  }

  /** What was said about a record is planned at once; the one that it was said of keeps the focus. */
  function choose(next: PlanPageChoices): void {
    choices = next;
    const work = channel.request('choose', next);
    draw(work);
  }

  function draw(work: Promise<PlanView>): void {
    isBusy = true;
    updateBar();
    work.then(
      (now) => {
        isBusy = false;
        remember();
        replaceChildren(content.element, take(now));
        keepFocus();
      },
      (error: unknown) => {
        isBusy = false;
        updateBar();
        notice.fail(error);
      },
    );
  }

  function remember(): void {
    const { activeElement: focused } = document;
    const key = focused?.closest('[data-key]')?.getAttribute('data-key');
    focusedKey = key ? `${key}\n${focused?.tagName ?? ''}` : undefined;
  }

  function keepFocus(): void {
    const [key = '', tag = ''] = focusedKey?.split('\n') ?? [];
    focusedKey = undefined;
    // A question of VS Code that has come meanwhile keeps the focus.
    if (key === '' || !document.hasFocus()) return;
    const place = [...document.querySelectorAll('[data-key]')].find((one) => one.getAttribute('data-key') === key);
    (place?.querySelector<HTMLElement>(tag.toLowerCase()) ?? place?.querySelector<HTMLElement>('input, select, button'))?.focus();
  }

  const isPrevented = () => !view || view.stops.length > 0 || view.questions.length > 0;

  function updateBar(): void {
    const changes = view?.changes ?? 0;
    apply.textContent = applyText(changes);
    apply.disabled = isBusy || isPrevented() || changes === 0;
    save.disabled = isBusy || isPrevented() || changes === 0;
    refresh.disabled = isBusy;
    state.textContent = barText(view, isBusy);
  }

  async function start(): Promise<void> {
    if (!view) return;
    const { changes, readAt } = view;
    await carryOut(channel.request('start', { changes, readAt }));
  }

  /** How it ended is told to every page of this plan; here only what failed is said. */
  async function carryOut(work: Promise<unknown>): Promise<void> {
    isBusy = true;
    notice.clear();
    updateBar();
    try {
      await work;
    } catch (error) {
      notice.fail(error);
    }
    progress.end();
    isBusy = false;
    updateBar();
  }

  function follow(run: RunStands): void {
    progress.end();
    isBusy = run.isRunning;
    const next = sayRun(run);
    if (!isBusy) {
      // What the service has now is what is shown from now on, and before that nothing can be applied a second time.
      view = undefined;
      content.load(false);
    }
    updateBar();
    if (next) setTimeout(() => document.hasFocus() && next.focus());
  }

  /** Gives the button for what is next. */
  function sayRun({ isRunning, end }: RunStands): HTMLButtonElement | undefined {
    unfinished.clear();
    notice.clear();
    // What was begun comes before what could be begun anew.
    apply.className = end && end.state !== 'finished' ? 'secondary' : 'primary';
    if (isRunning) notice.show('info', t('This plan is being applied.'));
    if (!end) return undefined;
    const { kind, text } = endText(end);
    const result = button(t('Open Result'), () => channel.send('openResult', null));
    const undo = button(t('Revert…'), () => notice.follow(channel.request('revert', null)));
    const revert = end.counts.made > 0 ? [undo] : [];
    if (end.state === 'finished') {
      notice.show(kind, text, result, ...revert);
      return result;
    }
    const resume = button(
      t('Resume'),
      () => {
        unfinished.clear();
        void carryOut(channel.request('resume', null));
      },
      'primary',
    );
    const runs = button(t('Show Runs'), () => channel.send('showRuns', null));
    unfinished.show(kind, text, resume, result, ...revert, runs);
    unfinished.element.scrollIntoView({ block: 'nearest' });
    return resume;
  }

  function contentOf(now: PlanView): Node[] {
    const showPlace =
      source === undefined || isFromFile ? undefined : (place: string) => notice.follow(channel.request('showPlace', { place }));
    const changed = now.records.filter(({ state: is, key }) => is !== 'onlyThere' && !choices.remove.includes(key));
    const isChanged = new Set(changed);
    const onlyThere = now.records.filter((record) => !isChanged.has(record));
    const actions = { choices, choose, onlyThere, showPlace };
    const tables = (records: readonly PlannedRecord[]) =>
      [...Map.groupBy(records, ({ kind }) => kind)].map(([kind, own]) =>
        recordTable(kind === 'item' ? t('Items') : t('Passkeys'), own, actions),
      );
    const list = (notes: readonly PlanNote[]) =>
      h(
        'ul',
        {},
        notes.map(({ text, place }) =>
          h('li', {}, text, place !== undefined && showPlace && button(t('Show in File'), () => showPlace(place), 'quiet')),
        ),
      );
    return [
      h('p', { className: 'plan-summary', attributes: { role: 'status' } }, now.summary),
      ...section(
        'error',
        t('This cannot be undone'),
        now.cannotUndo.length > 0 && list(now.cannotUndo.map((text) => ({ text }))),
      ),
      ...section('error', t('This prevents applying'), now.stops.length > 0 && list(now.stops)),
      ...section('warning', t('This has to be known first'), now.questions.length > 0 && questions(now)),
      ...section('warning', t('Look at this'), now.warnings.length > 0 && list(now.warnings)),
      ...section('warning', t('Not compared, and left as it is'), now.notCompared.length > 0 && list(now.notCompared)),
      ...tables(changed),
      ...(onlyThere.length > 0
        ? [
            h('h2', {}, t('Only at the event: {0}', countText(onlyThere.length))),
            h('p', { className: 'hint' }, t('The file does not have these. They stay, unless they are ticked.')),
            ...tables(onlyThere),
          ]
        : []),
      ...(now.same.length > 0 ? [sameOnes(now.same)] : []),
      ...now.notes.map((text) => h('p', { className: 'hint' }, text)),
      h('p', { className: 'hint' }, t('Read {0}.', momentText(now.readAt))),
    ];
  }

  function questions(now: PlanView): HTMLElement {
    return h(
      'ul',
      {},
      now.questions.map(({ id, text }) =>
        h(
          'li',
          {},
          text,
          button(t('Answer…'), () => draw(channel.request('answer', { id })), 'quiet'),
        ),
      ),
    );
  }

  channel.on('progress', (counts) => progress.show(counts));
  channel.on('stands', follow);
  channel.on('changed', () => {
    if (!isBusy && view)
      notice.show(
        'info',
        t('The event or the file has changed since this was planned.'),
        button(t('Refresh'), () => reload(true)),
      );
  });
  const head = heading(init.title, environment);
  if (isFromFile) head.append(h('span', { className: 'environment' }, t('from a file')));
  document.querySelector('main')?.classList.add('frame', 'wide');
  const origin =
    source === undefined
      ? undefined
      : h('p', { className: 'hint' }, isFromFile ? t('Plan: {0}', source) : t('File: {0}', source));
  const body = h('div', { className: 'page' }, head, eventLine(event), origin ?? '', unfinished.element, content.element);
  mount(h('div', { className: 'scroll' }, body), h('div', { className: 'notices' }, notice.element, progress.element), bar);
  updateBar();
  content.load(!channel.isBack);
  sayRun(init.run);
  if (!channel.isBack && !isPreview()) refresh.focus();
}

function applyText(changes: number): string {
  if (changes === 0) return t('Apply Changes…');
  return changes === 1 ? t('Apply 1 Change…') : t('Apply {0} Changes…', countText(changes));
}

function section(kind: 'error' | 'warning', title: string, content: HTMLElement | false): HTMLElement[] {
  if (!content) return [];
  return [h('section', { className: `plan-notes ${kind}`, attributes: { 'aria-label': title } }, h('h2', {}, title), content)];
}

/** Folded to a count. */
function sameOnes(same: readonly string[]): HTMLElement {
  const text = same.length === 1 ? t('1 record stays as it is') : t('{0} records stay as they are', countText(same.length));
  const list = h('ul', {});
  const element = h('details', {}, h('summary', {}, text), list);
  element.addEventListener('toggle', () => {
    if (element.open && list.childElementCount === 0) list.append(...same.map((path) => h('li', {}, path)));
  });
  return element;
}

function barText(view: PlanView | undefined, isBusy: boolean): string {
  if (!view || isBusy) return isBusy ? t('Waiting for the service…') : '';
  if (view.stops.length > 0)
    return view.stops.length === 1
      ? t('1 thing prevents applying')
      : t('{0} things prevent applying', countText(view.stops.length));
  return view.questions.length > 0 ? t('Answer the questions first') : '';
}

export function openPlanPage(): void {
  openPage<PlanContract>(show);
}
