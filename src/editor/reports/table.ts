// A list of the service as a table. It writes nothing by itself: a cell is saved by the session of the form, and all else by its own command.
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import { contentOf, idIn, operations, type OperationId, type PageQuery, type ReadPage, type Row } from '../../client/index.ts';
import type { PayloadOf } from '../../protocol/contract.ts';
import {
  tableContract,
  type PlanCommand,
  type TableActs,
  type TableContract,
  type TablePart,
  type TableSelection,
  type TableView,
} from '../../protocol/table.ts';
import { cellText, clipboardText, shortList } from '../../shared/table-rows.ts';
import { showDocument, type ReadOnlyDocuments } from '../documents/read-only.ts';
import { itemEdits } from '../forms/item-cells.ts';
import { formatsFor } from '../reading/formats.ts';
import { passkeyMarkLabels, passkeyMarks } from '../reading/passkey-facts.ts';
import type { PageKind, PageServices } from '../pages/pages.ts';
import { anyPage, type Handlers, type PageContent, type PagePanel, type SavedState } from '../pages/panel.ts';
import { PageSession } from '../pages/session.ts';
import type { Change } from '../platform/changes.ts';
import type { Resource } from '../platform/resources.ts';
import { UserError } from '../platform/user-error.ts';
import { namesOfItems } from '../records/change-lines.ts';
import { emptyIn, fillList } from './table-empty.ts';
import { FileRows, isText, ofNoService, openAsText, type FileChecks, type TableFile } from './table-file.ts';
import { TableList } from './table-list.ts';
import { saveTable } from './table-save.ts';
import { listTitle, pagesOf, reads, type Read } from '../reading/reads.ts';
import { fileTableIn, resourceIn, tableIn, type FileTable, type Table } from './table-reads.ts';

const { l10n } = vscode;

export const tablePage =
  (documents: ReadOnlyDocuments, checks: FileChecks): PageKind =>
  (host, state, opening) => {
    const table = fileTableIn(state.id ?? '') ?? tableOf(state);
    return anyPage<TableContract>({
      state,
      title: table.title,
      icon: 'table',
      page: 'table',
      content: (panel) => {
        const line = typeof opening?.data === 'number' ? opening.data : undefined;
        return new TableSession(host, state, panel, { table, documents, checks, line });
      },
    });
  };

function tableOf({ id = '' }: SavedState): Table {
  const table = tableIn(id);
  if (table) return table;
  throw new UserError(l10n.t('This table cannot be read again. Open it from the tree.'));
}

/** The kind of record that a row of the list is, as far as something can be done with it. */
const kinds: Partial<Record<OperationId, Change['kind']>> = { listItems: 'item', listPasskeys: 'passkey', listCodes: 'code' };
const removals = { item: 'removeItem', passkey: 'deletePasskey', code: 'deleteCode' } as const;

const planCommands: Readonly<Record<Change['kind'], PlanCommand[]>> = {
  item: ['changeMany', 'copyItems'],
  passkey: ['copyPasskeys'],
  code: [],
};

/** So many rows come with the page itself. */
const firstRows = 200;
/** How long a page that shows rows while they are read is not told of more, in milliseconds. */
const tellTime = 250;
/** Rows are copied in parts, between which the editor does what else it has to do. */
const rowsAtOnce = 500;
/** How long rows that have come wait for the names of items, in milliseconds. */
const namesTime = 2000;

interface TableOptions {
  readonly table: Table | FileTable;
  readonly documents: ReadOnlyDocuments;
  readonly checks: FileChecks;
  /** Of the file: where somebody wants to be. */
  readonly line: number | undefined;
}

class TableSession extends PageSession<TableContract> implements PageContent<TableContract> {
  readonly contract = tableContract;
  readonly #title: string;
  /** Undefined: the rows are those of a file. */
  readonly #read: Read | undefined;
  readonly #file: TableFile | undefined;
  readonly #uri: vscode.Uri;
  readonly #checks: FileChecks;
  #line: number | undefined;
  /** Whether the check is of a file that was written since its rows were read. */
  #isOld = false;
  #wasChecked = false;
  readonly #kind: Change['kind'] | undefined;
  readonly #documents: ReadOnlyDocuments;
  readonly #list: TableList;
  /** What somebody chose outlives the page, which is made anew when it was hidden. */
  #view: TableView = { filter: '' };
  readonly #edits = itemEdits(this.host, this.state);
  #loading = new AbortController();
  #tellAt = 0;
  #arrangeTime = 0;
  #itemNames: ReadonlyMap<string, string> = new Map();
  /** One read for the whole list. */
  #readingNames: Promise<void> | undefined;

