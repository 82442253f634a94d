import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import type { DialectFields, DialectPart, EnvironmentContract, Evidence, Seen } from '../../protocol/environment.ts';
import type { Channel } from '../kit/channel.ts';
import { h, replaceChildren, rowHead, table } from '../kit/dom.ts';
import { button, selectField, textField, type Field } from '../kit/fields.ts';
import { createForm } from '../kit/form.ts';
import { t } from '../kit/l10n.ts';
import { openPage } from '../kit/page.ts';
import { formerText } from '../kit/texts.ts';

function show(init: InitOf<EnvironmentContract>, channel: Channel<EnvironmentContract>): void {
  const { environment, sections, isEditable } = init;
  channel.saveState({ environment: environment.name, kind: 'environment' });
  let { saved, event } = init;
  const parts = new Map<string, PartField>();
  const form = createForm<DialectFields>({
    title: t('Environment {0}', environment.label),
    environment,
    channel,
    read,
    isChanged: () => changes().length > 0,
    submit: () => void save(),
    bar: {
      saveLabel: () => t('Save'),
      discard: () => form.discard(saved, write),
      state: () => ({ isNew: false, changes: changes() }),
    },
  });

  function read(): DialectFields {
    const typed = [...parts].map(([name, { field }]) => [name, field.value.trim()] as const);
    return Object.fromEntries(typed.filter(([, value]) => value !== ''));
  }

  function write(fields: DialectFields): void {
    for (const [name, part] of parts) {
      part.field.value = fields[name] ?? '';
      part.field.problem = undefined;
    }
    showParts();
    form.update();
  }

  function changes(): string[] {
    const typed = read();
    return [...parts].filter(([name]) => (typed[name] ?? '') !== (saved[name] ?? '')).map(([, { title }]) => title);
  }

  /** Says at each changed part what it was. */
  function showParts(): void {
    for (const [name, part] of parts) {
      const [now, before] = [part.field.value.trim(), saved[name] ?? ''];
      part.field.note = now === before ? undefined : before === '' ? t('was not known') : formerText(part.labelOf(before));
      part.show();
    }
  }

  function changed(): void {
    showParts();
    form.changed();
  }

  const shown = sections.map(({ title, parts: listed }) => {
    const fields = listed.map((part) => {
      const made = partField(part, () => {
        made.field.problem = undefined;
        changed();
      });
      parts.set(part.name, made);
      return made.element;
    });
    return h('section', {}, h('h2', {}, title), h('div', { className: 'parts' }, fields));
  });

  const eventLine = h('p', {});
  const found = h('div', { attributes: { 'aria-live': 'polite' } });
  const choose = button(t('Choose Event…'), () => void chooseEvent());
  const look = button(t('Look at the Service'), () => void probe(), 'primary');

  function showEvent(): void {
    eventLine.textContent = event
      ? t('Its lists are looked at: {0} ({1})', event.label, event.id)
      : t('Choose an event whose lists can be looked at.');
    look.disabled = event === undefined;
  }

  async function chooseEvent(): Promise<void> {
    event = (await channel.request('chooseEvent', null)) ?? event;
    showEvent();
    look.focus();
  }

  async function probe(): Promise<void> {
    const eventId = event?.id;
    if (form.isBusy || eventId === undefined) return;
    await form.run(async () => receiveProbe(await channel.request('probe', { eventId })));
  }

  /** What was found is filled in, to be looked at and saved; nothing that was typed is lost without being named. */
  function receiveProbe({ found: findings, unfound, seen }: ResultOf<EnvironmentContract, 'probe'>): void {
    for (const { name, value } of findings) {
      const part = parts.get(name);
      if (part && value !== undefined) part.field.value = value;
    }
    showEvidence(findings);
    for (const { name, places } of seen) parts.get(name)?.offer(places);
    // What was found stands at its part, with what showed it.
    const missing = unfound.filter(({ name }) => !parts.get(name)?.field.value.trim());
    replaceChildren(found, missing.length > 0 && missingTable(missing));
    changed();
    form.notice.show(
      'info',
      changes().length > 0
        ? t('What was found is filled in. Look at it, and save it.')
        : t('Nothing new was found. What is not known can be set below.'),
    );
  }

  function showEvidence(findings: readonly Evidence[]): void {
    for (const { name, text } of findings) parts.get(name)?.explain(text);
  }

  function missingTable(unfound: readonly Evidence[]): HTMLElement {
    const rows = unfound.map(({ name, text }) => [rowHead(nameOf(name)), text]);
    return table({ caption: t('What is still not known'), head: [t('Part'), t('Evidence')] }, rows);
  }

  function nameOf(name: string): string {
    return parts.get(name)?.title ?? name;
  }

  async function save(): Promise<void> {
    if (form.isBusy || changes().length === 0) return;
    await form.run(async () => receive(await channel.request('save', read())));
  }

  function receive(result: ResultOf<EnvironmentContract, 'save'>): void {
    if (result.kind === 'problems') {
      const fields = Object.fromEntries([...parts].map(([name, { field }]) => [name, field]));
      return form.showProblems(result.problems, fields);
    }
    saved = result.saved;
    write(saved);
    form.showResult(
      'info',
      isEditable
        ? t('Saved in the settings of this environment.')
        : t('Kept until the window closes: the local service has no settings of its own.'),
    );
  }

  const facts = table(
    { caption: t('Groups of the service') },
    init.facts.map(({ name, text }) => [rowHead(name), text]),
  );
  const configure = button(t('Configure Environment…'), () => channel.send('configure', null));
  const describe = h(
    'section',
    {},
    h('h2', {}, t('Describe service')),
    h(
      'p',
      { className: 'hint' },
      t('The service is only read, and what it shows is filled in below. Nothing is kept until it is saved.'),
    ),
    eventLine,
    h('div', { className: 'actions' }, choose, look),
    found,
  );
  form.element.append(describe, ...shown);
  form.show(facts, h('div', { className: 'actions' }, configure), form.question, form.element);
  showEvidence(init.evidence);
  showEvent();
  write(saved);
  form.start(
    init.draft,
    (draft) => {
      write(draft.fields);
      changed();
    },
    () => (event ? look : choose).focus(),
  );
}

