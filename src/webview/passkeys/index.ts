import type { InitOf, PayloadOf, ResultOf } from '../../protocol/contract.ts';
import type { BatchEnd, BatchFields, BatchFile, PasskeysContract, UnfinishedRun } from '../../protocol/passkeys.ts';
import { parseCodes } from '../../shared/codes.ts';
import { isLimit } from '../../shared/form-checks.ts';
import type { Channel } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button, numberField, textField } from '../kit/fields.ts';
import { createForm, firstWrong } from '../kit/form.ts';
import { itemPicker } from '../kit/item-picker.ts';
import { countText, t } from '../kit/l10n.ts';
import { eventLine, openPage } from '../kit/page.ts';
import { progressLine } from '../kit/progress.ts';
import { clockText, periodFields } from '../kit/times.ts';
import { codeCounts, figuresOf, fileCard, type CodeSource } from './codes.ts';
import { generator, defaultPattern } from './generator.ts';
import { endText, summary, unfinishedText } from './run.ts';

const empty: BatchFields = { codes: '', start: '', finish: '', limit: '', itemIds: [], pattern: defaultPattern };

function show(init: InitOf<PasskeysContract>, channel: Channel<PasskeysContract>): void {
  const { environment, event, timeZone } = init;
  channel.saveState({ environment: environment.name, kind: 'passkeys', eventId: event.id });
  const form = createForm({
    title: t('Create Many Passkeys'),
    environment,
    channel,
    read,
    isChanged,
    submit: () => void showReview(),
    bar: {
      saveLabel: () => t('Create Passkeys…'),
      discard,
      state: () => ({ isNew: true }),
    },
  });
  const { notice } = form;
  const review = h('section', { hidden: true, on: { keydown: ({ key }) => key === 'Escape' && goBack() } });
  let isPreparing = false;
  /** What needs no draft: nothing, or what is left after a run for the next one. */
  let base = empty;
  const onInput = () => {
    reviewShows(false);
    check();
    form.changed();
  };
  const counts = codeCounts((from) =>
    typeof from === 'string' ? channel.request('check', from) : channel.request('checkFile', null),
  );
  const onCodes = () => {
    counts.update(source());
    onInput();
  };
  const card = fileCard(() => {
    channel.send('dropFile', null);
    showFile(undefined);
    codes.focus();
  });
  /** What is typed, or the file that stands in its place. */
  const source = (): CodeSource => card.file ?? codes.value;
  const codes = textField({
    label: t('Passkey codes, one per line'),
    multiline: true,
    rows: 8,
    hint: t('What customers type, not codes of tickets. Paste them, take them from a file, or generate them above.'),
    onInput: onCodes,
  });
  const makeUp = generator(
    (pattern) => channel.request('generate', { ...pattern, taken: codes.value }),
    (made) => addCodes(made),
    onInput,
  );
  const startHint = [t('Not before today.'), clockText(timeZone, init.isZoneKnown)].join(' ');
  const period = periodFields(timeZone, startHint, t('Left empty, they do not stop working.'), onInput);
  const { start, finish } = period;
  const limit = numberField({ label: t('Limit'), hint: t('How often each may be used; left empty, without a limit.'), onInput });
  const items = itemPicker({
    load: (isAsked) => channel.request('items', { isAsked }),
    isAsked: !channel.isBack,
    isKnown: true,
    onInput,
  });
  const fromFile = h(
    'div',
    { className: 'actions' },
    button(t('Take Codes from a File…'), () => void channel.request('chooseFile', null).catch(notice.fail)),
  );
  const fields = { codes, start, finish, limit };
  const progress = progressLine(() => channel.send('cancel', null));

  function isChanged(): boolean {
    return card.file !== undefined || JSON.stringify(read()) !== JSON.stringify(base);
  }

  /** The file is left where it is: Undo brings back what was typed. */
  function discard(): void {
    if (card.file) channel.send('dropFile', null);
    base = empty;
    form.discard(empty, (fields) => {
      card.show(undefined);
      write(fields);
      showFile(undefined);
    });
  }

  function read(): BatchFields {
    return {
      codes: card.file ? '' : codes.value,
      start: start.value,
      finish: finish.value,
      limit: limit.value.trim(),
      itemIds: items.value,
      pattern: makeUp.value,
    };
  }

  function write(now: BatchFields): void {
    items.value = now.itemIds;
    makeUp.value = now.pattern;
    for (const name of ['codes', 'start', 'finish', 'limit'] as const) {
      fields[name].value = now[name];
      fields[name].problem = undefined;
    }
    counts.update(source());
  }

  function showFile(file: BatchFile | undefined): void {
    formShows(true);
    placeFile(file);
    onCodes();
  }

  function placeFile(file: BatchFile | undefined): void {
    card.show(file);
    for (const element of [codes.element, makeUp.element, fromFile]) element.hidden = file !== undefined;
  }

  function addCodes(more: readonly string[]): void {
    const before = codes.value === '' || codes.value.endsWith('\n') ? codes.value : `${codes.value}\n`;
    codes.value = `${before}${more.join('\n')}\n`;
    showFile(undefined);
  }

  function check(): void {
    codes.problem = undefined;
    limit.problem = isLimit(limit.value) ? undefined : t('A whole number from 1 on.');
    period.check(true);
  }

  /** Its button takes the place of the bar that leads to it, and stands elsewhere: a second click sends nothing that was not seen. */
  function reviewShows(isShown: boolean): void {
    review.hidden = !isShown;
    form.bar.hidden = isShown;
  }

  /** The last look before anything is sent. */
  async function showReview(): Promise<void> {
    if (form.isBusy || isPreparing) return;
    isPreparing = true;
    await prepareReview().finally(() => (isPreparing = false));
  }

  /** Where no codes were given, they are made up by the pattern, which is there to see. */
  async function prepareReview(): Promise<void> {
    check();
    form.update();
    const wrong = firstWrong(Object.values(fields));
    if (wrong) return wrong.focus();
    if (!card.file && figuresOf(codes.value).codes === 0 && !(await makeUp.run())) return form.update();
    notice.clear();
    const back = button(t('Back'), goBack);
    await counts.compare(source());
    const { existing } = counts;
    const fresh = wanted() - (existing ?? 0);
    const label = fresh === 1 ? t('Create 1 Passkey') : t('Create {0} Passkeys', countText(fresh));
    const send = button(label, () => void run(), 'primary');
    const typed = read();
    replaceChildren(
      review,
      summary(typed, { event: event.label, environment, existing, codes: wanted(), items: items.names }),
      h('p', { className: 'hint' }, codesText()),
      typed.itemIds.length === 0 &&
        h('div', { className: 'notice' }, t('These passkeys open no item until items are chosen for them.')),
      h('div', { className: 'check' }, send, back),
    );
    reviewShows(true);
    send.scrollIntoView({ block: 'center' });
    send.focus();
  }

  /** Enough of the codes to see whether they are the right ones. */
  function codesText(): string {
    const all = card.file ? card.file.first : parseCodes(codes.value).codes;
    const [first = '', last = ''] = [all[0], all.at(-1)];
    if (card.file) return t('The first code is {0}.', first);
    return all.length === 1 ? t('The code is {0}.', first) : t('The first code is {0}, the last one {1}.', first, last);
  }

  function goBack(): void {
    reviewShows(false);
    (card.file ? card : codes).focus();
  }

  /** How many different codes there are. */
  function wanted(): number {
    return card.file ? card.file.codes - card.file.duplicates : figuresOf(codes.value).codes;
  }

  const run = () =>
    carryOut(t('Creating {0} passkeys…', countText(wanted())), async () => receive(await channel.request('start', read())));
  const resume = () => carryOut(t('Resuming the run…'), async () => showEnd(await channel.request('resume', null)));

  async function carryOut(title: string, work: () => Promise<void>): Promise<void> {
    if (form.isBusy) return;
    reviewShows(false);
    progress.begin(title);
    await form.run(work);
    progress.end();
    notice.element.scrollIntoView({ block: 'center' });
  }

  function receive(result: ResultOf<PasskeysContract, 'start'>): void {
    if (result.kind === 'problems') form.showProblems(result.problems, fields);
    else showEnd(result);
  }

  function showEnd(end: BatchEnd): void {
    const first = sayEnd(end);
    if (end.clears) {
      formShows(false);
      base = { ...read(), codes: '' };
      placeFile(undefined);
      write(base);
      form.update();
    } else form.keepDraft();
    // Whoever works elsewhere meanwhile keeps the focus there.
    if (document.hasFocus()) setTimeout(() => first.focus());
  }

  /** Gives the button for what is next. */
  function sayEnd(end: BatchEnd): HTMLButtonElement {
    const { kind, text } = endText(end);
    const open = button(t('Open Result'), () => channel.send('openResult', null));
    const goOn = button(end.state === 'needsDecision' ? t('Decide…') : t('Resume'), () => void resume(), 'primary');
    if (end.state !== 'finished') {
      notice.show(kind, text, goOn, open, toRuns());
      return goOn;
    }
    const use = (action: PayloadOf<PasskeysContract, 'useMade'>) => void channel.request('useMade', action).catch(notice.fail);
    const table = button(t('Show Passkeys'), () => use('show'), 'primary');
    const made = [button(t('Copy Passkeys'), () => use('copy')), button(t('Save Passkeys…'), () => use('save'))];
    const more = button(t('Create More…'), () => {
      notice.clear();
      formShows(true);
      makeUp.focus();
    });
    notice.show(kind, text, table, ...(end.counts.made > 0 ? made : []), open, ...(end.clears ? [more] : []));
    return table;
  }

  /** A form that stands there as it was sent looks as if it were still to be sent. */
  function formShows(isShown: boolean): void {
    form.element.hidden = !isShown;
    // Whether it is hidden is decided anew whenever something changes.
    form.bar.style.display = isShown ? '' : 'none';
  }

  const toRuns = () => button(t('Show Runs'), () => channel.send('showRuns', null));

  function offerUnfinished(run: UnfinishedRun): void {
    notice.show(
      'info',
      unfinishedText(run),
      button(t('Resume'), () => void resume()),
      toRuns(),
    );
  }

  channel.on('progress', (counts) => progress.show(counts));
  channel.on('ended', (end) => {
    progress.end();
    if (!form.isBusy) showEnd(end);
  });
  channel.on('addCodes', addCodes);
  channel.on('gone', () => {
    if (!form.isBusy) notice.clear();
  });
  channel.on('unfinished', (run) => {
    if (!form.isBusy) offerUnfinished(run);
  });
  channel.on('file', (file) => {
    showFile(file);
    card.focus();
  });
  form.element.append(
    makeUp.element,
    codes.element,
    card.element,
    fromFile,
    counts.element,
    h('h2', {}, t('What all of them get')),
    h('div', { className: 'row' }, start.element, finish.element, limit.element),
    period.note,
    items.element,
  );
  form.show(eventLine(event), progress.element, form.element, review);
  write(empty);
  form.update();
  if (init.isRunning) notice.show('info', t('A run of this form is under way.'));
  const begin = () => {
    if (init.given.length > 0) addCodes(init.given);
    if (init.file) showFile(init.file);
    if (init.given.length > 0 || init.file) makeUp.fold();
    if (init.ended) {
      form.focusAt(sayEnd(init.ended));
      // Whoever has gone on since finds what they typed.
      formShows(!init.ended.clears || source() !== '');
    }
    if (!init.ended && init.unfinished) offerUnfinished(init.unfinished);
    else if (!init.ended) form.focusAt(init.given.length > 0 ? codes : makeUp);
  };
  form.start(
    init.draft,
    (draft) => {
      write(draft.fields);
      if (init.ended?.clears) base = { ...draft.fields, codes: '' };
      if (draft.fields.codes !== '') makeUp.fold();
      check();
      form.update();
    },
    begin,
  );
}

export function openPasskeysPage(): void {
  openPage<PasskeysContract>(show);
}
