import type { InitOf } from '../../protocol/contract.ts';
import { intervals, type Interval, type ReportContract, type Scope, type Shown } from '../../protocol/report.ts';
import { Latest, type Channel } from '../kit/channel.ts';
import type { Chart } from '../kit/chart.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button, selectField } from '../kit/fields.ts';
import { currentLanguage, t } from '../kit/l10n.ts';
import { eventLine, heading, mount, notice, openPage, repeater } from '../kit/page.ts';
import { closingMenu, figuresOf, sectionView, showAll, type SectionView } from './sections.ts';

function show(init: InitOf<ReportContract>, channel: Channel<ReportContract>): void {
  const { environment, kind, event } = init;
  const writing = { currency: environment.currency, language: currentLanguage() };
  let shown = init.shown;
  /** What was chosen last, which may still be read. */
  let wanted = shown.scope;
  const newest = new Latest();
  const note = notice();
  const readAt = h('span', { className: 'hint' });
  const notes = h('div');
  const figures = h('div');
  const sections = h('div');
  const views = new Map<string, SectionView>();
  const raw = h('div');

  const all = { value: '', label: t('All sessions') };
  const onChoice = () => {
    // Nobody learns anything from a session beside itself, or beside a sum that it is a part of.
    if (session.value === '' || other.value === session.value) other.value = '';
    void read({ session: session.value || undefined, other: other.value || undefined }, true);
  };
  const session = selectField({ label: t('Session'), choices: [all, ...init.sessions], onInput: onChoice });
  const other = selectField({
    label: t('Compare with'),
    choices: [{ value: '', label: t('Nothing') }, ...init.sessions],
    onInput: onChoice,
  });
  const every = selectField({
    label: t('Refresh every'),
    choices: intervals.map((seconds) => ({ value: String(seconds), label: intervalText(seconds) })),
    value: String(init.every),
    onInput: () => {
      const seconds = Number(every.value) as Interval;
      timer.every(seconds);
      channel.send('keepInterval', seconds);
    },
  });
  const again = button(t('Refresh'), () => void read(wanted, true));
  const timer = refresh(() => read(wanted, false));
  const repeated = repeater((isAsked) => void read(wanted, isAsked));

  function read(scope: Scope, isAsked: boolean): Promise<void> {
    repeated.started();
    wanted = scope;
    readAt.textContent = t('Reading…');
    return newest.ask(channel.request('read', { scope, isAsked }), draw, drawStale);
  }

  function draw(found: Shown): void {
    shown = found;
    note.clear();
    drawReport();
    readAt.textContent = t('Read at {0}', timeText(shown.at));
  }

  /** The last figures stay, and say of when they are. */
  function drawStale(problem: string, error?: Error): void {
    drawChoices();
    const when = timeText(shown.at);
    readAt.textContent = t('Old: read at {0}', when);
    const offer = error ? repeated.buttons(error) : [];
    const text = [t('These figures are of {0}: they could not be read again.', when), problem].filter(Boolean).join(' ');
    note.show('warning', text, ...(repeated.waits ? offer : offer.slice(0, -1)));
  }

  function drawChoices(): void {
    wanted = shown.scope;
    session.value = shown.scope.session ?? '';
    other.value = shown.scope.other ?? '';
    const compared = other.element.querySelector('select');
    if (compared) {
      compared.disabled = session.value === '';
      compared.title = compared.disabled ? t('Choose a session first.') : '';
    }
    for (const option of other.element.querySelectorAll('option'))
      option.disabled = option.value !== '' && option.value === session.value;
    const { session: id } = shown.scope;
    channel.saveState({ environment: environment.name, kind, eventId: event.id, id });
  }

  function drawReport(): void {
    drawChoices();
    const { report, scope } = shown;
    const names = [scope.session, ...(scope.other === undefined ? [] : [scope.other])].map(nameOf);
    replaceChildren(
      notes,
      report.notes.map((text) => h('p', { className: 'notice warning' }, h('span', {}, text))),
    );
    replaceChildren(
      figures,
      figuresOf(report, names, writing) ?? h('p', { className: 'hint' }, t('No known figures in this reply.')),
    );
    drawSections();
    replaceChildren(
      raw,
      shown.raw.map(({ name, text }) => [name !== '' && h('p', { className: 'hint' }, name), rawText(text)]).flat(),
    );
  }

  function drawSections(): void {
    const shownViews = shown.report.sections.map((section) => {
      const view = views.get(section.key) ?? sectionView(section, writing, save);
      if (views.has(section.key)) view.show(section);
      views.set(section.key, view);
      return view.element;
    });
    showAll(sections, shownViews);
  }

  function nameOf(id: string | undefined): string {
    if (id === undefined) return all.label;
    return init.sessions.find(({ value }) => value === id)?.label ?? t('Session {0}', id);
  }

  /** A file says what it is of; the names of two sessions are in the picture already. */
  function save(title: string, format: 'svg' | 'png', chart: Chart): void {
    const { session: id, other: second } = shown.scope;
    const only = id !== undefined && second === undefined ? [nameOf(id)] : [];
    const content = chart.file(format, [title, event.label, ...only].join(' · '));
    channel.request('savePicture', { title, format, content }).catch(note.fail);
  }

  const saveAs = (label: string, format: 'xlsx' | 'csv' | 'markdown') =>
    button(label, () => void channel.request('save', { format }).catch(note.fail), 'quiet');

  document.querySelector('main')?.classList.add('wide');
  mount(
    heading(kind === 'bordero' ? t('Bordero') : t('Entry report'), environment),
    eventLine(event),
    h('div', { className: 'row' }, ...(init.sessions.length > 0 ? [session.element, other.element] : []), every.element),
    h(
      'div',
      { className: 'actions' },
      again,
      closingMenu(t('Save As'), saveAs(t('Excel…'), 'xlsx'), saveAs(t('CSV…'), 'csv'), saveAs(t('Markdown…'), 'markdown')),
      button(t('Print…'), () => void channel.request('print', null).catch(note.fail)),
      readAt,
    ),
    note.element,
    notes,
    figures,
    sections,
    h('details', {}, h('summary', {}, t('Raw reply')), raw),
  );
  channel.on('choose', ({ session: id }) => void read({ session: id }, true));
  timer.every(init.every);
  drawReport();
  if (init.problem === undefined) readAt.textContent = t('Read at {0}', timeText(shown.at));
  else drawStale(init.problem);
}

/** Reads again after a while, as long as somebody looks at it; 0 stops it. `read` is awaited before the next one is planned, so a slow service is not asked twice at once. */
function refresh(read: () => Promise<void>): { every(seconds: number): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted = 0;
  const plan = () => {
    clearTimeout(timer);
    if (wanted > 0 && !document.hidden) timer = setTimeout(() => void read().finally(plan), wanted * 1000);
  };
  document.addEventListener('visibilitychange', plan);
  return {
    every(seconds) {
      wanted = seconds;
      plan();
    },
  };
}

/** It scrolls by itself, so a keyboard must be able to reach it. */
function rawText(text: string): HTMLElement {
  return h('pre', { tabIndex: 0, attributes: { 'role': 'region', 'aria-label': t('Raw reply') } }, text);
}

function intervalText(seconds: number): string {
  if (seconds === 0) return t('Off');
  return seconds < 60 ? t('{0} s', seconds) : t('{0} min', seconds / 60);
}

function timeText(at: number): string {
  return new Date(at).toLocaleTimeString(currentLanguage());
}

export function openReportPage(): void {
  openPage<ReportContract>(show);
}
