// The page of an entry report or a bordero: it reads, again and again if somebody wants it to, and never writes to the service.
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { contentOf, labelOf, sessionsOf, stringifyJson, type Session } from '../../client/index.ts';
import {
  reportContract,
  type Interval,
  type Report,
  type ReportContract,
  type ReportKind,
  type Scope,
  type Shown,
} from '../../protocol/report.ts';
import { valueText, type Writing } from '../../shared/report-values.ts';
import type { InitOf } from '../../protocol/contract.ts';
import { groupNames, nestItems, type ItemBranch } from '../../records/item-groups.ts';
import { pagerOf, reads } from '../reading/reads.ts';
import { messageOf, nextStep, UserError } from '../platform/user-error.ts';
import { chooseWhereToSave } from '../platform/choose-file.ts';
import { notifyWith } from '../platform/notify.ts';
import type { PageKind, PageServices } from '../pages/pages.ts';
import { anyPage, type Handlers, type PageContent, type PagePanel, type SavedState } from '../pages/panel.ts';
import { PageSession } from '../pages/session.ts';
import { newFileMode, writeNewFile } from '../../files/new-file.ts';
import { safeName } from '../../runs/names.ts';
import { xlsxPieces } from '../../xlsx/index.ts';
import { borderoOf } from './bordero-figures.ts';
import { compareReports } from './compare.ts';
import { entryReportOf } from './entry-figures.ts';
import { namingWith, type Naming } from './report-reading.ts';
import { reportHtml } from './report-print.ts';
import { reportCsv, reportMarkdown, reportRows, type Head } from './report-text.ts';

const { l10n } = vscode;

/** The `id` of the saved state is the session that was chosen; the page itself stands for all of them. */
export const reportPage: PageKind = (host, saved, opening) => {
  const kind = saved.kind === 'bordero' ? 'bordero' : 'entryReport';
  const state = { ...saved, id: undefined };
  return anyPage<ReportContract>({
    state,
    title: titleOf(kind),
    icon: kind === 'bordero' ? 'table' : 'graph',
    page: 'report',
    content: (panel) => new ReportSession(host, state, panel, kind, opening?.section ?? saved.id),
  });
};

function titleOf(kind: ReportKind): string {
  return kind === 'bordero' ? l10n.t('Bordero') : l10n.t('Entry report');
}

/** What the items of the event say of its tickets. */
interface KnownItems {
  readonly groups: ReadonlyMap<string, string>;
  /** In their order. */
  readonly ids: readonly string[];
}

interface KnownSession {
  readonly id: string;
  readonly label: string;
  /** `YYYY-MM-DD HH:MM:SS` */
  readonly start?: string | undefined;
}

/** What a page shows at most of one table and of one reply; a saved file has all rows. */
const maxRows = 500;
const maxRaw = 200_000;
/** So many items are asked for their order and the names of their groups. */
const maxItems = 200;

/** One page's reads, and what it remembers while it is hidden. */
class ReportSession extends PageSession<ReportContract> implements PageContent<ReportContract> {
  readonly contract = reportContract;
  readonly #kind: ReportKind;
  #event: { readonly id: string; readonly label: string; readonly sessions: readonly KnownSession[] };
  #items: Promise<KnownItems> | undefined;
  /** Whether tickets were found to share a name: from then on each is called by its group, too. */
  #sharesNames = false;
  #scope: Scope = {};
  /** The sessions that the page may ask for: it was opened with them, or they were given to it. */
  readonly #given = new Set<string>();
  #every: Interval = 0;
  /** The last report that could be read, whole. */
  #last: Shown | undefined;
  /** The number of the newest read: what it overtook is not what the page shows. */
  #asked = 0;

  constructor(
    host: PageServices,
    state: SavedState,
    panel: PagePanel<ReportContract>,
    kind: ReportKind,
    session: string | undefined,
  ) {
    super(host, state, panel);
    this.#kind = kind;
    const id = state.eventId ?? '';
    this.#event = { id, label: id, sessions: [] };
    this.#choose(session);
    panel.onReopen = ({ section: again }) => {
      this.#choose(again);
      if (again !== undefined) panel.send('choose', { session: again });
    };
  }

  readonly handlers: Handlers<ReportContract> = {
    read: async ({ scope, isAsked }) => {
      this.#requireGiven(scope);
      if (isAsked) this.panel.pin();
      return trimmed(await this.#read(scope, isAsked));
    },
    keepInterval: (every) => {
      this.panel.pin();
      this.#every = every;
      return Promise.resolve();
    },
    save: ({ format }) => this.#save(format),
    print: () => this.#print(),
    savePicture: ({ title, format, content }) => savePicture(this.#fileName(title, this.#scope), format, content),
  };

  #choose(session: string | undefined): void {
    if (session === undefined) return;
    this.#given.add(session);
    this.#scope = { session };
  }

  #requireGiven({ session, other }: Scope): void {
    const isGiven = [session, other].every((id) => id === undefined || this.#given.has(id));
    if (!isGiven) throw new UserError(l10n.t('This session is not one of the event. Open the report again.'));
  }

  get #writing(): Writing {
    return { currency: this.connection.environment.currency, language: vscode.env.language };
  }

