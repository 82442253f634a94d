import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import type { OperationContract, OperationField, OperationReply, OperationTexts } from '../../protocol/operation.ts';
import type { Channel } from '../kit/channel.ts';
import { freshId, h, replaceChildren } from '../kit/dom.ts';
import { button, textField, selectField, numberField, suggest, withChoice, type Field } from '../kit/fields.ts';
import { createForm } from '../kit/form.ts';
import { countText, t } from '../kit/l10n.ts';
import { openPage } from '../kit/page.ts';

type Init = InitOf<OperationContract>;

function show(init: Init, channel: Channel<OperationContract>): void {
  const { environment, fields } = init;
  channel.saveState({ environment: environment.name, kind: 'operation', id: init.id });
  const form = createForm({
    title: init.title,
    environment,
    channel,
    read,
    isChanged: () => inputs.some(({ field, input }) => input.value !== field.initial),
    submit: () => void send(),
    bar: {
      saveLabel: () => ({ read: t('Read'), write: t('Send'), destroy: `${init.title}…` })[init.effect],
      discard: () => form.discard({}, write),
      state: () => ({ isNew: true }),
    },
  });
  const inputs = fields.map((field) => {
    const changed = () => {
      input.problem = undefined;
      form.changed();
    };
    const input: Field = fieldFor(field, changed);
    const pick = async () => {
      const chosen = await channel.request('pick', { key: field.key, texts: read() });
      if (chosen === null) return;
      input.value = chosen;
      changed();
      input.focus();
    };
    const element = field.canPick ? withChoice(input, field.name, () => form.notice.follow(pick())) : input.element;
    return { field, input, element };
  });
  const file = init.takesFile ? filePicker(init.file, () => channel.request('chooseFile', null)) : undefined;
  const reply = replyView(
    () => channel.send('openReply', null),
    () => channel.send('openTable', null),
  );

  /** Whether the service has answered that it does not do what was sent last. */
  let isRefused = false;
  channel.on('refused', (refusal) => {
    isRefused = true;
    reply.show(refusal);
  });

  function read(): OperationTexts {
    return Object.fromEntries(inputs.map(({ field, input }) => [field.key, input.value]));
  }

  function write(texts: OperationTexts): void {
    for (const { field, input } of inputs) {
      input.value = texts[field.key] ?? field.initial;
      input.problem = undefined;
    }
    unfold();
    form.update();
  }

  /** Nobody overlooks what is sent or wrong. */
  function unfold(): void {
    for (const { input, element } of inputs) {
      const rest = element.closest('details');
      if (rest && (input.value !== '' || input.problem !== undefined)) rest.open = true;
    }
  }

  function ownForm(title: string): (Node | string)[] {
    const open = () => void channel.request('openOwnForm', null).catch(form.notice.fail);
    return [` · ${t('There is a form with a field for everything:')}`, button(title, open, 'quiet')];
  }

  async function copyAsCurl(): Promise<void> {
    showProblems(await channel.request('copyAsCurl', read()));
  }

  function send(): Promise<void> {
    isRefused = false;
    return form.run(async () => {
      try {
        receive(await channel.request('send', read()));
      } catch (error) {
        // The reply of an earlier request is none to this one.
        if (!isRefused) reply.clear(t('There is no reply.'));
        throw error;
      }
    });
  }

  function receive(result: ResultOf<OperationContract, 'send'>): void {
    if (result.kind === 'reply') reply.show(result);
    showProblems(result.kind === 'reply' ? [] : result.problems);
  }

  function showProblems(problems: readonly { readonly field: string; readonly message: string }[]): void {
    for (const { input } of inputs) input.problem = undefined;
    form.update();
    if (problems.length === 0) return;
    const named = Object.fromEntries(inputs.map(({ field, input }) => [field.key, input]));
    form.showProblems(problems, file ? { ...named, file } : named);
    unfold();
  }

  const titles: Readonly<Record<OperationField['part'], string>> = { path: t('Path'), query: t('Query'), body: t('Payload') };
  for (const rule of init.rules) form.element.append(h('p', { className: 'hint' }, rule));
  for (const [part, title] of Object.entries(titles)) {
    const elements = inputs.filter(({ field }) => field.part === part).map(({ element }) => element);
    if (elements.length === 0) continue;
    const isRest = fields.every((field) => field.part !== part || field.key === part);
    form.element.append(...(isRest ? [folded(title, elements)] : [h('h2', {}, title), ...elements]));
  }
  // As its button: a write that has to be asked about is asked about by the editor.
  form.element.addEventListener('keydown', (event) => {
    const { target, key, isComposing, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isPlain = key === 'Enter' && !isComposing && !ctrlKey && !metaKey && !altKey && !shiftKey && !event.repeat;
    if (!isPlain || !(target instanceof HTMLInputElement)) return;
    // Enter may have taken one of the values that are offered.
    if (init.effect !== 'read' && target.hasAttribute('list')) return;
    event.preventDefault();
    void send();
  });
  const { follow } = form.notice;
  const others = [
    button(t('Copy as cURL'), () => follow(copyAsCurl()), 'quiet'),
    button(t('Save Request…'), () => follow(channel.request('saveRequest', read())), 'quiet'),
  ];
  form.submitButton.title = t('Ctrl+Enter');
  if (init.effect === 'destroy') form.submitButton.className = 'danger';
  form.element.append(...(file ? [file.element] : []), h('div', { className: 'actions' }, ...others));
  const mark = init.isDeprecated ? ` · ${t('deprecated')}` : '';
  const about = h('code', {}, init.call);
  document.querySelector('main')?.classList.add('wide');
  form.show(
    h('p', { className: 'hint' }, about, mark, init.ownForm !== undefined && ownForm(init.ownForm)),
    h('div', { className: 'split' }, form.element, reply.element),
  );
  form.update();
  if (init.reply) reply.show(init.reply);
  const take = (texts: OperationTexts) => {
    write(texts);
    form.changed();
  };
  channel.on('given', take);
  const first = inputs.find(({ field }) => field.isRequired) ?? inputs[0];
  const begin = () => form.focusAt(first?.input ?? form.submitButton);
  if (init.given && !channel.isBack) {
    take(init.given);
    return begin();
  }
  form.start(init.draft, (draft) => write(draft.fields), begin);
}

/** The reply as text, beside the form; a long one is cut and opens whole as a document. */
function replyView(open: () => void, openTable: () => void) {
  const content = h('div', { attributes: { role: 'status' } });
  const clear = (text: string) => replaceChildren(content, h('p', { className: 'hint' }, text));
  clear(t('The reply appears here.'));
  return {
    element: h('section', { className: 'reply' }, h('h2', {}, t('Reply')), content),
    clear,
    show({ text, isWhole, isList, milliseconds, status }: OperationReply) {
      const time = t('Answered in {0} ms.', milliseconds);
      const facts = [
        status === undefined ? time : t('Status {0}, answered in {1} ms.', status, milliseconds),
        !isWhole && t('Only its beginning is shown.'),
      ];
      const asDocument = button(t('Open as Document'), open, 'quiet');
      const asTable = isList && button(t('Open as Table'), openTable, 'quiet');
      replaceChildren(
        content,
        h('p', { className: 'hint' }, `${facts.filter(Boolean).join(' ')} `, asDocument, asTable),
        text !== '' && h('pre', { tabIndex: 0, attributes: { 'role': 'region', 'aria-label': t('Reply') } }, jsonParts(text)),
      );
    },
  };
}

/** What is hardly ever sent is out of the way, unless there is something in it. */
function folded(title: string, elements: readonly HTMLElement[]): HTMLElement {
  return h('details', { className: 'rest' }, h('summary', {}, title), elements);
}

/** A name in front of a colon, a text, a number or a word of JSON. */
const jsonToken = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** JSON with its parts in colours; what is no part of it stays as it is. */
function jsonParts(text: string): Node[] {
  const parts: Node[] = [];
  let end = 0;
  for (const found of text.matchAll(jsonToken)) {
    const [whole, quoted, colon, number] = found;
    const token = quoted ?? whole;
    const kind = quoted === undefined ? (number === undefined ? 'word' : 'number') : colon === undefined ? 'text' : 'name';
    if (found.index > end) parts.push(document.createTextNode(text.slice(end, found.index)));
    parts.push(h('span', { className: `json-${kind}` }, token));
    end = found.index + token.length;
  }
  return [...parts, document.createTextNode(text.slice(end))];
}

function fieldFor({ kind, name, key, part, isRequired, choices, initial, meaning }: OperationField, onInput: () => void): Field {
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
function filePicker(chosen: Chosen | undefined, choose: () => Promise<Chosen>): Pick<Field, 'element' | 'problem' | 'focus'> {
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

export function openOperationPage(): void {
  openPage<OperationContract>(show);
}
