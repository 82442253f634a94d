import type { InitOf } from '../../protocol/contract.ts';
import { intervals, reportContract, type Interval, type ReportContract, type Scope, type Shown } from '../../protocol/report.ts';
import { connect, type Channel } from '../kit/channel.ts';
import type { Chart } from '../kit/chart.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button, selectField } from '../kit/fields.ts';
import { failure, heading, mount, notice } from '../kit/page.ts';
import { currentLanguage, t } from '../kit/l10n.ts';
import { figuresOf } from './figures.ts';
import { refresh } from './refresh.ts';
import { sectionView, type SectionView } from './sections.ts';

function show(init: InitOf<ReportContract>, channel: Channel<ReportContract>): void {
  const { place, kind, event } = init;
  const writing = { currency: place.currency, language: currentLanguage() };
  let shown = init.shown;
  /** What was chosen last, which may still be read. */
  let wanted = shown.scope;
  /** The number of the newest read: an answer that was overtaken is no longer the answer. */
  let asked = 0;
  const news = notice();
  const readAt = h('span', { className: 'hint' });
  const notes = h('div');
  const figures = h('div');
  const parts = h('div');
  const views = new Map<string, SectionView>();
  const raw = h('div');

  const all = { value: '', label: t('All sessions') };
  const onChoice = () => {
    // Nobody learns anything from a session beside itself.
    if (other.value === session.value) other.value = '';
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
      void channel.request('keepInterval', seconds).catch(() => undefined);
    },
  });
  const again = button(t('Refresh'), () => void read(wanted, true), 'primary');
  const timer = refresh(() => read(wanted, false));

  async function read(scope: Scope, isAsked: boolean): Promise<void> {
    const mine = ++asked;
    wanted = scope;
    readAt.textContent = t('Reading…');
    try {
      const found = await channel.request('read', { scope, isAsked });
      if (mine === asked) draw(found);
    } catch (error) {
      if (mine === asked) drawStale((error as Error).message);
    }
  }

  function draw(found: Shown): void {
    shown = found;
    news.clear();
    drawReport();
    readAt.textContent = t('Read at {0}', timeText(shown.at));
  }

  /** The last figures stay, and say of when they are. */
  function drawStale(problem: string): void {
    drawChoices();
    const when = timeText(shown.at);
    readAt.textContent = t('Old: read at {0}', when);
    news.show('warning', [t('These figures are of {0}: they could not be read again.', when), problem].filter(Boolean).join(' '));
  }

  function drawChoices(): void {
    wanted = shown.scope;
    session.value = shown.scope.session ?? '';
    other.value = shown.scope.other ?? '';
    for (const option of other.element.querySelectorAll('option'))
      option.disabled = option.value !== '' && option.value === session.value;
    const { session: id } = shown.scope;
    channel.saveState({ environment: place.name, kind, eventId: event.id, ...(id === undefined ? {} : { id }) });
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
    const wanted = shown.report.sections.map((section) => {
      const view = views.get(section.key) ?? sectionView(section, writing, save);
      if (views.has(section.key)) view.show(section);
      views.set(section.key, view);
      return view.element;
    });
    const isSame = wanted.length === parts.children.length && wanted.every((part, at) => parts.children[at] === part);
    if (!isSame) replaceChildren(parts, wanted);
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
    void channel.request('savePicture', { title, format, content }).catch(complain);
  }

  function saveReport(format: 'markdown' | 'csv'): void {
    void channel.request('save', { format }).catch(complain);
  }

  /** A cancelled dialog is no problem. */
  function complain(error: unknown): void {
    const { message } = error as Error;
    if (message !== '') news.show('error', message);
  }

  document.querySelector('main')?.classList.add('wide');
  mount(
    heading(kind === 'bordero' ? t('Bordero') : t('Entry report'), place),
    h('p', { className: 'hint' }, t('Event: {0}', event.label)),
    h('div', { className: 'row' }, ...(init.sessions.length > 0 ? [session.element, other.element] : []), every.element),
    h(
      'div',
      { className: 'actions' },
      again,
      button(t('Save as Markdown…'), () => saveReport('markdown')),
      button(t('Save as CSV…'), () => saveReport('csv')),
      readAt,
    ),
    news.element,
    notes,
    figures,
    parts,
    h('details', {}, h('summary', {}, t('Raw reply')), raw),
  );
  channel.on('choose', ({ session: id }) => void read({ session: id }, true));
  timer.every(init.every);
  drawReport();
  if (init.problem === undefined) readAt.textContent = t('Read at {0}', timeText(shown.at));
  else drawStale(init.problem);
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

connect(reportContract, show, (problem, retry) => mount(failure(problem, retry)));
