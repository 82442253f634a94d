import { readCodes } from '../../protocol/codes.ts';
import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import { passkeysContract, type BatchFields, type PasskeysContract } from '../../protocol/passkeys.ts';
import { connect, type Channel } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button, dateTimeField, numberField, textField, type Field } from '../kit/fields.ts';
import { itemPicker } from '../kit/item-picker.ts';
import { failure, heading, mount, notice } from '../kit/page.ts';
import { checkPeriod, periodNote } from '../kit/times.ts';
import { keeper, offerDraft, onSaveKey, whileBusy } from '../kit/typed.ts';
import { t } from '../kit/words.ts';
import { codeCounts } from './counts.ts';
import { generator, usualPattern } from './generator.ts';
import { endText, progressView, summary } from './run.ts';

const empty: BatchFields = { codes: '', start: '', finish: '', limit: '', itemIds: [], pattern: usualPattern };

function show(init: InitOf<PasskeysContract>, channel: Channel<PasskeysContract>): void {
  const { place, event, timeZone } = init;
  channel.saveState({ environment: place.name, kind: 'passkeys', eventId: event.id });
  let busy = false;
  const news = notice();
  const review = h('section', { hidden: true });
  const onInput = () => {
    review.hidden = true;
    check();
    typed.soon();
  };
  const counts = codeCounts((text) => channel.request('check', text));
  const onCodes = () => {
    counts.update(codes.value);
    onInput();
  };
  const codes = textField({
    label: t('Codes'),
    required: true,
    multiline: true,
    rows: 8,
    hint: t('One a line. Paste them, or let them be made up below.'),
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
  const toReview = button(t('Review…'), () => void showReview(), 'primary');
  const form = h(
    'div',
    {},
    codes.element,
    counts.element,
    makeUp.element,
    h('h2', {}, t('What all of them get')),
    h('div', { className: 'row' }, start.element, finish.element, limit.element),
    note,
    items.element,
    toReview,
  );
  const progress = progressView(() => void channel.request('cancel', null).catch(() => undefined));
  const typed = keeper(
    () => JSON.stringify(read()) !== JSON.stringify(empty),
    () => channel.request('keepDraft', read()),
    () => channel.request('dropDraft', null),
  );

  function read(): BatchFields {
    return {
      codes: codes.value,
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
    counts.update(codes.value);
  }

  function addCodes(more: readonly string[]): void {
    const before = codes.value === '' || codes.value.endsWith('\n') ? codes.value : `${codes.value}\n`;
    codes.value = `${before}${more.join('\n')}\n`;
    onCodes();
  }

  function check(isFinal = false): void {
    codes.problem = isFinal && readCodes(codes.value).codes.length === 0 ? t('At least one code is needed.') : undefined;
    const isLimit = limit.value.trim() === '' || /^[1-9]\d{0,8}$/.test(limit.value.trim());
    limit.problem = isLimit ? undefined : t('A whole number from 1 on.');
    checkPeriod({ start, finish }, timeZone, true);
    note.textContent = periodNote({ start, finish }, timeZone);
  }

  const wrong = (): Field<string> | undefined => [codes, start, finish, limit].find(({ problem }) => problem !== undefined);

  /** The last look before anything is sent. */
  async function showReview(): Promise<void> {
    if (busy) return;
    check(true);
    const first = wrong();
    if (first) return first.focus();
    news.clear();
    const send = button(t('Create Passkeys'), () => void run(), 'primary');
    const back = button(t('Back'), () => {
      review.hidden = true;
      codes.focus();
    });
    toReview.disabled = true;
    await counts.settle(codes.value);
    toReview.disabled = false;
    const { existing } = counts;
    replaceChildren(
      review,
      summary(read(), { event: event.label, place, existing }),
      h('div', { className: 'check' }, send, back),
    );
    review.hidden = false;
    send.scrollIntoView({ block: 'center' });
    send.focus();
  }

  async function run(): Promise<void> {
    if (busy) return;
    typed.stop();
    busy = true;
    review.hidden = true;
    news.clear();
    progress.begin(readCodes(codes.value).codes.length);
    await whileBusy(form, async () => {
      try {
        receive(await channel.request('start', read()));
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
    if (result.kind === 'problems') return showProblems(result.problems);
    const { kind, text } = endText(result);
    const open = button(t('Open Result'), () => void channel.request('openResult', null).catch(() => undefined));
    news.show(kind, text, open);
    if (result.state === 'finished') write({ ...read(), codes: '' });
    else typed.soon();
    setTimeout(() => open.focus());
  }

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
    if (!busy) receive(end);
  });
  channel.on('addCodes', (more) => addCodes(more));
  mount(
    heading(t('Create Passkeys'), place),
    h('p', { className: 'hint' }, t('Event: {0}', event.label)),
    news.element,
    progress.element,
    form,
    review,
  );
  onSaveKey(() => void showReview());
  write(empty);
  const begin = () => {
    if (init.given.length > 0) addCodes(init.given);
    codes.focus();
  };
  if (init.isRunning) news.show('info', t('A run of this form is under way.'));
  const { draft } = init;
  if (!draft) return begin();
  const restore = () => {
    write(draft.fields);
    check();
    begin();
  };
  const drop = () => {
    void channel.request('dropDraft', null).catch(() => undefined);
    begin();
  };
  offerDraft({ at: draft.at, isBack: channel.isBack, form, news, restore, drop });
}

connect(passkeysContract, show, (problem, retry) => mount(failure(problem, retry)));