  constructor(
    host: PageServices,
    state: SavedState,
    panel: PagePanel<TableContract>,
    { table, documents, checks, line }: TableOptions,
  ) {
    super(host, state, panel);
    this.#documents = documents;
    this.#checks = checks;
    this.#line = line;
    this.#title = table.title;
    const isFile = 'file' in table;
    const read = isFile ? undefined : wholePages(table.read);
    const file = isFile ? table.file : undefined;
    if (!isFile && table.filter !== undefined) this.#view = { filter: table.filter };
    this.#read = read;
    this.#file = file;
    const uri = (this.#uri = vscode.Uri.file(file?.path ?? ''));
    this.#kind = read && kinds[read.operation];
    this.#list = new TableList({
      ...(read
        ? {
            read,
            readPage: this.#pagesOf(read),
          }
        : {
            openFile: () =>
              new FileRows(file ?? { path: '' }, { choices: () => checks.choicesOf(uri), check: () => this.#check }),
          }),
      tools: () => ({ t: l10n.t, formats: formatsFor(file ? ofNoService : this.connection.environment, vscode.env.language) }),
      isInTree: (row) => this.#resourceOf(row) !== undefined,
      idOf: (row) => (this.#acts.editCells && row.problem === undefined ? row.id : undefined),
      textsOf: (row) => this.#edits.textsOf(row),
      itemNames: () => this.#itemNames,
      language: vscode.env.language,
      marksOf: this.#kind === 'passkey' ? passkeyMarks : undefined,
    });
    const following = host.changes.onDidChange(({ environment, kind, id }) => {
      if (environment === state.environment && kind === this.#kind) void this.#follow(id);
    });
    const checking = checks.onDidChange((other) => {
      if (file && other.toString() === uri.toString()) void this.#onCheck();
    });
    // What an export or a run has written is no file of codes.
    if (file && !file.hasHeader) checks.begin(uri);
    panel.onReopen = ({ data }) => {
      if (typeof data === 'number') this.panel.send('goTo', (this.#line = data));
    };
    panel.panel.onDidDispose(() => {
      following.dispose();
      checking.dispose();
      this.#stop();
      this.#list.close();
    });
  }

  async init() {
    const { method, path } = this.#read ? operations[this.#read.operation] : { method: '', path: '' };
    // A page that was hidden was not told that the file is another one.
    await (this.#isOld ? this.#reload() : this.#list.begin());
    return {
      environment: this.#file ? ofNoService.shown : this.environment,
      title: this.#title,
      call: `${method} ${path}`,
      state: { id: this.state.id ?? '', eventId: this.state.eventId },
      part: await this.#part({ view: this.#view, from: 0, count: firstRows }),
      view: this.#view,
      acts: this.#acts,
      edits: this.#edits.open,
      timeZone: this.#file ? undefined : this.connection.environment.dialect.clock,
      ...(this.#file ? { file: { path: this.#file.path, isText: await isText(this.#file) } } : {}),
      line: this.#line,
      empty: emptyIn(this.#read),
      ...(this.#kind === 'passkey' ? { marks: passkeyMarkLabels(l10n.t) } : {}),
    };
  }

  get #check() {
    return this.#file && !this.#isOld ? this.#checks.stateOf(this.#uri) : undefined;
  }

  /** The rows may be those of a file that was written since, or that is read otherwise by now. */
  async #onCheck(): Promise<void> {
    const isChecked = this.#checks.stateOf(this.#uri)?.isDone === true;
    if (isChecked) this.#isOld = await this.#list.isOther();
    const isOther = isChecked && this.#isOld;
    if (!isOther && isChecked === this.#wasChecked) return;
    this.#wasChecked = isChecked;
    this.panel.send(isOther ? 'changed' : 'checked', null);
  }

  /** A short list is read again as a whole; of a long one only the item that was written. */
  async #follow(id: string | undefined): Promise<void> {
    const isLong = this.#kind === 'item' && this.#list.length > shortList;
    const now = isLong && id !== undefined ? await this.#itemNow(id) : undefined;
    if (id !== undefined && now !== undefined && this.#list.replace(id, now)) this.panel.send('rowChanged', { id });
    else this.panel.send('changed', null);
  }

  async #itemNow(id: string): Promise<unknown> {
    const reading = this.connection.read('getItem', { path: { id } }, { interactive: false });
    // What cannot be read now is read when somebody refreshes.
    return reading.then(contentOf, () => undefined);
  }

  /** The items of passkeys have names, which are read beside the rows and not waited for long. */
  #pagesOf(read: Read): ReadPage {
    const pages = pagesOf(this.connection, read);
    const readPage = (page: PageQuery, signal?: AbortSignal) => this.#withNames(pages(page, signal));
    return Object.assign(readPage, { ...pages });
  }

  async #withNames<Reply>(reading: Promise<Reply>): Promise<Reply> {
    const eventId = this.#kind === 'passkey' && this.#read ? idIn(this.#read.operation, this.#read.input, 'event') : undefined;
    if (eventId === undefined) return reading;
    this.#readingNames ??= namesOfItems(this.connection, eventId).then((names) => void (this.#itemNames = names));
    const reply = await reading;
    await Promise.race([this.#readingNames, wait(namesTime, undefined, { ref: false })]);
    return reply;
  }

  get #acts(): TableActs {
    const { isTrusted } = vscode.workspace;
    const mayRemove = this.#kind !== 'item' || this.connection.environment.dialect.removal !== undefined;
    return {
      edit: isTrusted && (this.#kind === 'item' || this.#kind === 'passkey'),
      editCells: isTrusted && this.#kind === 'item',
      remove: isTrusted && this.#kind !== undefined && mayRemove,
      showCodes: this.#kind === 'item',
      plans: isTrusted && this.#kind ? planCommands[this.#kind] : [],
    };
  }

  readonly handlers: Handlers<TableContract> = {
    ...this.#edits.handlers(
      ({ id, position = -1 }) => this.#rowOf(id, position),
      () => this.panel.pin(),
    ),
    rows: (wanted) => this.#part(wanted),
    load: ({ all }) => this.#load(all),
    stop: () => Promise.resolve(this.#stop()),
    reload: () => this.#reload(),
    keepView: (view) => {
      this.panel.pin();
      this.#view = view;
      return Promise.resolve();
    },
    copy: (request) => this.#copy(request),
    open: (position) => {
      this.panel.pin();
      return this.#open(this.#rowAt(position));
    },
    openAsJson: (position) => {
      this.panel.pin();
      return this.#openAsJson(this.#rowAt(position));
    },
    showInTree: async (position) => {
      const resource = this.#resourceOf(this.#rowAt(position));
      if (resource) await vscode.commands.executeCommand('boxOffice.showInTree', resource);
    },
    openAsText: ({ position = 0 }) => openAsText(this.#uri, this.#list.lineOf(position)),
    checkCodes: async () => vscode.commands.executeCommand('boxOffice.checkCodes', this.#uri),
    rowOfLine: (line) => this.#rowOfLine(line),
    nextProblem: (wanted) => this.#nextProblem(wanted),
    showCodes: ({ position }) => this.#showCodes(this.#rowAt(position)),
    fill: async () => this.#read && fillList(this.connection, this.#read),
    remove: (selection) => this.#remove(selection),
    plan: ({ command, selection }) => this.#plan(command, selection),
    save: (request) => {
      this.panel.pin();
      return saveTable(this.#list, this.#title, request, request.selection && this.#chosen(request.selection));
    },
  };

  async #part({ view, from, count }: PayloadOf<TableContract, 'rows'>): Promise<TablePart> {
    const began = performance.now();
    try {
      const part = await this.#list.part(view, from, count);
      const { text, problems = [] } = this.#check ?? {};
      return text === undefined ? part : { ...part, list: { ...part.list, check: { text, hasProblems: problems.length > 0 } } };
    } catch (error) {
      // Somebody asked for another view meanwhile.
      throw (error as Error).name === 'AbortError' ? new vscode.CancellationError() : error;
    } finally {
      this.#arrangeTime = performance.now() - began;
    }
  }

  async #reload(): Promise<void> {
    this.#stop();
    this.#readingNames = undefined;
    await this.#list.reload();
    this.#isOld = false;
    this.#edits.rowsRead();
  }

  async #load(all: boolean): Promise<void> {
    if (this.#loading.signal.aborted) this.#loading = new AbortController();
    const { signal } = this.#loading;
    await (all ? this.#list.readAll(signal, () => this.#tell()) : this.#list.readMore(signal));
  }

  async #rowOfLine(line: number): Promise<number | null> {
    this.#line = undefined;
    if (this.#loading.signal.aborted) this.#loading = new AbortController();
    await this.#list.readToLine(line, this.#loading.signal, () => this.#tell());
    await this.#part({ view: this.#view, from: 0, count: 0 });
    return this.#list.indexOfLine(line) ?? null;
  }

  /** In the rows that are not read yet, too, before it goes round the end. */
  async #nextProblem({ from, step }: PayloadOf<TableContract, 'nextProblem'>): Promise<number | null> {
    const round = () => this.#list.nextProblem(step > 0 ? -1 : Infinity, step);
    const next = () => (from === undefined ? round() : this.#list.nextProblem(from, step));
    const found = next();
    if (found !== undefined) return found;
    await this.#load(true);
    await this.#part({ view: this.#view, from: 0, count: 0 });
    return next() ?? round() ?? null;
  }

  #stop(): void {
    this.#loading.abort(new vscode.CancellationError());
  }

  /** What was read is arranged for the page each time: most of the time is for reading. */
  #tell(): void {
    const now = performance.now();
    if (now < this.#tellAt) return;
    this.#tellAt = now + Math.max(tellTime, 4 * this.#arrangeTime);
    this.panel.send('read', { count: this.#list.length, total: this.#list.total });
  }

  #rowAt(position: number): Row {
    const row = this.#list.row(position);
    if (row) return row;
    throw rowIsGone();
  }

  /** The list may have been read again since the page was told of the row. */
  #rowOf(id: string, position: number): Row {
    const row = this.#rowAt(position);
    if (row.id === id) return row;
    throw rowIsGone();
  }

  #chosen(selection: TableSelection): readonly number[] {
    const positions = this.#list.chosen(selection);
    if (positions) return positions;
    throw new UserError(l10n.t('The rows have moved meanwhile. Choose them again.'));
  }

  #resourceOf(row: Row): Resource | undefined {
    return this.#read && resourceIn(this.connection, this.#read, row);
  }

  async #copy({ selection, columns, hasHeader }: PayloadOf<TableContract, 'copy'>): Promise<void> {
    const positions = this.#chosen(selection);
    const keys = new Set(columns);
    const shown = this.#list.columns.filter(({ key }) => keys.has(key));
    const readers = shown.map(({ key }) => this.#list.reader(key));
    const cellsOf = (position: number) => readers.map(({ field, cell }) => cell(field(position)));
    const [only] = positions;
    if (only !== undefined && positions.length === 1 && readers.length === 1 && !hasHeader)
      return vscode.env.clipboard.writeText(cellText(cellsOf(only)[0]));
    const parts = hasHeader ? [clipboardText([shown.map(({ label }) => label)])] : [];
    for (let from = 0; from < positions.length; from += rowsAtOnce) {
      parts.push(clipboardText(positions.slice(from, from + rowsAtOnce).map(cellsOf)));
      await nextTurn();
    }
    await vscode.env.clipboard.writeText(parts.join('\n'));
  }

  /** In its form, where there is one and something may be written. */
  async #open(row: Row): Promise<void> {
    const resource = this.#acts.edit ? this.#resourceOf(row) : undefined;
    if (!resource) return this.#openAsJson(row);
    this.panel.pin();
    await vscode.commands.executeCommand(resource.kind === 'passkey' ? 'boxOffice.editPasskey' : 'boxOffice.editItem', resource);
  }

  /** A resource as the document that its own row in the tree opens; any other row as it was read. */
  async #openAsJson(row: Row): Promise<void> {
    const resource = this.#resourceOf(row);
    if (resource) return vscode.commands.executeCommand('boxOffice.openAsJson', resource);
    const operation = this.#read?.operation ?? 'file';
    const name = { environment: this.state.environment, kind: operation, id: row.id ?? row.label, label: row.label };
    await showDocument(this.#documents.keep(name, row.value));
  }

  async #showCodes(row: Row): Promise<void> {
    const resource = this.#resourceOf(row);
    if (!resource) return;
    this.panel.pin();
    const read = reads.codes(resource.id, resource.kind === 'item' ? resource.eventId : undefined);
    const table = { environment: resource.environment, title: listTitle(read, resource.label), read };
    await vscode.commands.executeCommand('boxOffice.openAsTable', table);
  }

  /** The command reads, asks and copies by itself. */
  async #remove(selection: TableSelection): Promise<void> {
    const known = this.#resourcesIn(selection);
    if (!this.#kind || !this.#acts.remove || !known)
      throw new UserError(l10n.t('Some of these rows cannot be deleted: nothing says which records they are.'));
    await vscode.commands.executeCommand(`boxOffice.${removals[this.#kind]}`, known[0], known);
  }

  async #plan(command: PlanCommand, selection: TableSelection): Promise<void> {
    const known = this.#resourcesIn(selection);
    if (!known || !this.#acts.plans.includes(command))
      throw new UserError(l10n.t('Some of these rows cannot be planned with: nothing says which records they are.'));
    this.panel.pin();
    await vscode.commands.executeCommand(`boxOffice.${command}`, known[0], known);
  }

  /** Undefined where nothing says which record one of the rows is. */
  #resourcesIn(selection: TableSelection): readonly Resource[] | undefined {
    const resources = this.#chosen(selection).map((position) => this.#resourceOf(this.#rowAt(position)));
    const known = resources.filter((resource) => resource !== undefined);
    return known.length > 0 && known.length === resources.length ? known : undefined;
  }
}

function rowIsGone(): UserError {
  return new UserError(l10n.t('This row is no longer there. Refresh the table.'));
}

/** How many rows come at once is the table's own choice, unless one page was asked for. */
function wholePages({ operation, input: { path, query = {} } }: Read): Read {
  const rest = Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'pageSize'));
  return { operation, input: { path, query: query.page === undefined ? rest : query } };
}
