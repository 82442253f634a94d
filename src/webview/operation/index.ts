import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import { operationContract, type OperationContract, type OperationTexts } from '../../protocol/operation.ts';
import { connect, type Channel } from '../kit/channel.ts';
import { h } from '../kit/dom.ts';
import { button, type Field } from '../kit/fields.ts';
import { failure, heading, mount, notice } from '../kit/page.ts';
import { beginAt, startForm, onSaveKey, whileBusy, draftSaver } from '../kit/drafts.ts';
import { t } from '../kit/l10n.ts';
import { fieldFor, partTitle } from './fields.ts';
import { filePicker } from './file.ts';
import { replyView } from './reply.ts';

type Init = InitOf<OperationContract>;

function show(init: Init, channel: Channel<OperationContract>): void {
  const { place, fields } = init;
  channel.saveState({ environment: place.name, kind: 'operation', id: init.id });
  let busy = false;
  const news = notice();
  const inputs = fields.map((field) => {
    const input: Field<string> = fieldFor(field, () => {
      input.problem = undefined;
      typed.soon();
    });
    return { field, input };
  });
  const file = init.takesFile ? filePicker(init.file, () => channel.request('chooseFile', null)) : undefined;
  const send = button(sendLabel(init.effect), () => void run(), 'primary');
  const reply = replyView(
    () => void channel.request('openReply', null).catch(() => undefined),
    () => void channel.request('openTable', null).catch(() => undefined),
  );
  const parts = (['path', 'query', 'body'] as const).filter((part) => fields.some((field) => field.part === part));
  const form = h(
    'div',
    {},
    init.rules.map((rule) => h('p', { className: 'hint' }, rule)),
    parts
      .map((part) => [
        h('h2', {}, partTitle(part)),
        ...inputs.filter(({ field }) => field.part === part).map(({ input }) => input.element),
      ])
      .flat(),
    file?.element,
    send,
  );
  const typed = draftSaver(
    () => inputs.some(({ field, input }) => input.value !== field.initial),
    () => channel.request('keepDraft', read()),
    () => channel.request('dropDraft', null),
  );

  function read(): OperationTexts {
    return Object.fromEntries(inputs.map(({ field, input }) => [field.key, input.value]));
  }

  function ownForm(title: string): (Node | string)[] {
    const open = button(title, () => void openOwnForm(), 'quiet');
    return [` · ${t('There is a form with a field for everything:')}`, open];
  }

  async function openOwnForm(): Promise<void> {
    try {
      await channel.request('openOwnForm', null);
    } catch (error) {
      const { message } = error as Error;
      if (message !== '') news.show('error', message);
    }
  }

  async function run(): Promise<void> {
    if (busy) return;
    typed.stop();
    busy = true;
    send.disabled = true;
    news.show('info', t('Waiting for the service…'));
    await whileBusy(form, async () => {
      try {
        receive(await channel.request('send', read()));
      } catch (error) {
        typed.soon();
        const { message } = error as Error;
        if (message === '') news.clear();
        else news.show('error', message);
      }
    });
    busy = false;
    send.disabled = false;
  }

  function receive(result: ResultOf<OperationContract, 'send'>): void {
    news.clear();
    for (const { input } of inputs) input.problem = undefined;
    if (result.kind === 'reply') return reply.show(result);
    const elsewhere = [];
    for (const { key, message } of result.problems) {
      const target = key === 'file' ? file : inputs.find(({ field }) => field.key === key)?.input;
      if (target) target.problem = message;
      else elsewhere.push(`${key}: ${message}`);
    }
    typed.soon();
    if (elsewhere.length > 0) news.show('error', elsewhere.join('\n'));
    // The form can be typed into again only after this.
    setTimeout(() => (inputs.find(({ input }) => input.problem !== undefined)?.input ?? file)?.focus());
  }

  const mark = init.isDeprecated ? ` · ${t('deprecated')}` : '';
  document.querySelector('main')?.classList.add('wide');
  mount(
    heading(init.title, place),
    h('p', { className: 'hint' }, h('code', {}, init.call), mark, init.ownForm !== undefined && ownForm(init.ownForm)),
    news.element,
    h('div', { className: 'split' }, form, reply.element),
  );
  onSaveKey(() => void run());
  const write = (texts: OperationTexts) => {
    for (const { field, input } of inputs) input.value = texts[field.key] ?? field.initial;
  };
  if (init.reply) reply.show(init.reply);
  const drop = () => void channel.request('dropDraft', null).catch(() => undefined);
  const { isBack } = channel;
  const first = inputs.find(({ field }) => field.isRequired) ?? inputs[0];
  const begin = () => beginAt(first?.input ?? send, isBack);
  startForm({ draft: init.draft, isBack, form, news, write, drop, begin });
}

function sendLabel(effect: Init['effect']): string {
  switch (effect) {
    case 'read':
      return t('Read');
    case 'write':
      return t('Send');
    case 'destroy':
      return t('Send…');
  }
}

connect(operationContract, show, (problem, retry) => mount(failure(problem, retry)));
