import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import type { PasskeyContract, PasskeyHead, PasskeySection } from '../../protocol/passkey.ts';
import type { TypedEdit } from '../../protocol/record-form.ts';
import { textIn } from '../../shared/typed-fields.ts';
import type { Channel } from '../kit/channel.ts';
import { h } from '../kit/dom.ts';
import { button, textField, type Field } from '../kit/fields.ts';
import { createForm, firstWrong, type Form } from '../kit/form.ts';
import { recordHead } from '../kit/head.ts';
import { itemPicker } from '../kit/item-picker.ts';
import { RecordFields, singleFields } from '../kit/record-form.ts';
import { t } from '../kit/l10n.ts';
import { eventLine, openPage } from '../kit/page.ts';
import { fieldName, resultText } from '../kit/texts.ts';
import { clockText, periodFields } from '../kit/times.ts';

function show(init: InitOf<PasskeyContract>, channel: Channel<PasskeyContract>): void {
  const { environment, event, timeZone } = init;
  let { id, exists } = init;
  const head = recordHead((action) => form.notice.follow(channel.request('run', action)), t('Delete Passkey…'));
  const form: Form<TypedEdit[]> = createForm({
    title: '',
    environment,
    channel,
    head,
    read: () => record.edits,
    isChanged: () => record.edits.length > 0,
    submit: () => void save(),
    bar: {
      saveLabel: () => (exists ? t('Save') : t('Create Passkey')),
      discard: () => form.discard([], write),
      state: () => ({ isNew: !exists, changes: record.edits.map(({ name }) => fieldName(name)) }),
    },
  });
  const onInput = () => {
    check();
    form.changed();
  };
  const passkey = textField({ label: fieldName('passkey'), required: true, hint: t('What a customer types.'), onInput });
  const startHint = [
    exists ? t('Not before today.') : t('Left empty, it works at once.'),
    clockText(timeZone, init.isZoneKnown),
  ].join(' ');
  const period = periodFields(timeZone, startHint, t('Left empty, it does not stop working.'), onInput);
  const { start, finish } = period;
  const fields = { passkey, start, finish };
  const items = itemPicker({
    load: (isAsked) => channel.request('items', { isAsked }),
    isAsked: !channel.isBack,
    isKnown: init.itemsKnown,
    onInput,
  });

  const limit = limitOfUses(() => form.notice.follow(channel.request('createMany', null)));

  const chosen: Field = {
    element: items.element,
    get value() {
      return items.value.join('\n');
    },
    set value(text) {
      items.value = text.split('\n').filter(Boolean);
    },
    ...{ problem: undefined, note: undefined, required: false, focus: () => undefined },
  };
  const record = new RecordFields(init.base, [singleFields('data', fields), singleFields('itemIds', { itemIds: chosen })]);

  function write(edits: readonly TypedEdit[]): void {
    record.write(edits);
    for (const field of Object.values(fields)) field.problem = undefined;
    showFormer();
    form.update();
  }

  /** Marks what is wrong; a passkey that nobody has begun to type is not wrong yet. */
  function check(isFinal = false): void {
    passkey.problem = passkey.value === '' && (isFinal || exists) ? t('A passkey is needed.') : undefined;
    period.check(exists && record.edits.some(({ name }) => name === 'start'));
    showFormer();
  }

  function showFormer(): void {
    if (exists) record.showFormer();
  }

  async function save(): Promise<void> {
    const { isResolved } = record;
    if (form.isBusy || (exists && !isResolved && record.edits.length === 0)) return;
    check(true);
    form.update();
    const wrong = firstWrong(Object.values(fields));
    if (wrong) return wrong.focus();
    await form.run(async () => receive(await channel.request('save', { edits: record.edits, isResolved })));
  }

  function receive(result: ResultOf<PasskeyContract, 'save'>): void {
    if (result.kind === 'problems') return form.showProblems(result.problems, fields);
    if (result.kind === 'unchanged') {
      form.notice.show('info', t('There was nothing to save.'));
      write([]);
      return showTitle();
    }
    if (result.kind === 'changedElsewhere') {
      const title = t('Somebody else changed this passkey');
      return record.askChoices(form, result, { title, nameOf: ({ name }) => fieldName(name), save: () => void save() });
    }
    const isNew = !exists;
    const name = passkey.value;
    const done = isNew ? t('The passkey {0} was created.', name) : t('The passkey {0} was saved.', name);
    const { kind, text } = resultText(result, sectionName, done, t('What you typed is still here.'));
    const another = button(t('Create Another'), () => channel.send('createAnother', null));
    form.showResult(kind, text, ...(isNew && result.isComplete ? [another] : []));
    record.base = result.base;
    record.isResolved = false;
    id ??= result.id;
    exists = id !== undefined;
    if (result.isComplete) write([]);
    else form.keepDraft();
    showTitle();
  }

  function showTitle(): void {
    const what = id === undefined ? { eventId: event.id } : { id };
    channel.saveState({ environment: environment.name, kind: 'passkey', ...what });
    form.title = exists ? t('Passkey {0}', textIn(record.base, 'passkey')) : t('New passkey');
  }

  form.element.append(
    passkey.element,
    h('div', { className: 'row' }, start.element, finish.element),
    period.note,
    limit.element,
    items.element,
  );
  const showHead = (now: PasskeyHead | undefined) => {
    head.show(now);
    limit.show(now?.limit);
  };
  showHead(init.head);
  channel.on('head', showHead);
  showTitle();
  form.show(eventLine(event), form.question, form.element);
  write([]);
  form.start(
    init.draft,
    (draft) => {
      record.base = draft.base;
      channel.send('restoreDraft', null);
      write(draft.edits);
      check();
      form.update();
    },
    () => form.focusAt(passkey),
  );
}

/** How often it may be used: it is read here, and set elsewhere. */
function limitOfUses(createMany: () => void) {
  const value = h('span');
  const shown = h('div', { hidden: true }, h('strong', {}, t('Limit of uses')), ' ', value);
  const hint = t('A limit of uses can be set only when many are created:');
  const link = button(t('Create Many Passkeys…'), createMany, 'quiet');
  return {
    element: h('div', { className: 'field' }, shown, h('div', { className: 'hint' }, hint, ' ', link)),
    show(text: string | undefined) {
      shown.hidden = text === undefined;
      value.textContent = text ?? '';
    },
  };
}

function sectionName({ what }: PasskeySection): string {
  return { create: t('the new passkey'), fields: t('the passkey and its times'), items: t('its items') }[what];
}

export function openPasskeyPage(): void {
  openPage<PasskeyContract>(show);
}
