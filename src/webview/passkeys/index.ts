import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import {
  isLimit,
  passkeysContract,
  type BatchEnd,
  type BatchFields,
  type BatchFile,
  type PasskeysContract,
  type UnfinishedRun,
} from '../../protocol/passkeys.ts';
import { connect, type Channel } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button, dateTimeField, numberField, textField, type Field } from '../kit/fields.ts';
import { itemPicker } from '../kit/item-picker.ts';
import { failure, heading, mount, notice } from '../kit/page.ts';
import { checkPeriod, periodNote } from '../kit/times.ts';
import { beginAt, startForm, onSaveKey, whileBusy, draftSaver } from '../kit/drafts.ts';
import { t } from '../kit/l10n.ts';
import { codeCounts, count, figuresOf, type CodeSource } from './counts.ts';
import { fileCard } from './file.ts';
import { generator, defaultPattern } from './generator.ts';
import { endText, progressView, summary, unfinishedText } from './run.ts';

const empty: BatchFields = { codes: '', start: '', finish: '', limit: '', itemIds: [], pattern: defaultPattern };

function show(init: InitOf<PasskeysContract>, channel: Channel<PasskeysContract>): void {
  const { place, event, timeZone } = init;
  channel.saveState({ environment: place.name, kind: 'passkeys', eventId: event.id });
  let busy = false;
  const news = notice();
  const review = h('section', { hidden: true });
  const onInput = () => {
    reviewShows(false);
    check();
    typed.soon();
  };
  const counts = codeCounts((from) =>
    typeof from === 'string' ? channel.request('check', from) : channel.request('checkFile', null),
  );
  const onCodes = () => {
    counts.update(source());
    onInput();
  };
  const card = fileCard(() => {
    void channel.request('dropFile', null).catch(() => undefined);
    showFile(undefined);
    codes.focus();
  });
  /** What is typed, or the file that stands in its place. */
  const source = (): CodeSource => card.file ?? codes.value;
  const codes = textField({
    label: t('Passkey codes, one per line'),
    required: true,
    multiline: true,
    rows: 8,
    hint: t('What customers type, not codes of tickets. Paste them, take them from a file, or let them be made up below.'),
    onInput: onCodes,
  });
  const makeUp = generator(
    (pattern) => channel.request('generate', { ...pattern, taken: codes.value }),
    (made) => addCodes(made),
    onInput,
  );
  const start = dateTimeField({
    label: t('Start'),
    hint: t('Not before today. Days and times are those of {0}.', timeZone),
    onInput,
  });
  const finish = dateTimeField({ label: t('Finish'), hint: t('Left empty, they do not stop working.'), onInput });
  const limit = numberField({ label: t('Limit'), hint: t('How often each may be used; left empty, without a limit.'), onInput });
  const note = h('div', { className: 'hint', attributes: { role: 'status' } });
  const items = itemPicker({
    load: (isAsked) => channel.request('items', { isAsked }),
    isAsked: !channel.isBack,
    isKnown: true,
    onInput,
  });
  const fromFile = h(
    'div',
    { className: 'actions' },
    button(t('Take Codes from a File…'), () => void chooseFile()),
  );
  const toReview = button(t('Review…'), () => void showReview(), 'primary');
  const form = h(
    'div',
    {},
    codes.element,
    card.element,
    fromFile,
    counts.element,
    makeUp.element,
    h('h2', {}, t('What all of them get')),
    h('div', { className: 'row' }, start.element, finish.element, limit.element),
    note,
    items.element,
    toReview,
  );
  const progress = progressView(() => void channel.request('cancel', null).catch(() => undefined));
  const typed = draftSaver(
    () => card.file !== undefined || JSON.stringify(read()) !== JSON.stringify(empty),
    () => channel.request('keepDraft', read()),
    () => channel.request('dropDraft', null),
  );

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

  function write(fields: BatchFields): void {
    codes.value = fields.codes;
    start.value = fields.start;
    finish.value = fields.finish;
    limit.value = fields.limit;
    items.value = fields.itemIds;
    makeUp.value = fields.pattern;
    for (const field of [codes, start, finish, limit]) field.problem = undefined;
    counts.update(source());
  }

  function showFile(file: BatchFile | undefined): void {
    card.show(file);
    codes.element.hidden = file !== undefined;
    makeUp.element.hidden = file !== undefined;
    fromFile.hidden = file !== undefined;
    onCodes();
  }

  async function chooseFile(): Promise<void> {
    try {
      await channel.request('chooseFile', null);
    } catch (error) {
      const { message } = error as Error;
      if (message !== '') news.show('error', message);
    }
  }

  function addCodes(more: readonly string[]): void {
    const before = codes.value === '' || codes.value.endsWith('\n') ? codes.value : `${codes.value}\n`;
    codes.value = `${before}${more.join('\n')}\n`;
    showFile(undefined);
  }

  function check(isFinal = false): void {
    const isMissing = isFinal && !card.file && figuresOf(codes.value).codes === 0;
    codes.problem = isMissing ? t('At least one code is needed.') : undefined;
    limit.problem = isLimit(limit.value) ? undefined : t('A whole number from 1 on.');
    checkPeriod({ start, finish }, timeZone, true);
    note.textContent = periodNote({ start, finish }, timeZone);
  }

  const wrong = (): Field<string> | undefined => [codes, start, finish, limit].find(({ problem }) => problem !== undefined);

  /** Its button takes the place of the one that leads to it. */
  function reviewShows(isShown: boolean): void {
    review.hidden = !isShown;
    toReview.hidden = isShown;
  }

  /** The last look before anything is sent. */
  async function showReview(): Promise<void> {
    if (busy) return;
    check(true);
    const first = wrong();
    if (first) return first.focus();
    news.clear();
    const send = button(t('Create Passkeys'), () => void run(), 'primary');
    const back = button(t('Back'), () => {
      reviewShows(false);
      codes.focus();
    });
    toReview.disabled = true;
    await counts.settle(source());
    toReview.disabled = false;
    const { existing } = counts;
    const fields = read();
    replaceChildren(
      review,
      summary(fields, { event: event.label, place, existing, codes: wanted() }),
      fields.itemIds.length === 0 &&
        h('div', { className: 'notice' }, t('These passkeys open no item until items are chosen for them.')),
      h('div', { className: 'check' }, send, back),
    );
    reviewShows(true);
    send.scrollIntoView({ block: 'center' });
    send.focus();
  }

  /** How many different codes there are. */
  function wanted(): number {
    return card.file ? card.file.codes - card.file.duplicates : figuresOf(codes.value).codes;
  }

  const run = () =>
    carryOut(t('Creating {0} passkeys…', count(wanted())), async () => receive(await channel.request('start', read())));
  const resume = () => carryOut(t('Resuming the run…'), async () => showEnd(await channel.request('resume', null)));

  async function carryOut(title: string, work: () => Promise<void>): Promise<void> {
    if (busy) return;
    typed.stop();
    busy = true;
    reviewShows(false);
    news.clear();
    progress.begin(title);
    await whileBusy(form, async () => {
      try {
        await work();
      } catch (error) {
        typed.soon();
        const { message } = error as Error;
        if (message !== '') news.show('error', message);
      }
    });
    progress.end();
    busy = false;
    news.element.scrollIntoView({ block: 'center' });
  }

  function receive(result: ResultOf<PasskeysContract, 'start'>): void {
    if (result.kind === 'problems') showProblems(result.problems);
    else showEnd(result);
  }

  function showEnd(end: BatchEnd): void {
    const { kind, text } = endText(end);
    const open = button(t('Open Result'), () => void channel.request('openResult', null).catch(() => undefined));
    const goOn = button(end.state === 'needsDecision' ? t('Decide…') : t('Resume'), () => void resume(), 'primary');
    const isFinished = end.state === 'finished';
    news.show(kind, text, ...(isFinished ? [open] : [goOn, open, toRuns()]));
    if (end.clears) {
      card.show(undefined);
      write({ ...read(), codes: '' });
      showFile(undefined);
    } else typed.soon();
    // Whoever works elsewhere meanwhile keeps the focus there.
    if (document.hasFocus()) setTimeout(() => (isFinished ? open : goOn).focus());
  }

  const toRuns = () => button(t('Show Runs'), () => void channel.request('showRuns', null).catch(() => undefined));

  function showProblems(problems: readonly { readonly field: string; readonly message: string }[]): void {
    const fields: Record<string, Field<string>> = { codes, start, finish, limit };
    const elsewhere: string[] = [];
    for (const { field, message } of problems) {
      const target = Object.hasOwn(fields, field) ? fields[field] : undefined;
      if (target) target.problem = message;
      else elsewhere.push(`${field}: ${message}`);
    }
    if (elsewhere.length > 0) news.show('error', elsewhere.join('\n'));
    typed.soon();
    setTimeout(() => wrong()?.focus());
  }

  channel.on('progress', (now) => progress.show(now));
  channel.on('ended', (end) => {
    progress.end();
    if (!busy) showEnd(end);
  });
  channel.on('addCodes', (more) => addCodes(more));
  function offerUnfinished(run: UnfinishedRun): void {
    const goOn = button(t('Resume'), () => void resume());
    news.show('info', unfinishedText(run), goOn, toRuns());
  }

  channel.on('gone', () => {
    if (!busy) news.clear();
  });
  channel.on('unfinished', (run) => {
    if (!busy) offerUnfinished(run);
  });
  channel.on('file', (file) => {
    showFile(file);
    card.focus();
  });
  mount(
    heading(t('Create Many Passkeys'), place),
    h('p', { className: 'hint' }, t('Event: {0}', event.label)),
    news.element,
    progress.element,
    form,
    review,
  );
  onSaveKey(() => void showReview());
  write(empty);
  const { isBack } = channel;
  const begin = () => {
    if (init.given.length > 0) addCodes(init.given);
    if (init.file) showFile(init.file);
    if (init.unfinished) offerUnfinished(init.unfinished);
    else beginAt(codes, isBack);
  };
  if (init.isRunning) news.show('info', t('A run of this form is under way.'));
  const restore = (fields: BatchFields) => {
    write(fields);
    check();
  };
  const drop = () => void channel.request('dropDraft', null).catch(() => undefined);
  startForm({ draft: init.draft, isBack, form, news, write: restore, drop, begin });
}

connect(passkeysContract, show, (problem, retry) => mount(failure(problem, retry)));
