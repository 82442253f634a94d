import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import { exportContract, exportFormats, exportTypes, type ExportContract, type ExportFields } from '../../protocol/export.ts';
import { connect, type Channel } from '../kit/channel.ts';
import { h, replaceChildren } from '../kit/dom.ts';
import { button, selectField, textField } from '../kit/fields.ts';
import { failure, heading, mount, notice } from '../kit/page.ts';
import { suggest } from '../kit/suggest.ts';
import { beginAt, startForm, onSaveKey, whileBusy, draftSaver } from '../kit/drafts.ts';
import { t } from '../kit/l10n.ts';
import { filterRows } from './filters.ts';
import { formatName, requestedTable, typeName } from './requested.ts';

function show(init: InitOf<ExportContract>, channel: Channel<ExportContract>): void {
  const { place, event, isReport } = init;
  channel.saveState({
    environment: place.name,
    kind: 'export',
    eventId: event.id,
    ...(isReport ? { id: 'passkeysReport' } : {}),
  });
  let busy = false;
  const news = notice();
  const history = h('section', {}, requestedTable(init.requested));
  const onInput = () => {
    news.clear();
    showFilters();
    typed.soon();
  };
  const type = selectField({
    label: t('Type'),
    choices: exportTypes.map((value) => ({ value, label: typeName(value) })),
    onInput,
  });
  // The report is of passkeys, whatever was kept of it.
  type.element.hidden = isReport;
  const format = selectField({
    label: t('Format'),
    choices: exportFormats.map((value) => ({ value, label: formatName(value) })),
    onInput,
  });
  const filters = filterRows(onInput);
  const status = suggest(
    textField({ label: t('Status'), hint: t('Only passkeys with this status; left empty, all of them.'), onInput }),
    ['approved', 'cancelled'],
  );
  const none = h('p', { className: 'hint' }, t('All transactions of the event; this type has no filters.'));
  const request = button(t('Request Export'), () => void send(), 'primary');
  const form = h(
    'div',
    {},
    h('div', { className: 'row' }, type.element, format.element),
    h('h2', {}, t('Filters')),
    filters.element,
    status.element,
    none,
    h('p', {}, mailText(init.isLocal)),
    request,
  );
  const typed = draftSaver(
    () => JSON.stringify(read()) !== JSON.stringify(init.defaults),
    () => channel.request('keepDraft', read()),
    () => channel.request('dropDraft', null),
  );

  function showFilters(): void {
    filters.element.hidden = type.value !== 'guestlist';
    status.element.hidden = type.value !== 'passkey';
    none.hidden = type.value !== 'transactions';
  }

  function read(): ExportFields {
    const { value } = filters;
    return {
      type: type.value as ExportFields['type'],
      format: format.value as ExportFields['format'],
      filters: value,
      status: status.value.trim(),
    };
  }

  function write(fields: ExportFields): void {
    type.value = isReport ? 'passkey' : fields.type;
    format.value = fields.format;
    filters.value = fields.filters;
    status.value = fields.status;
    showFilters();
  }

  async function send(): Promise<void> {
    if (busy) return;
    if (type.value === 'guestlist' && !filters.check()) return;
    typed.stop();
    busy = true;
    request.disabled = true;
    await whileBusy(form, async () => {
      try {
        receive(await channel.request('send', read()));
      } catch (error) {
        typed.soon();
        const { message } = error as Error;
        if (message !== '') news.show('error', message);
      }
    });
    busy = false;
    request.disabled = false;
  }

  function receive(result: ResultOf<ExportContract, 'send'>): void {
    switch (result.kind) {
      case 'problems':
        typed.soon();
        return news.show('error', result.problems.map(({ field, message }) => `${field}: ${message}`).join('\n'));
      case 'unknown':
        typed.soon();
        return news.show('warning', `${result.message}\n${t('If it was carried out, an e-mail will come.')}`);
      case 'requested':
        replaceChildren(history, requestedTable(result.requested));
        return news.show('info', t('The export was requested. An e-mail with a link to the file will come when it is ready.'));
    }
  }

  mount(
    heading(isReport ? t('Passkeys Report') : t('Request Export'), place),
    h('p', { className: 'hint' }, t('Event: {0}', event.label)),
    news.element,
    form,
    history,
  );
  onSaveKey(() => void send());
  write(init.defaults);
  const drop = () => void channel.request('dropDraft', null).catch(() => undefined);
  const { isBack } = channel;
  startForm({ draft: init.draft, isBack, form, news, write, drop, begin: () => beginAt(isReport ? format : type, isBack) });
}

function mailText(isLocal: boolean): string {
  const comes = t('The service makes the file and sends you an e-mail with a link to it.');
  return isLocal ? `${comes} ${t('The e-mail of the local service is shown here as a notification.')}` : comes;
}

connect(exportContract, show, (problem, retry) => mount(failure(problem, retry)));
