// A list of the service as a table: it reads and never writes.
import * as vscode from 'vscode';
import { operations } from '../../client/index.ts';
import { tableContract, type TableContract, type TableView } from '../../protocol/table.ts';
import { showDocument, type ReadOnlyDocuments } from '../documents/read-only.ts';
import { formatsFor } from '../reading/formats.ts';
import { passkeyMarkLabels, passkeyMarks } from '../reading/passkey-facts.ts';
import type { PageKind, PageServices } from '../pages/pages.ts';
import { anyPage, type Handlers, type PageContent, type PagePanel, type SavedState } from '../pages/panel.ts';
import { PageSession } from '../pages/session.ts';
import { UserError } from '../platform/user-error.ts';
import { TableList, type ListRow } from './table-list.ts';
import { saveTable } from './table-save.ts';
import { pagesOf, type Read } from '../reading/reads.ts';
import { resourceIn, tableIn, type Table } from './table-reads.ts';

const { l10n } = vscode;

export const tablePage =
  (documents: () => Promise<ReadOnlyDocuments>): PageKind =>
  (host, state) => {
    const table = tableOf(state);
    return anyPage<TableContract>({
      state,
      title: table.title,
      icon: 'table',
      page: 'table',
      content: (panel) => new TableSession(host, state, panel, table, documents),
    });
  };

function tableOf({ id = '' }: SavedState): Table {
  const table = tableIn(id);
  if (table) return table;
  throw new UserError(l10n.t('This table cannot be read again. Open it from the tree.'));
}

class TableSession extends PageSession<TableContract> implements PageContent<TableContract> {
  readonly contract = tableContract;
  readonly #title: string;
  readonly #read: Read;
  readonly #documents: () => Promise<ReadOnlyDocuments>;
  readonly #list: TableList;
  /** What somebody chose outlives the page, which is made anew when it was hidden. */
  #view: TableView | undefined;

  constructor(
    host: PageServices,
    state: SavedState,
    panel: PagePanel<TableContract>,
    { title, read, filter }: Table,
    documents: () => Promise<ReadOnlyDocuments>,
  ) {
    super(host, state, panel);
    this.#documents = documents;
    this.#title = title;
    if (filter !== undefined) this.#view = { filter };
    this.#read = wholePages(read);
    this.#list = new TableList(
      this.#read,
      (page, signal) => pagesOf(this.connection, this.#read)(page, signal),
      () => ({ t: l10n.t, formats: formatsFor(this.connection.environment, vscode.env.language) }),
      (row) => resourceIn(this.connection, this.#read, row) !== undefined,
      l10n.t,
      read.operation === 'listPasskeys' ? passkeyMarks : undefined,
    );
  }

  async init() {
    const { method, path } = operations[this.#read.operation];
    return {
      environment: this.environment,
      title: this.#title,
      call: `${method} ${path}`,
      state: { id: this.state.id ?? '', eventId: this.state.eventId },
      batch: await this.#list.after(0),
      view: this.#view,
      ...(this.#read.operation === 'listPasskeys' ? { marks: passkeyMarkLabels(l10n.t) } : {}),
    };
  }

  readonly handlers: Handlers<TableContract> = {
    more: ({ from }) => this.#list.after(from),
    reload: () => this.#list.reload(),
    keepView: (view) => {
      this.panel.pin();
      this.#view = view;
      return Promise.resolve();
    },
    copy: async (text) => vscode.env.clipboard.writeText(text),
    openAsJson: async (index) => {
      this.panel.pin();
      await this.#openAsJson(this.#rowAt(index));
    },
    showInTree: async (index) => {
      const resource = resourceIn(this.connection, this.#read, this.#rowAt(index).row);
      if (resource) await vscode.commands.executeCommand('boxOffice.showInTree', resource);
    },
    save: (request) => {
      this.panel.pin();
      return saveTable(this.#list, this.#title, request);
    },
  };

  #rowAt(index: number): ListRow {
    const row = this.#list.rows[index];
    if (row) return row;
    throw new UserError(l10n.t('This row is no longer there. Refresh the table.'));
  }

  /** A resource as the document that its own row in the tree opens; any other row as it was read. */
  async #openAsJson({ row }: ListRow): Promise<void> {
    const resource = resourceIn(this.connection, this.#read, row);
    if (resource) return vscode.commands.executeCommand('boxOffice.openAsJson', resource);
    const { operation } = this.#read;
    const documents = await this.#documents();
    const name = { environment: this.state.environment, kind: operation, id: row.id ?? row.label, label: row.label };
    await showDocument(documents.keep(name, row.value));
  }
}

/** How many rows come at once is the table's own choice, unless one page was asked for. */
function wholePages({ operation, input: { path, query = {} } }: Read): Read {
  const rest = Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'pageSize'));
  return { operation, input: { path, query: query.page === undefined ? rest : query } };
}