interface PartField {
  readonly title: string;
  readonly element: HTMLElement;
  readonly field: Field;
  /** What a value is called in the form. */
  labelOf(value: string): string;
  /** Shows what depends on it, while it is not known. */
  show(): void;
  explain(evidence: string): void;
  /** Lets it be chosen from what a real reply has. */
  offer(places: Seen['places']): void;
}

function partField({ name, title, hint, locked, choices }: DialectPart, onInput: () => void): PartField {
  const unknown = { value: '', label: t('not known') };
  const field = choices
    ? selectField({ label: title, hint, choices: [unknown, ...choices], onInput })
    : textField({ label: title, hint, onInput });
  const lock = h('p', { className: 'hint locked' }, locked);
  const evidence = h('p', { className: 'hint evidence', hidden: true });
  const pointer = h('div', { hidden: true });
  const element = h('div', { className: 'part', title: name }, field.element, pointer, lock, evidence);
  let pointed: Field | undefined;
  let offered: ReadonlySet<string> = new Set();
  return {
    title,
    element,
    field,
    labelOf: (value) => choices?.find((choice) => choice.value === value)?.label ?? value,
    show() {
      lock.hidden = locked === '' || field.value.trim() !== '';
      if (pointed) pointed.value = offered.has(field.value.trim()) ? field.value.trim() : '';
    },
    offer(places) {
      offered = new Set(places.map(({ value }) => value));
      const none = { value: '', label: t('Choose a field that was seen…') };
      const select = selectField({
        label: t('{0} in a reply', title),
        choices: [none, ...places],
        onInput: () => {
          if (select.value === '') return;
          field.value = select.value;
          onInput();
        },
      });
      pointed = select;
      replaceChildren(pointer, select.element);
      pointer.hidden = false;
    },
    explain(text) {
      evidence.hidden = false;
      evidence.textContent = t('Seen: {0}', text);
    },
  };
}

export function openEnvironmentPage(): void {
  openPage<EnvironmentContract>(show);
}
