import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import { exportFormats, exportTypes } from '../../protocol/export.ts';
import type { ExportContract, ExportFields, FileAction, RequestedExport } from '../../protocol/export.ts';
import { isFilter } from '../../shared/form-checks.ts';
import type { Channel } from '../kit/channel.ts';
import { h, replaceChildren, table } from '../kit/dom.ts';
import { button, selectField, suggest, textField, type Field } from '../kit/fields.ts';
import { createForm } from '../kit/form.ts';
import { momentText, t } from '../kit/l10n.ts';
import { eventLine, openPage } from '../kit/page.ts';

function show(init: InitOf<ExportContract>, channel: Channel<ExportContract>): void {
  const { environment, event, isReport } = init;
  const id = isReport ? 'passkeysReport' : undefined;
  channel.saveState({ environment: environment.name, kind: 'export', eventId: event.id, id });
  const form = createForm({
    title: isReport ? t('Passkeys Report') : t('Request Export'),
    environment,
    channel,
    read,
    isChanged: () => JSON.stringify(read()) !== JSON.stringify(init.defaults),
    submit: () => void send(),
    bar: {
      saveLabel: () => t('Request Export'),
      discard: () => form.discard(init.defaults, write),
      state: () => ({ isNew: true }),
    },
  });
  const rows: RowActions = {
    use: (at, action) => form.notice.follow(channel.request('useFile', { at, action })),
    // The report is of passkeys alone.
    again: (one) => (one.choices && (!isReport || one.type === 'passkey') ? again(one, one.choices) : undefined),
  };
  const history = h('section', {}, requestedTable(init.requested, rows));
  channel.on('requested', (requested) => replaceChildren(history, requestedTable(requested, rows)));
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
  function showFilters(): void {
    filters.element.hidden = type.value === 'passkey';
    status.element.hidden = type.value !== 'passkey';
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

  /** Fills the form with the choices of an export, for the event of this form. Nothing is sent. */
  function again(one: RequestedExport, { filters: chosen, status: wanted }: Choices): HTMLElement {
    const fill = () => {
      const typed = read();
      const put = (fields: ExportFields) => {
        write(fields);
        form.update();
        form.changed();
      };
      put({ type: one.type, format: one.format, filters: chosen, status: wanted });
      const undo = button(t('Undo'), () => {
        form.notice.clear();
        put(typed);
        form.focusAt(isReport ? format : type);
      });
      const text = t('These are the choices of the export that was requested on {0}. Nothing was sent yet.', momentText(one.at));
      form.showResult('info', text, undo);
      form.focusAt(isReport ? format : type);
    };
    return button(one.eventId === event.id ? t('Request Again…') : t('Use for This Event…'), fill, 'quiet');
  }

  async function send(): Promise<void> {
    if (form.isBusy) return;
    const isRight = type.value === 'passkey' || filters.check();
    form.update();
    if (!isRight) return form.focusProblem();
    await form.run(async () => receive(await channel.request('send', read())));
  }

  function receive(result: ResultOf<ExportContract, 'send'>): void {
    if (result.kind === 'problems') return form.showProblems(result.problems, {});
    if (result.kind === 'requested') {
      replaceChildren(history, requestedTable(result.requested, rows));
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
    h('p', {}, mailText(init.isLocal)),
  );
  form.show(eventLine(event), form.element, history);
  write(init.defaults);
  form.update();
  form.start(
    init.draft,
    (draft) => {
      write(draft.fields);
      form.update();
    },
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

type Choices = NonNullable<RequestedExport['choices']>;

interface RowActions {
  readonly use: (at: number, action: FileAction) => void;
  /** Undefined where its choices are not known, or not for this form. */
  readonly again: (one: RequestedExport) => HTMLElement | undefined;
}

/** What was asked for in this environment, the newest first. */
function requestedTable(requested: readonly RequestedExport[], { use, again }: RowActions): HTMLElement {
  const title = h('h2', {}, t('Requested exports'));
  if (requested.length === 0) return h('div', {}, title, h('p', { className: 'hint' }, t('None yet in this environment.')));
  const caption = t('The service does not tell how far they are; the e-mail does.');
  const files = ({ at, file }: RequestedExport) =>
    file
      ? [
          button(t('Open File'), () => use(at, 'open'), 'quiet'),
          button(t('Save to Workspace…'), () => use(at, 'save'), 'quiet'),
          button(t('Show Mail'), () => use(at, 'showMail'), 'quiet'),
        ]
      : [`${t('by e-mail')} `];
  const rows = requested.map((one) => [
    momentText(one.at),
    one.eventLabel,
    typeName(one.type),
    filtersText(one),
    formatName(one.format),
    h('td', {}, files(one), again(one)),
  ]);
  const head = [t('Requested on'), t('Event'), t('Type'), t('Filters'), t('Format'), t('File')];
  return h('div', {}, title, table({ className: 'exports', caption, head }, rows));
}

function filtersText({ type, choices }: RequestedExport): string {
  if (!choices) return t('not known');
  const { filters, status } = choices;
  const texts = type === 'passkey' ? (status === '' ? [] : [status]) : filters.map(({ name, value }) => `${name}: ${value}`);
  return texts.length === 0 ? t('none') : texts.join(', ');
}

/** Names that services are known to take; any other may be typed. */
const knownNames = ['channel', 'term'];

interface FilterRow {
  readonly element: HTMLElement;
  readonly name: Field;
  readonly value: Field;
}

/** The filters of a guest list or of transactions: rows of a name and a value. */
function filterRows(onInput: () => void) {
  let rows: FilterRow[] = [];
  const list = h('div');
  const add = button(t('Add Filter'), () => {
    append({ name: '', value: '' }).name.focus();
    onInput();
  });
  const hint = t('Each has a name, such as channel or term, and a value. Without any, everything is exported.');
  const element = h('fieldset', {}, h('legend', { className: 'hint' }, hint), list, add);

  function onName(name: Field): void {
    name.problem = undefined;
    onInput();
  }

  function append(filter: ExportFields['filters'][number]): FilterRow {
    const name: Field = suggest(textField({ label: t('Name'), value: filter.name, onInput: () => onName(name) }), knownNames);
    const value = textField({ label: t('Value'), value: filter.value, onInput });
    const remove = button(t('Remove'), () => {
      rows = rows.filter((other) => other !== row);
      row.element.remove();
      (rows.at(-1)?.name ?? { focus: () => add.focus() }).focus();
      onInput();
    });
    const row: FilterRow = { name, value, element: h('div', { className: 'row filter' }, name.element, value.element, remove) };
    rows.push(row);
    list.append(row.element);
    return row;
  }

  return {
    element,
    get value() {
      return rows.map(({ name, value }) => ({ name: name.value.trim(), value: value.value }));
    },
    set value(filters) {
      rows = [];
      list.replaceChildren();
      for (const filter of filters) append(filter);
    },
    /** Marks what is wrong; true when nothing is. */
    check() {
      for (const { name, value } of rows) {
        const filter = { name: name.value.trim(), value: value.value };
        const isBlank = filter.name === '' && filter.value === '';
        name.problem = isBlank || isFilter(filter) ? undefined : t('A name is needed.');
      }
      return rows.every(({ name }) => name.problem === undefined);
    },
  };
}

export function openExportPage(): void {
  openPage<ExportContract>(show);
}
