import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import {
  exportContract,
  exportFormats,
  exportTypes,
  type ExportContract,
  type ExportFields,
  type RequestedExport,
} from '../../protocol/export.ts';
import type { Channel } from '../kit/channel.ts';
import { h, replaceChildren, table } from '../kit/dom.ts';
import { selectField, suggest, textField } from '../kit/fields.ts';
import { Form } from '../kit/form.ts';
import { momentText, t } from '../kit/l10n.ts';
import { eventLine, openPage } from '../kit/page.ts';
import { filterRows } from './filters.ts';

function show(init: InitOf<ExportContract>, channel: Channel<ExportContract>): void {
  const { environment, event, isReport } = init;
  const id = isReport ? 'passkeysReport' : undefined;
  channel.saveState({ environment: environment.name, kind: 'export', eventId: event.id, id });
  const form = new Form({
    title: isReport ? t('Passkeys Report') : t('Request Export'),
    environment,
    isBack: channel.isBack,
    isChanged: () => JSON.stringify(read()) !== JSON.stringify(init.defaults),
    keepDraft: () => channel.request('keepDraft', read()),
    dropDraft: () => channel.request('dropDraft', null),
    submit: () => void send(),
    submitLabel: t('Request Export'),
  });
  const history = h('section', {}, requestedTable(init.requested));
  const onInput = () => {
    form.notice.clear();
    showFilters();
    form.changed();
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

  function showFilters(): void {
    filters.element.hidden = type.value !== 'guestlist';
    status.element.hidden = type.value !== 'passkey';
    none.hidden = type.value !== 'transactions';
  }

  function read(): ExportFields {
    return {
      type: type.value as ExportFields['type'],
      format: format.value as ExportFields['format'],
      filters: filters.value,
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
    if (form.isBusy || (type.value === 'guestlist' && !filters.check())) return;
    await form.run(async () => receive(await channel.request('send', read())));
  }

  function receive(result: ResultOf<ExportContract, 'send'>): void {
    if (result.kind === 'problems') return form.showProblems(result.problems, {});
    if (result.kind === 'requested') {
      replaceChildren(history, requestedTable(result.requested));
      const text = t('The export was requested. An e-mail with a link to the file will come when it is ready.');
      return form.notice.show('info', text);
    }
    form.keepDraft();
    form.notice.show('warning', `${result.message}\n${t('If it was carried out, an e-mail will come.')}`);
  }

  form.element.append(
    h('div', { className: 'row' }, type.element, format.element),
    h('h2', {}, t('Filters')),
    filters.element,
    status.element,
    none,
    h('p', {}, mailText(init.isLocal)),
    form.submitButton,
  );
  form.show(eventLine(event), form.notice.element, form.element, history);
  write(init.defaults);
  form.start(
    init.draft,
    (draft) => write(draft.fields),
    () => form.focusAt(isReport ? format : type),
  );
}

function mailText(isLocal: boolean): string {
  const comes = t('The service makes the file and sends you an e-mail with a link to it.');
  return isLocal ? `${comes} ${t('The e-mail of the local service is shown here as a notification.')}` : comes;
}

function typeName(type: RequestedExport['type']): string {
  return { transactions: t('Transactions'), guestlist: t('Guest list'), passkey: t('Passkeys') }[type];
}

function formatName(format: RequestedExport['format']): string {
  return format === 'csv' ? 'CSV' : 'Excel (XLSX)';
}

/** What was asked for in this environment, the newest first. */
function requestedTable(requested: readonly RequestedExport[]): HTMLElement {
  const title = h('h2', {}, t('Requested exports'));
  if (requested.length === 0) return h('div', {}, title, h('p', { className: 'hint' }, t('None yet in this environment.')));
  const caption = t('The service does not tell how far they are; the e-mail does.');
  const rows = requested.map(({ at, eventLabel, type, format }) => [
    momentText(at),
    eventLabel,
    typeName(type),
    formatName(format),
  ]);
  return h('div', {}, title, table({ caption, head: [t('Time'), t('Event'), t('Type'), t('Format')] }, rows));
}

openPage(exportContract, show);