  /** What was read before is better than nothing when it cannot be read once more. */
  async init(): Promise<InitOf<ReportContract>> {
    this.#items = undefined;
    await this.#readEvent();
    let shown = this.#last;
    let problem: string | undefined;
    try {
      shown = await this.#read(this.#scope, true);
    } catch (error) {
      if (!shown) throw error;
      problem = messageOf(error);
    }
    const { id, label, sessions } = this.#event;
    return {
      environment: this.environment,
      kind: this.#kind,
      event: { id, label },
      sessions: sessions.map((session) => ({ value: session.id, label: session.label })),
      every: this.#every,
      shown: trimmed(shown),
      problem,
    };
  }

  /** Without its event a report still has figures; only sessions cannot be chosen then. */
  async #readEvent(): Promise<void> {
    try {
      const reply = await this.connection.read('getEvent', { path: { id: this.#event.id } });
      const { clock } = this.connection.environment.dialect;
      const sessions = sessionsOf(reply, clock).flatMap((session) => knownSession(session, this.#writing));
      this.#event = { id: this.#event.id, label: labelOf(contentOf(reply)), sessions };
      for (const { id } of sessions) this.#given.add(id);
      this.panel.setTitle(`${titleOf(this.#kind)} · ${this.#event.label}`);
    } catch (error) {
      this.host.log.warn('the event of a report could not be read', messageOf(error));
    }
  }

  /** Nobody is asked to sign in for them: without them tickets stand as they came, and those of one name are told apart by their ids. */
  async #readItems(): Promise<KnownItems> {
    try {
      const items = pagerOf(this.connection, reads.items(this.#event.id), { pageSize: maxItems, interactive: false });
      const { rows } = await items.next();
      const idsIn = ({ row, inside }: ItemBranch): string[] => [row.id ?? '', ...inside.flatMap(idsIn)];
      return { groups: groupNames(rows), ids: nestItems(rows).flatMap(idsIn) };
    } catch (error) {
      this.host.log.warn('the items of a report could not be read', messageOf(error));
      return { groups: new Map(), ids: [] };
    }
  }

  async #named<T>(make: (naming: Naming) => T): Promise<T> {
    const plain = namingWith();
    make(plain);
    this.#sharesNames ||= plain.sharing.size > 0;
    const { groups, ids } = await (this.#items ??= this.#readItems());
    const naming = namingWith(this.#sharesNames ? groups : new Map(), ids);
    // Once to learn which tickets share a name on either side, and once to call them alike on both.
    make(naming);
    return make(naming);
  }

  async #read(scope: Scope, interactive: boolean): Promise<Shown> {
    const mine = ++this.#asked;
    const wanted = scope.other === undefined ? [scope.session] : [scope.session, scope.other];
    const replies = await this.#replies(wanted, interactive);
    const starts = this.#startsOf(wanted);
    const reports = await this.#named((naming) =>
      wanted.map((session, index) => ({
        name: this.#nameOf(session),
        report: this.#reportOf(replies[index], session, starts[index], naming),
      })),
    );
    const [one, other] = reports;
    const report = one && other ? compareReports(one, other) : one?.report;
    const shown: Shown = {
      at: Date.now(),
      scope,
      report: report ?? { figures: [], sections: [], notes: [] },
      raw: this.#raw(wanted, replies),
    };
    if (mine === this.#asked) {
      this.#scope = scope;
      this.#last = shown;
    }
    return shown;
  }

  /** A bordero is always of the whole event; its parts are told apart here. */
  async #replies(sessions: readonly (string | undefined)[], interactive: boolean): Promise<unknown[]> {
    const { connection } = this;
    const path = { eventId: this.#event.id };
    if (this.#kind === 'bordero') {
      const reply = await connection.read('getBordero', { path }, { interactive });
      return sessions.map(() => reply);
    }
    const readOne = (sessionId: string | undefined) => {
      const query = { method: 'report' as const, ...(sessionId === undefined ? {} : { sessionId }) };
      return connection.read('getEntryReport', { path, query }, { interactive });
    };
    return Promise.all(sessions.map(readOne));
  }

  #reportOf(reply: unknown, session: string | undefined, countFrom: string | undefined, naming: Naming): Report {
    const { t } = l10n;
    if (this.#kind === 'entryReport') return entryReportOf(reply, { t, countFrom, naming });
    const unit = this.connection.environment.dialect.amounts?.reports;
    return borderoOf(reply, { t, currency: this.#writing.currency, session, naming, unit });
  }

  /** Hours of two sessions are counted from their starts, where both are known; the hours of one are those of the clock. */
  #startsOf(sessions: readonly (string | undefined)[]): (string | undefined)[] {
    const starts = sessions.map((id) => this.#known(id)?.start);
    return starts.length > 1 && !starts.includes(undefined) ? starts : [];
  }

  #nameOf(session: string | undefined): string {
    if (session === undefined) return l10n.t('All sessions');
    return this.#known(session)?.label ?? l10n.t('Session {0}', session);
  }

  #known(session: string | undefined): KnownSession | undefined {
    return this.#event.sessions.find(({ id }) => id === session);
  }

  #raw(sessions: readonly (string | undefined)[], replies: readonly unknown[]): Shown['raw'] {
    if (this.#kind === 'bordero') return [{ name: '', text: stringifyJson(replies[0], 2) }];
    return replies.map((reply, index) => ({ name: this.#nameOf(sessions[index]), text: stringifyJson(reply, 2) }));
  }

  #headOf({ session, other }: Scope): Head {
    return {
      ...this.#writing,
      t: l10n.t,
      title: titleOf(this.#kind),
      event: this.#event.label,
      environment: this.connection.environment.label,
      session: this.#nameOf(session),
      other: other === undefined ? undefined : this.#nameOf(other),
    };
  }

  /** A browser of this machine opens it at once; anywhere else it is saved first. */
  async #print(): Promise<void> {
    const shown = this.#last;
    if (!shown) return;
    const head = this.#headOf(shown.scope);
    const bytes = Buffer.from(reportHtml(shown, head));
    const name = this.#fileName(head.title, shown.scope);
    if (vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop) {
      const path = join(this.host.storage, 'prints', `${safeName(name, 'report')}.html`);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(path, bytes, { mode: 0o600 });
      if (await vscode.env.openExternal(vscode.Uri.file(path))) return;
    }
    await save(name, 'html', bytes);
  }

  async #save(format: 'xlsx' | 'csv' | 'markdown'): Promise<void> {
    const shown = this.#last;
    if (!shown) return;
    const head = this.#headOf(shown.scope);
    const name = this.#fileName(head.title, shown.scope);
    if (format === 'xlsx') {
      const [first = [], ...rows] = reportRows(shown, head);
      const pieces: Buffer[] = [];
      for await (const piece of xlsxPieces(first.map(String), rows, head.title)) pieces.push(piece);
      return save(name, format, Buffer.concat(pieces));
    }
    const text = format === 'csv' ? reportCsv(shown, head) : reportMarkdown(shown, head);
    // Without the mark, a spreadsheet takes the file for something other than UTF-8.
    const bytes = Buffer.from(format === 'csv' ? `\ufeff${text}` : text);
    await save(name, format, bytes);
  }

  /** With the sessions, so that a second one is not saved over the first. */
  #fileName(title: string, { session, other }: Scope): string {
    const sessions = [session, other].flatMap((id) => (id === undefined ? [] : this.#nameOf(id)));
    return [title, this.#event.label, ...sessions].join(' ');
  }
}

function knownSession({ id, date, time }: Session, writing: Writing): KnownSession[] {
  if (id === undefined) return [];
  if (date === undefined) return [{ id, label: l10n.t('Session {0}', id) }];
  const label = valueText(time === undefined ? date : `${date} ${time}`, 'time', writing);
  return [{ id, label, start: time === undefined ? undefined : `${date} ${time}:00` }];
}

function trimmed(shown: Shown): Shown {
  const sections = shown.report.sections.map((section) => {
    const left = section.rows.length - maxRows;
    // A sum stands under rows that are all there, or under none.
    const sums = section.sums?.filter(({ after }) => after <= maxRows);
    return left > 0 ? { ...section, rows: section.rows.slice(0, maxRows), sums, left } : section;
  });
  const raw = shown.raw.map(({ name, text }) => ({ name, text: text.length > maxRaw ? `${text.slice(0, maxRaw)}…` : text }));
  return { ...shown, report: { ...shown.report, sections }, raw };
}

const formats = {
  xlsx: { ending: 'xlsx', kind: 'Excel' },
  markdown: { ending: 'md', kind: 'Markdown' },
  csv: { ending: 'csv', kind: 'CSV' },
  html: { ending: 'html', kind: 'HTML' },
  svg: { ending: 'svg', kind: 'SVG' },
  png: { ending: 'png', kind: 'PNG' },
} as const;

const pngBeginning = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** A picture comes from a page, so it is looked at before it is written. */
async function savePicture(name: string, format: 'svg' | 'png', content: string): Promise<void> {
  const bytes = format === 'png' ? Buffer.from(content, 'base64') : Buffer.from(content);
  const isPicture = format === 'png' ? bytes.subarray(0, 4).equals(pngBeginning) : content.startsWith('<svg');
  if (!isPicture) throw new UserError(l10n.t('The page gave no picture. Refresh it and try again.'));
  await save(name, format, bytes);
}

/** Somebody says where, and the file appears when it is whole. */
async function save(name: string, format: keyof typeof formats, bytes: Buffer): Promise<void> {
  const path = await chooseWhereToSave({
    title: l10n.t('Save Report'),
    name: safeName(name, 'report'),
    ...formats[format],
    notOnDisk: l10n.t('A report can only be saved to a disk. Choose a folder of this machine.'),
  });
  await writeNewFile(path, newFileMode, (write) => write(bytes));
  void notifyWith('info', l10n.t('{0} was saved.', basename(path)), nextStep.openFile(vscode.Uri.file(path)));
}
