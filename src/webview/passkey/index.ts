import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import {
  passkeyContract,
  type PasskeyContract,
  type PasskeyFields,
  type PasskeyHead,
  type PasskeySection,
} from '../../protocol/passkey.ts';
import { changedPasskeyFields, noFields } from '../../shared/record-fields.ts';
import type { Channel } from '../kit/channel.ts';
import type { ChoicesOptions } from '../kit/choices.ts';
import { h } from '../kit/dom.ts';
import { button, textField } from '../kit/fields.ts';
import { firstWrong, Form } from '../kit/form.ts';
import { recordHead } from '../kit/head.ts';
import { itemPicker } from '../kit/item-picker.ts';
import { t } from '../kit/l10n.ts';
import { eventLine, openPage } from '../kit/page.ts';
import { fieldName, formerText, segmentText, savedText } from '../kit/texts.ts';
import { clockText, periodFields } from '../kit/times.ts';

function show(init: InitOf<PasskeyContract>, channel: Channel<PasskeyContract>): void {
  const { environment, event, timeZone } = init;
  let { id, saved, exists } = init;
  const head = recordHead((action) => form.notice.follow(channel.request('run', action)), t('Delete Passkey…'));
  const form = new Form({
    title: '',
    environment,
    channel,
    head,
    read,
    isChanged: () => changed().length > 0,
    submit: () => void save(),
    bar: {
      saveLabel: () => (exists ? t('Save') : t('Create Passkey')),
      discard: () => form.discard(saved, write),
      state: () => ({ isNew: !exists, changes: changed().map(fieldName) }),
    },
  });
  const onInput = () => {
    check();
    form.changed();
  };
  const passkey = textField({ label: t('Passkey'), required: true, hint: t('What a customer types.'), onInput });
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

  function read(): PasskeyFields {
    return { passkey: passkey.value, start: start.value, finish: finish.value, itemIds: items.value };
  }

  function write(now: PasskeyFields): void {
    items.value = now.itemIds;
    for (const name of ['passkey', 'start', 'finish'] as const) {
      fields[name].value = now[name];
      fields[name].problem = undefined;
    }
    showFormer();
    form.update();
  }

  function changed(): (keyof PasskeyFields)[] {
    return changedPasskeyFields(saved, read());
  }

  /** Marks what is wrong; a passkey that nobody has begun to type is not wrong yet. */
  function check(isFinal = false): void {
    passkey.problem = passkey.value === '' && (isFinal || exists) ? t('A passkey is needed.') : undefined;
    period.check(exists && changed().includes('start'));
    showFormer();
  }

  /** Says at each changed field what it was. */
  function showFormer(): void {
    const edited = exists ? changed() : [];
    for (const name of ['passkey', 'start', 'finish'] as const)
      fields[name].note = edited.includes(name) ? formerText(saved[name]) : undefined;
  }

  async function save(isResolved = false): Promise<void> {
    if (form.isBusy || form.question.hasChildNodes() || (exists && changed().length === 0)) return;
    check(true);
    form.update();
    const wrong = firstWrong(Object.values(fields));
    if (wrong) return wrong.focus();
    await form.run(async () => receive(await channel.request('save', { fields: read(), isResolved })));
  }

  function receive(result: ResultOf<PasskeyContract, 'save'>): void {
    if (result.kind === 'problems') return form.showProblems(result.problems, fields);
    if (result.kind === 'conflict')
      return form.askChoices(
        conflict(result, read(), (chosen) => {
          saved = result.remote;
          write(chosen);
          void (changed().length === 0 ? takeRemote() : save(true));
        }),
      );
    const isNew = !exists;
    const { kind, text } = resultText(result, passkey.value, isNew);
    const another = button(t('Create Another'), () => channel.send('createAnother', null));
    form.showResult(kind, text, ...(isNew && result.isComplete ? [another] : []));
    saved = result.saved;
    id ??= result.id;
    exists = id !== undefined;
    if (result.isComplete) write(saved);
    else form.keepDraft();
    showTitle();
  }

  /** Nothing of mine was chosen, so there is nothing to save. */
  async function takeRemote(): Promise<void> {
    await form.run(async () => {
      saved = await channel.request('takeRemote', null);
      write(saved);
      showTitle();
    });
    passkey.focus();
  }

  function showTitle(): void {
    const what = id === undefined ? { eventId: event.id } : { id };
    channel.saveState({ environment: environment.name, kind: 'passkey', ...what });
    form.title = exists ? t('Passkey {0}', saved.passkey) : t('New passkey');
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
  form.show(eventLine(event), form.notice.element, form.question, form.element, form.bar);
  write(saved);
  form.start(
    init.draft,
    (draft) => {
      saved = draft.saved;
      channel.send('restoreDraft', null);
      write(draft.fields);
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

type Save = ResultOf<PasskeyContract, 'save'>;

/** One sentence when all went well; one for each segment when it did not. */
function resultText(
  { sections, isComplete, isReadBack, beyond }: Extract<Save, { kind: 'done' }>,
  name: string,
  isNew: boolean,
): { kind: 'info' | 'warning' | 'error'; text: string } {
  if (!isComplete) {
    const texts = sections.map(({ what, state, message }) => segmentText(state, segmentName(what), message));
    return { kind: 'error', text: [...texts, t('What you typed is still here.')].join('\n') };
  }
  const done = isNew ? t('The passkey {0} was created.', name) : t('The passkey {0} was saved.', name);
  const different = sections.flatMap(({ differences = [] }) => differences);
  return savedText(done, isReadBack, different, beyond);
}

function segmentName(what: PasskeySection['what']): string {
  return { create: t('the new passkey'), fields: t('the passkey and its times'), items: t('its items') }[what];
}

/** `resolve` gets the fields as they were chosen. */
function conflict(
  { differences, remote }: Extract<Save, { kind: 'conflict' }>,
  local: PasskeyFields,
  resolve: (chosen: PasskeyFields) => void,
): Omit<ChoicesOptions, 'cancel'> {
  const isShown = (field: string) => Object.hasOwn(noFields, field);
  const different = differences.filter(({ field, remote, local }) => isShown(field) && remote !== local);
  return {
    title: t('Somebody else changed this passkey'),
    fields: different.map(({ field, remote, local, base }) => ({
      path: field,
      label: fieldName(field),
      remote,
      local,
      isBoth: local !== base,
    })),
    others: differences.map(({ field }) => field).filter((field) => !isShown(field)),
    resolve: (keepsLocal) => {
      const taken = different.map(({ field }) => field as keyof PasskeyFields).filter((field) => !keepsLocal.has(field));
      resolve({ ...local, ...Object.fromEntries(taken.map((field) => [field, remote[field]])) });
    },
  };
}

export function openPasskeyPage(): void {
  openPage(passkeyContract, show);
}
