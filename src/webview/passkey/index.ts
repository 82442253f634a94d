import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import { changedFields, noFields, passkeyContract, type PasskeyContract, type PasskeyFields } from '../../protocol/passkey.ts';
import { connect, type Channel } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button, dateTimeField, textField } from '../kit/fields.ts';
import { failure, heading, mount, notice, saveBar } from '../kit/page.ts';
import { checkPeriod, periodNote } from '../kit/times.ts';
import { beginAt, startForm, onSaveKey, whileBusy, draftSaver } from '../kit/drafts.ts';
import { t } from '../kit/l10n.ts';
import { conflict } from './conflict.ts';
import { itemPicker } from '../kit/item-picker.ts';
import { fieldLabel, resultText } from './results.ts';

type Init = InitOf<PasskeyContract>;
type Save = ResultOf<PasskeyContract, 'save'>;

function show(init: Init, channel: Channel<PasskeyContract>): void {
  const { place, event, timeZone } = init;
  const owner = init.id === undefined ? { eventId: event.id } : { id: init.id };
  channel.saveState({ environment: place.name, kind: 'passkey', ...owner });
  let { saved, exists } = init;
  let busy = false;
  /** That it was saved is no news any more once something else is typed. */
  let isGoodNews = false;
  const news = notice();
  const asked = h('div');
  const onInput = () => {
    if (isGoodNews) news.clear();
    isGoodNews = false;
    check();
    update();
    typed.soon();
  };
  const passkey = textField({ label: t('Passkey'), required: true, hint: t('What a customer types.'), onInput });
  const start = dateTimeField({ label: t('Start'), hint: startHint(exists, timeZone), onInput });
  const finish = dateTimeField({ label: t('Finish'), hint: t('Left empty, it does not stop working.'), onInput });
  const note = h('div', { className: 'hint', attributes: { role: 'status' } });
  const items = itemPicker({
    load: (isAsked) => channel.request('items', { isAsked }),
    isAsked: !channel.isBack,
    isKnown: init.itemsKnown,
    onInput,
  });
  const bar = saveBar(
    { save: () => (init.id !== undefined ? t('Save') : exists ? t('Save the Rest') : t('Create Passkey')) },
    () => void save(),
    () => discard(),
  );
  const form = h(
    'div',
    {},
    passkey.element,
    h('div', { className: 'row' }, start.element, finish.element),
    note,
    h('p', { className: 'hint' }, t('How often it may be used can be limited only in Create Many Passkeys.')),
    items.element,
  );
  const typed = draftSaver(
    () => changed().length > 0,
    () => channel.request('keepDraft', read()),
    () => channel.request('dropDraft', null),
  );

  function read(): PasskeyFields {
    return { passkey: passkey.value, start: start.value, finish: finish.value, itemIds: items.value };
  }

  function write(fields: PasskeyFields): void {
    passkey.value = fields.passkey;
    start.value = fields.start;
    finish.value = fields.finish;
    items.value = fields.itemIds;
    for (const field of [passkey, start, finish]) field.problem = undefined;
    update();
  }

  const changed = () => changedFields(saved, read());

  /** Marks what is wrong; a passkey that nobody has begun to type is not wrong yet. */
  function check(isFinal = false): void {
    const fields = changed();
    passkey.problem = passkey.value === '' && (isFinal || exists) ? t('A passkey is needed.') : undefined;
    checkPeriod({ start, finish }, timeZone, exists && fields.includes('start'));
    for (const [name, field] of [
      ['start', start],
      ['finish', finish],
    ] as const)
      if (field.value === '' && saved[name] !== '') field.problem = t('The service has no way to clear this.');
    note.textContent = periodNote({ start, finish }, timeZone);
  }

  const wrong = () => [passkey, start, finish].filter(({ problem }) => problem !== undefined);

  function update(): void {
    bar.update({ changes: changed().map(fieldLabel), problems: wrong().length, busy, isNew: !exists });
  }

  function discard(): void {
    typed.stop();
    write(saved);
    news.clear();
    void channel.request('dropDraft', null).catch(() => undefined);
    passkey.focus();
  }

  async function save(isResolved = false): Promise<void> {
    if (busy || asked.hasChildNodes() || (exists && changed().length === 0)) return;
    check(true);
    update();
    const [first] = wrong();
    if (first) return first.focus();
    typed.stop();
    busy = true;
    update();
    await whileBusy(form, async () => {
      try {
        receive(await channel.request('save', { fields: read(), isResolved }));
      } catch (error) {
        typed.soon();
        const { message } = error as Error;
        if (message !== '') news.show('error', message);
      }
    });
    busy = false;
    update();
  }

  function receive(result: Save): void {
    news.clear();
    if (result.kind === 'problems') return showProblems(result.problems);
    if (result.kind === 'conflict') return askChoices(result);
    const name = passkey.value;
    const isNew = init.id === undefined && result.isComplete;
    const { kind, text } = resultText(result, name, isNew);
    const next = isNew && result.id !== undefined ? [button(t('Open It'), () => void channel.request('openCreated', null))] : [];
    news.show(kind, text, ...next);
    isGoodNews = kind === 'info';
    if (result.isComplete) {
      saved = isNew ? noFields : result.saved;
      exists = !isNew;
      write(saved);
      nameIt();
      if (isNew) passkey.focus();
    } else {
      saved = result.saved;
      exists = result.id !== undefined;
      nameIt();
      typed.soon();
    }
  }

  function showProblems(problems: Extract<Save, { kind: 'problems' }>['problems']): void {
    const fields = { passkey, start, finish };
    const elsewhere: string[] = [];
    for (const { field, message } of problems) {
      if (Object.hasOwn(fields, field)) fields[field as keyof typeof fields].problem = message;
      else elsewhere.push(message);
    }
    if (elsewhere.length > 0) news.show('error', elsewhere.join('\n'));
    typed.soon();
    // The form can be typed into again only after this.
    setTimeout(() => wrong()[0]?.focus());
  }

  function askChoices(result: Extract<Save, { kind: 'conflict' }>): void {
    const end = () => {
      asked.replaceChildren();
      form.hidden = false;
      bar.element.inert = false;
    };
    const choose = (chosen: PasskeyFields) => {
      end();
      saved = result.theirs;
      write(chosen);
      void (changed().length === 0 ? takeTheirs() : save(true));
    };
    const question = conflict(result, read(), choose, end);
    typed.soon();
    form.hidden = true;
    bar.element.inert = true;
    replaceChildren(asked, question.element);
    question.focus();
  }

  /** Nothing of mine was chosen, so there is nothing to save. */
  async function takeTheirs(): Promise<void> {
    typed.stop();
    try {
      saved = await channel.request('takeTheirs', null);
      write(saved);
      nameIt();
      passkey.focus();
    } catch (error) {
      news.show('error', (error as Error).message);
    }
  }

  const top = heading('', place);
  const nameIt = () => {
    const title = top.querySelector('h1');
    if (title) title.textContent = exists ? t('Passkey {0}', saved.passkey) : t('Create Passkey');
  };
  nameIt();
  mount(top, h('p', { className: 'hint' }, t('Event: {0}', event.label)), news.element, asked, form, bar.element);
  onSaveKey(() => void save());
  write(saved);
  const restore = (fields: PasskeyFields) => {
    saved = init.draft?.saved ?? saved;
    void channel.request('restoreDraft', null).catch(() => undefined);
    write(fields);
    check();
    update();
  };
  const { isBack } = channel;
  startForm({ draft: init.draft, isBack, form, news, write: restore, drop: discard, begin: () => beginAt(passkey, isBack) });
}

function startHint(exists: boolean, timeZone: string): string {
  return exists
    ? t('Not before today. Days and times are those of {0}.', timeZone)
    : t('Left empty, it works at once. Days and times are those of {0}.', timeZone);
}

connect(passkeyContract, show, (problem, retry) => mount(failure(problem, retry)));
