import type { InitOf } from '../../protocol/contract.ts';
import { itemContract, type FormProblem, type ItemContract, type ItemForm, type SaveReply } from '../../protocol/item.ts';
import { checkItem } from '../../shared/form-checks.ts';
import { changedFields, differences, merged } from '../../shared/record-fields.ts';
import type { Channel } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { Form } from '../kit/form.ts';
import { t } from '../kit/l10n.ts';
import { openPage } from '../kit/page.ts';
import { dataSection } from './data.ts';
import { changeName, formFieldName, problemText, resultText } from './names.ts';
import { attributesSection, periodsSection } from './rows.ts';
import { showSection, type Section } from './section.ts';
import { triggersSection } from './triggers.ts';
import { valuesSection } from './values.ts';

function show(init: InitOf<ItemContract>, channel: Channel<ItemContract>): void {
  const { environment, eventId, timeZone } = init;
  let { id, base, known } = init;
  let event: string | undefined;
  /** What is merely empty is no problem until somebody wants to save it. */
  let wasTried = false;
  const form = new Form({
    title: '',
    environment,
    channel,
    read,
    isChanged: () => changes().length > 0,
    submit: () => void save(),
    bar: {
      saveLabel: () => t('Save'),
      discard,
      state: () => ({ changes: changes(), problems: problems().length, isNew: id === undefined }),
    },
  });
  const facts = h('p', { className: 'hint facts', hidden: true });
  const onInput = () => {
    showProblems();
    form.changed();
  };
  const askTax = eventId === undefined ? undefined : (price: number) => channel.request('previewTax', { price });
  const data = dataSection(base, init.shown, onInput);
  const sections: readonly Section[] = [
    data,
    valuesSection(base, known, environment.currency, askTax, onInput),
    periodsSection(base, known, timeZone, onInput),
    attributesSection(base, known, onInput),
  ];
  const triggers = triggersSection(() => channel.request('readTriggers', null));

  function read(): ItemForm {
    return Object.assign({}, base, ...sections.map((section) => section.read())) as ItemForm;
  }

  function write(now: ItemForm): void {
    for (const section of sections) section.write(now);
    showProblems();
    form.update();
  }

  function changes(): string[] {
    return [...new Set(changedFields(base, read()).map(changeName))];
  }

  function problems(): FormProblem[] {
    const typed = read();
    const all = checkItem(base, typed, timeZone);
    if (!wasTried) return all.filter(({ rule }) => rule !== 'missing');
    // A new item in which nothing was typed has nothing that could be wrong, but it needs a name.
    const isNameless = id === undefined && typed.name.trim() === '' && all.length === 0;
    return isNameless ? [{ field: 'name', rule: 'missing' }] : all;
  }

  /** Shows each problem at its field; gives those of something that has no field. */
  function showProblems(found: readonly FormProblem[] = problems()): FormProblem[] {
    const fields = new Map(sections.flatMap((section) => [...section.fields()]));
    for (const [path, field] of fields) {
      const problem = found.find((one) => one.field === path);
      const text = problem && problemText(problem, timeZone, known.unseen.includes('values'));
      if (field.problem !== text) field.problem = text;
    }
    return found.filter(({ field }) => !fields.has(field));
  }

  function focusProblem(): void {
    form.element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  async function save(isResolved = false, isAgain = false): Promise<void> {
    const isNew = id === undefined;
    if (form.isBusy || form.question.hasChildNodes() || (!isNew && !isResolved && changes().length === 0)) return;
    wasTried = true;
    showProblems();
    form.update();
    if (problems().length > 0) return focusProblem();
    const typed = read();
    await form.run(async () => receive(await channel.request('save', { form: typed, isResolved, isAgain }), typed, isNew));
  }

  function receive(reply: SaveReply, typed: ItemForm, isNew: boolean): void {
    if (reply.kind === 'written') return showWritten(reply, isNew);
    if (reply.kind === 'unchanged') return form.notice.show('info', t('There was nothing to save.'));
    form.keepDraft();
    switch (reply.kind) {
      case 'busy':
        return form.notice.show('warning', t('Another window saves this item at this moment. Try again when it is done.'));
      case 'problems': {
        const stray = showProblems(reply.problems).map((one) => `${one.field}: ${problemText(one, timeZone)}`);
        if (stray.length > 0) form.notice.show('error', stray.join('\n'));
        // The form can be typed into again only after this.
        return void setTimeout(focusProblem);
      }
      case 'changedElsewhere':
        return askChoices(reply, typed);
      case 'unknownCreation':
        return askCreation(reply);
    }
  }

  function showWritten(reply: Extract<SaveReply, { kind: 'written' }>, isNew: boolean): void {
    wasTried = false;
    id = reply.id;
    base = reply.base;
    known = reply.known;
    for (const section of sections) section.note?.(known);
    write(reply.form);
    const { kind, text } = resultText(reply, isNew);
    form.showResult(kind, text);
    showTitle();
    if (isNew) showTriggers();
  }

  /** The form is made on their version, with what of mine was chosen. */
  function askChoices({ base: common, remote, others }: Changed, local: ItemForm): void {
    form.askChoices({
      title: t('Somebody else changed this item'),
      fields: differences(common, remote, local).map(({ field, ...rest }) => ({
        path: field.path,
        label: formFieldName(field),
        ...rest,
      })),
      others,
      resolve: (keepsLocal) => {
        base = remote;
        write(merged(common, remote, local, (path) => keepsLocal.has(path)));
        void save(true);
      },
    });
  }

  function askCreation({ reason, found }: Extract<SaveReply, { kind: 'unknownCreation' }>): void {
    const open = (found ?? []).map(({ value, label }) =>
      button(t('Open {0} ({1})', label, value), () => channel.send('openFound', { id: value })),
    );
    const there =
      found === undefined
        ? t('The items of the event could not be read.')
        : found.length === 0
          ? t('The service shows no item of this name at this moment.')
          : t('The service has items of this name: look whether one of them is it.');
    const text = [t('It is not known whether the item was created.'), reason, there].filter(Boolean).join(' ');
    const again = button(t('Create It Again'), () => void save(false, true));
    form.notice.show('warning', text, ...open, again);
  }

  /** One click too many must not cost what was typed. */
  function discard(): void {
    const typed = read();
    wasTried = false;
    write(base);
    form.dropDraft();
    const undo = button(t('Undo'), () => {
      form.notice.clear();
      write(typed);
      form.keepDraft();
      data.focus();
    });
    form.showResult('info', t('Your changes were discarded.'), undo);
    undo.focus();
  }

  function showTitle(): void {
    const what = id === undefined ? { eventId } : { id };
    channel.saveState({ environment: environment.name, kind: 'item', ...what });
    const number = id === undefined ? undefined : t('Item {0}', id);
    form.title = number === undefined ? t('New item') : base.name === '' ? number : base.name;
    facts.textContent = [event, number].filter(Boolean).join(' · ');
    facts.hidden = facts.textContent === '';
  }

  function showTriggers(): void {
    triggers.element.hidden = id === undefined;
    if (id !== undefined) triggers.load();
  }

  /** The name of the event and the groups come when they come; the form is whole without them. */
  async function readAround(): Promise<void> {
    const around = await channel.request('readAround', null);
    event = around.event;
    data.offerTypes(around.types);
    data.offerGroups(around.groups.filter(({ value }) => value !== id));
    showTitle();
  }

  replaceChildren(
    form.element,
    sections.map(({ element }) => element),
    triggers.element,
  );
  const notices = h('div', { className: 'notices' }, form.notice.element);
  showTitle();
  form.show(facts, notices, form.question, form.element, form.bar);
  channel.on('section', ({ section, isPreview }) => showSection(section, isPreview ? () => undefined : undefined));
  form.update();
  form.start(
    init.draft,
    (draft) => {
      channel.send('restoreDraft', null);
      base = draft.base;
      write(draft.form);
      if (channel.isBack && !draft.isOwn)
        form.notice.show('info', t('What you typed before the window was reloaded is here again.'));
    },
    () => (init.section ? showSection(init.section, (field) => form.focusAt(field)) : form.focusAt(data)),
  );
  showTriggers();
  readAround().catch(() => undefined);
}

type Changed = Extract<SaveReply, { kind: 'changedElsewhere' }>;

openPage(itemContract, show);
