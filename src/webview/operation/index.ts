import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import {
  operationContract,
  type OperationContract,
  type OperationField,
  type OperationReply,
  type OperationTexts,
} from '../../protocol/operation.ts';
import type { Channel } from '../kit/channel.ts';
import { freshId, h, replaceChildren } from '../kit/dom.ts';
import { button, textField, selectField, numberField, suggest, type Field } from '../kit/fields.ts';
import { Form } from '../kit/form.ts';
import { countText, t } from '../kit/l10n.ts';
import { openPage } from '../kit/page.ts';

type Init = InitOf<OperationContract>;

function show(init: Init, channel: Channel<OperationContract>): void {
  const { environment, fields } = init;
  channel.saveState({ environment: environment.name, kind: 'operation', id: init.id });
  const form = new Form({
    title: init.title,
    environment,
    channel,
    read,
    isChanged: () => inputs.some(({ field, input }) => input.value !== field.initial),
    submit: () => void send(),
    submitLabel: { read: t('Read'), write: t('Send'), destroy: t('Send…') }[init.effect],
  });
  const inputs = fields.map((field) => {
    const input: Field<string> = fieldFor(field, () => {
      input.problem = undefined;
      form.changed();
    });
    return { field, input };
  });
  const file = init.takesFile ? filePicker(init.file, () => channel.request('chooseFile', null)) : undefined;
  const reply = replyView(
    () => channel.send('openReply', null),
    () => channel.send('openTable', null),
  );

  function read(): OperationTexts {
    return Object.fromEntries(inputs.map(({ field, input }) => [field.key, input.value]));
  }

  function write(texts: OperationTexts): void {
    for (const { field, input } of inputs) input.value = texts[field.key] ?? field.initial;
  }

  function ownForm(title: string): (Node | string)[] {
    const open = () => void channel.request('openOwnForm', null).catch(form.notice.fail);
    return [` · ${t('There is a form with a field for everything:')}`, button(title, open, 'quiet')];
  }

  function send(): Promise<void> {
    return form.run(async () => {
      form.notice.show('info', t('Waiting for the service…'));
      receive(await channel.request('send', read()));
    });
  }

  function receive(result: ResultOf<OperationContract, 'send'>): void {
    form.notice.clear();
    for (const { input } of inputs) input.problem = undefined;
    if (result.kind === 'reply') return reply.show(result);
    const named = Object.fromEntries(inputs.map(({ field, input }) => [field.key, input]));
    form.showProblems(result.problems, file ? { ...named, file } : named);
  }

  const titles: Readonly<Record<OperationField['part'], string>> = { path: t('Path'), query: t('Query'), body: t('Payload') };
  for (const rule of init.rules) form.element.append(h('p', { className: 'hint' }, rule));
  for (const [part, title] of Object.entries(titles)) {
    const elements = inputs.filter(({ field }) => field.part === part).map(({ input }) => input.element);
    if (elements.length > 0) form.element.append(h('h2', {}, title), ...elements);
  }
  form.element.append(...(file ? [file.element] : []), form.submitButton);
  const mark = init.isDeprecated ? ` · ${t('deprecated')}` : '';
  const about = h('code', {}, init.call);
  document.querySelector('main')?.classList.add('wide');
  form.show(
    h('p', { className: 'hint' }, about, mark, init.ownForm !== undefined && ownForm(init.ownForm)),
    form.notice.element,
    h('div', { className: 'split' }, form.element, reply.element),
  );
  if (init.reply) reply.show(init.reply);
  const first = inputs.find(({ field }) => field.isRequired) ?? inputs[0];
  form.start(
    init.draft,
    (draft) => write(draft.fields),
    () => form.focusAt(first?.input ?? form.submitButton),
  );
}

/** The reply as text, beside the form; a long one is cut and opens whole as a document. */
function replyView(open: () => void, openTable: () => void): { element: HTMLElement; show(reply: OperationReply): void } {
  const empty = h('p', { className: 'hint' }, t('The reply will stand here.'));
  const content = h('div', { attributes: { role: 'status' } }, empty);
  return {
    element: h('section', { className: 'reply' }, h('h2', {}, t('Reply')), content),
    show({ text, isWhole, isList, milliseconds }) {
      const facts = isWhole
        ? t('Answered in {0} ms.', milliseconds)
        : t('Answered in {0} ms. Only its beginning is shown.', milliseconds);
      const asDocument = button(t('Open as Document'), open, 'quiet');
      const asTable = isList && button(t('Open as Table'), openTable, 'quiet');
      replaceChildren(
        content,
        h('p', { className: 'hint' }, `${facts} `, asDocument, asTable),
        h('pre', { tabIndex: 0, attributes: { 'role': 'region', 'aria-label': t('Reply') } }, text),
      );
    },
  };
}

function fieldFor(
  { kind, name, key, part, isRequired, choices, initial, meaning }: OperationField,
  onInput: () => void,
): Field<string> {
  const common = { label: isRequired ? `${name} *` : name, required: isRequired, value: initial, onInput };
  const hint = (format?: string) => {
    const text = [meaning, format].filter(Boolean).join(' ');
    return text ? { hint: text } : {};
  };
  switch (kind) {
    case 'choice': {
      const none = isRequired ? [] : [{ value: '', label: t('(not sent)') }];
      return selectField({ ...common, ...hint(), choices: [...none, ...choices.map((value) => ({ value, label: value }))] });
    }
    case 'number':
      return numberField({ ...common, ...hint() });
    case 'list':
      return textField({ ...common, multiline: true, ...hint(t('One a line.')) });
    case 'json':
      return textField(key === part ? rest(part, onInput) : { ...common, multiline: true, ...hint(t('As JSON.')) });
    case 'text':
    case 'time':
      return choices.length > 0 ? suggest(textField({ ...common, ...hint() }), choices) : textField({ ...common, ...hint() });
  }
}

function rest(part: OperationField['part'], onInput: () => void) {
  const label = part === 'query' ? t('Other parameters') : t('Other fields');
  return { label, multiline: true, rows: 2, hint: t('As JSON: { "name": "value" }'), onInput };
}

interface Chosen {
  readonly name: string;
  readonly size: number;
}

/** The file of an upload; the editor chooses and reads it, the page knows its name. */
function filePicker(chosen: Chosen | undefined, choose: () => Promise<Chosen>): Omit<Field<string>, 'value'> {
  const name = h('span', { className: 'hint', id: freshId('file') });
  const problem = h('div', { className: 'problem', id: freshId('problem'), hidden: true });
  const open = button(t('Choose File…'), () => void pick());
  open.setAttribute('aria-describedby', `${name.id} ${problem.id}`);
  const show = (file: Chosen | undefined) =>
    (name.textContent = file ? t('{0} ({1} bytes)', file.name, countText(file.size)) : t('No file chosen'));
  const picker = {
    element: h('div', { className: 'field' }, h('h2', {}, t('File')), h('div', { className: 'check' }, open, name), problem),
    get problem() {
      return problem.hidden ? undefined : problem.textContent;
    },
    set problem(text: string | undefined) {
      problem.hidden = text === undefined;
      problem.textContent = text ?? '';
    },
    focus: () => open.focus(),
  };

  async function pick(): Promise<void> {
    try {
      show(await choose());
      picker.problem = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (message !== '') picker.problem = message;
    }
  }

  show(chosen);
  return picker;
}

openPage(operationContract, show);
