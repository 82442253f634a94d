// A list of the service as a table: it reads and never writes.
import * as vscode from 'vscode';
import { operations } from '../../client/index.ts';
import { tableContract, type TableContract, type TableView } from '../../protocol/table.ts';
import type { Connection } from '../account/index.ts';
import { showDocument, type ReadOnlyDocuments } from '../documents/read-only.ts';
import { formatsFor } from '../reading/formats.ts';
import { connectionOf, environmentFor, type PageKind, type PageServices } from '../pages/pages.ts';
import { anyPage, type Handlers, type SavedState } from '../pages/panel.ts';
import { UserError } from '../platform/user-error.ts';
import { TableList, type ListRow } from './table-list.ts';
import { saveTable } from './table-save.ts';
import { resourceIn, sourceFrom, type TableSource } from './table-sources.ts';

const { l10n } = vscode;

export const tablePage =
  (documents: () => Promise<ReadOnlyDocuments>): PageKind =>
  (host, state) => {
    const source = sourceOf(state);
    return anyPage<TableContract>({
      state,
      title: source.title,
      icon: 'table',
      page: 'table',
      content: () => {
        const session = new TableSession(host, state, source, documents);
        return { contract: tableContract, init: () => session.init(), handlers: session.handlers };
      },
    });
  };

function sourceOf({ id = '' }: SavedState): TableSource {
  const source = sourceFrom(id);
  if (source) return source;
  throw new UserError(l10n.t('This table cannot be read again. Open it from the tree.'));
}

class TableSession {
  readonly #host: PageServices;
  readonly #state: SavedState;
  readonly #source: TableSource;
  readonly #documents: () => Promise<ReadOnlyDocuments>;
  readonly #list: TableList;
  /** What somebody chose outlives the page, which is made anew when it was hidden. */
  #view: TableView | undefined;

  constructor(host: PageServices, state: SavedState, source: TableSource, documents: () => Promise<ReadOnlyDocuments>) {
    this.#documents = documents;
    this.#host = host;
    this.#state = state;
    this.#source = source;
    this.#list = new TableList(
      source,
      ({ page, pageSize }, signal) => {
        const query = { ...source.query, ...(page === undefined ? {} : { page, pageSize }) };
        return this.#connection.readAny(source.operation, { path: source.path, query }, signal ? { signal } : {});
      },
      () => ({ t: l10n.t, formats: formatsFor(this.#connection.environment, vscode.env.language) }),
      (row) => resourceIn(this.#connection, source, row) !== undefined,
      l10n.t,
    );
  }

  get #connection(): Connection {
    return connectionOf(this.#host, this.#state);
  }

  async init() {
    const { operation, title } = this.#source;
    const { method, path } = operations[operation];
    return {
      environment: environmentFor(this.#connection),
      title,
      call: `${method} ${path}`,
      state: { id: this.#state.id ?? '', eventId: this.#state.eventId },
      batch: await this.#list.after(0),
      view: this.#view,
    };
  }

  readonly handlers: Handlers<TableContract> = {
    more: ({ from }) => this.#list.after(from),
    reload: () => this.#list.reload(),
    keepView: (view) => {
      this.#view = view;
      return Promise.resolve(null);
    },
    copy: async (text) => {
      await vscode.env.clipboard.writeText(text);
      return null;
    },
    openAsJson: async (index) => {
      await this.#openAsJson(this.#rowAt(index));
      return null;
    },
    showInTree: async (index) => {
      const resource = resourceIn(this.#connection, this.#source, this.#rowAt(index).row);
      if (resource) await vscode.commands.executeCommand('boxOffice.showInTree', resource);
      return null;
    },
    save: async (request) => {
      await saveTable(this.#list, this.#source.title, request);
      return null;
    },
  };

  #rowAt(index: number): ListRow {
    const row = this.#list.rows[index];
    if (row) return row;
    throw new UserError(l10n.t('This row is no longer there. Refresh the table.'));
  }

  /** A resource as the document that its own row in the tree opens; any other row as it was read. */
  async #openAsJson({ row }: ListRow): Promise<void> {
    const resource = resourceIn(this.#connection, this.#source, row);
    if (resource) {
      await vscode.commands.executeCommand('boxOffice.openAsJson', resource);
      return;
    }
    const { operation } = this.#source;
    const documents = await this.#documents();
    const name = { environment: this.#state.environment, kind: operation, id: row.id ?? row.label, label: row.label };
    await showDocument(documents.keep(name, row.value));
  }
}
