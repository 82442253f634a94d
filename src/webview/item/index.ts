import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import type { FormProblem, ItemContract, ItemKnown, ItemSuggestion, SaveReply } from '../../protocol/item.ts';
import type { ChangedElsewhere, TypedEdit } from '../../protocol/record-form.ts';
import { checkItem } from '../../shared/form-checks.ts';
import { centsOf, moneyText } from '../../shared/text.ts';
import { changedFields, editsOf, placeOf, rowsOf, textIn, withTexts } from '../../shared/typed-fields.ts';
import type { Channel } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button } from '../kit/fields.ts';
import { createForm, type Form } from '../kit/form.ts';
import { changeName, formFieldName, problemText, sectionName } from '../kit/item-texts.ts';
import { recordHead } from '../kit/head.ts';
import { currentLanguage, t } from '../kit/l10n.ts';
import { RecordFields } from '../kit/record-form.ts';
import { openPage, pathLine, type PathStep } from '../kit/page.ts';
import { resultText } from '../kit/texts.ts';
import { dataSection } from './data.ts';
import { attributesSection, periodsSection } from './rows.ts';
import { showSection, type Section } from './section.ts';
import { triggersSection } from './triggers.ts';
import { valuesSection } from './values.ts';

function show(init: InitOf<ItemContract>, channel: Channel<ItemContract>): void {
  const { environment, eventId, timeZone } = init;
  let { id, known } = init;
  let around: Around = { groups: [], types: [], valueTypes: [], path: [] };
  /** What a new item begins with: only what differs from it was typed. */
  let suggested: ItemSuggestion | undefined;
  let isRestored = false;
  /** What is merely empty is no problem until somebody wants to save it: these fields were there then. */
  let tried: ReadonlySet<string> | undefined;
  const head = recordHead((action) => form.notice.follow(channel.request('run', action)), t('Delete Item…'));
  let headShown = init.head;
  const form: Form<TypedEdit[]> = createForm({
    title: '',
    environment,
    channel,
    head,
    read: () => fields.edits,
    isChanged: () => changes().length > 0,
    submit: () => void save(),
    bar: {
      saveLabel: () => (id === undefined ? t('Create Item') : t('Save')),
      discard: () => {
        tried = undefined;
        form.discard(beginning(), write);
      },
      state: () => ({ changes: changes(), problems: problems().length, isNew: id === undefined }),
    },
  });
  const pathPlace = h('div');
  const onInput = () => {
    showProblems();
    showFormer();
    form.changed();
  };
  const askTax = eventId === undefined ? undefined : (price: number) => channel.request('previewTax', { price });
  const data = dataSection(init.base, onInput);
  const values = valuesSection(() => fields.base, known, askTax, onInput);
  const attributes = attributesSection(known, onInput);
  const sections: readonly Section[] = [data, values, periodsSection(known, timeZone, onInput), attributes];
  const fields = new RecordFields(init.base, sections);
  const triggers = triggersSection(() => channel.request('readTriggers', null));

  function write(edits: readonly TypedEdit[]): void {
    fields.write(edits);
    showProblems();
    showFormer();
    form.update();
  }

  function beginning(): TypedEdit[] {
    return suggested && id === undefined ? editsOf(fields.base, suggested.fields) : [];
  }

  function changes(): string[] {
    const begun = withTexts(fields.base, beginning());
    return [...new Set(changedFields(begun, fields.read()).map(changeName))];
  }

  function problems(): FormProblem[] {
    const typed = fields.read();
    const all = checkItem(fields.base, typed, timeZone).filter(({ rule, field }) => rule !== 'missing' || tried?.has(field));
    if (!tried) return all;
    // A new item in which nothing was typed has nothing that could be wrong, but it needs a name.
    const isNameless = id === undefined && textIn(typed, 'name').trim() === '' && all.length === 0;
    return isNameless ? [{ field: 'name', rule: 'missing' }] : all;
  }

  /** Says at each changed field what it was, and of a suggestion from where it is. */
  function showFormer(): void {
    if (id !== undefined) return fields.showFormer(shownFormer);
    const { from, fields: likely, fees } = suggested ?? { from: '', fields: [], fees: {} };
    const periods = rowsOf(likely, 'salePeriods').map(({ row, key }) => ({
      place: placeOf({ section: 'salePeriods', row, name: 'appCategoryId' }),
      text: key,
    }));
    const own = likely.map((field) => ({ place: placeOf(field), text: field.text }));
    const texts = new Map([...[...own, ...periods].map(({ place, text }) => [place, text] as const), ...Object.entries(fees)]);
    for (const [place, field] of fields.byPlace()) {
      const text = texts.get(place);
      field.note = text !== undefined && text !== '' && text === field.value ? t('Suggested, from {0}', from) : undefined;
    }
  }

  function shownFormer(place: string, text: string): string {
    if (place === 'parent') return around.groups.find(({ value }) => value === text)?.label ?? text;
    const isMoney = place === 'price' ? known.price === 'money' : place.startsWith('fee') && known.fees === 'money';
    const cents = isMoney ? centsOf(text) : undefined;
    return cents === undefined ? text : moneyText(cents, known.currency, currentLanguage());
  }

  /** Shows each problem at its field; gives those of something that has no field. */
  function showProblems(found: readonly FormProblem[] = problems()): FormProblem[] {
    const places = fields.byPlace();
    for (const [path, field] of places) {
      const problem = found.find((one) => one.field === path);
      const text = problem && problemText(problem, timeZone, known.unseen.includes('values'));
      if (field.problem !== text) field.problem = text;
    }
    return found.filter(({ field }) => !places.has(field));
  }

  async function save(isAgain = false): Promise<void> {
    const isNew = id === undefined;
    const { isResolved } = fields;
    if (form.isBusy || (!isNew && !isResolved && changes().length === 0)) return;
    tried = new Set(fields.byPlace().keys());
    showProblems();
    form.update();
    if (problems().length > 0) return form.focusProblem();
    const { edits } = fields;
    await form.run(async () => receive(await channel.request('save', { edits, isResolved, isAgain }), edits, isNew));
  }

  function receive(reply: SaveReply, typed: readonly TypedEdit[], isNew: boolean): void {
    if (reply.kind === 'written') return showWritten(reply, isNew);
    if (reply.kind === 'unchanged') return form.notice.show('info', t('There was nothing to save.'));
    form.keepDraft();
    switch (reply.kind) {
      case 'busy':
        return form.notice.show('warning', t('Another window saves this item at this moment. Try again when it is done.'));
      case 'problems': {
        if (reply.shownAnew) {
          fields.base = reply.shownAnew.base;
          showKnown(reply.shownAnew.known);
          write(typed);
        }
        const stray = showProblems(reply.problems).map((one) => `${one.field}: ${problemText(one, timeZone)}`);
        if (stray.length > 0) form.notice.show('error', stray.join('\n'));
        // The form can be typed into again only after this.
        return void setTimeout(() => form.focusProblem());
      }
      case 'changedElsewhere':
        return askChoices(reply);
      case 'unknownCreation':
        return askCreation(reply);
    }
  }

  function showKnown(now: ItemKnown): void {
    known = now;
    for (const section of sections) section.note?.(now);
  }

  function showWritten(reply: Extract<SaveReply, { kind: 'written' }>, isNew: boolean): void {
    tried = undefined;
    id = reply.id;
    fields.base = reply.base;
    fields.isResolved = false;
    showKnown(reply.known);
    write(reply.edits);
    const names = reply.sections.map(sectionName).join(', ');
    const done = isNew ? t('The item was created. Saved: {0}', names) : t('Saved: {0}', names);
    const { kind, text } = resultText(reply, sectionName, `${done}.`, t('What is not saved is still here.'));
    const another = button(t('Create Another'), () => channel.send('createAnother', null));
    form.showResult(kind, text, ...(isNew ? [another] : []));
    showTitle();
    if (isNew) showTriggers();
    readAround();
  }

  function askChoices(reply: ChangedElsewhere): void {
    const title = t('Somebody else changed this item');
    fields.askChoices(form, reply, { title, nameOf: formFieldName, save: () => void save() });
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
    const again = button(t('Create It Again'), () => void save(true));
    form.notice.show('warning', text, ...open, again);
  }

  function showTitle(): void {
    const what = id === undefined ? { eventId } : { id };
    channel.saveState({ environment: environment.name, kind: 'item', ...what });
    const number = id === undefined ? undefined : t('Item {0}', id);
    form.title = number === undefined ? t('New item') : textIn(fields.base, 'name') || number;
    const steps: PathStep[] = [
      ...(eventId === undefined ? [] : [{ what: 'event' as const, id: eventId, label: around.event ?? eventId }]),
      ...around.path.map(({ value, label }) => ({ what: 'item' as const, id: value, label })),
    ];
    replaceChildren(pathPlace, pathLine(steps, ...(number === undefined ? [] : [number])));
    const more = known.isAtNoSession ? [{ word: t('at no session'), tone: 'plain' as const }] : [];
    // The document names no field and no request for it.
    const how = known.isAtNoSession ? [t('The interface has no way to put an item at a session.')] : [];
    head.show(headShown && { ...headShown, states: [...headShown.states, ...more], facts: [...headShown.facts, ...how] });
  }

  function showTriggers(): void {
    triggers.element.hidden = id === undefined;
    if (id !== undefined) triggers.load();
  }

  /** The name of the event and the groups come when they come; the form is whole without them. */
  function readAround(): void {
    channel
      .request('readAround', null)
      .then(showAround)
      .catch(() => undefined);
  }

  function showAround(found: Around): void {
    around = found;
    data.offerTypes(found.types);
    attributes.offerTypes(found.valueTypes);
    data.offerGroups(found.groups.filter(({ value }) => value !== id));
    if (found.suggested) takeSuggestion(found.suggested);
    showFormer();
    showTitle();
  }

  function start(kept: InitOf<ItemContract>['draft'], begun: () => void): void {
    form.start(
      kept,
      (draft) => {
        channel.send('restoreDraft', null);
        isRestored = true;
        fields.base = draft.base;
        write(draft.edits);
        if (channel.isBack && !draft.isOwn)
          form.notice.show('info', t('What you typed before the window was reloaded is here again.'));
      },
      begun,
    );
  }

  /** Nothing that was typed gives way to it. */
  function takeSuggestion(found: ItemSuggestion): void {
    if (id !== undefined || isRestored || changes().length > 0) return;
    suggested = found;
    values.suggest(found.fees);
    write(beginning());
  }

  replaceChildren(
    form.element,
    sections.map(({ element }) => element),
    triggers.element,
  );
  showTitle();
  form.show(pathPlace, form.question, form.element);
  channel.on('around', showAround);
  channel.on('head', (now) => {
    headShown = now;
    showTitle();
  });
  channel.on('section', ({ section, isPreview }) => showSection(section, isPreview ? () => undefined : undefined));
  write([]);
  const begin = () => (init.section ? showSection(init.section, (field) => form.focusAt(field)) : form.focusAt(data));
  start(init.draft, begin);
  channel.on('draft', (draft) => start(draft, () => undefined));
  showTriggers();
  readAround();
}

type Around = ResultOf<ItemContract, 'readAround'>;

export function openItemPage(): void {
  openPage<ItemContract>(show);
}
