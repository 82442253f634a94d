// The forms. Each is a page with a contract; its code is loaded when the first one of its kind opens.
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { connectionTo, requireConnection, type Connection, type Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { lazy } from '../platform/lazy.ts';
import { resourcesFrom } from '../platform/resources.ts';
import type { Documents } from '../documents/index.ts';
import { registerTables } from '../reports/index.ts';
import { registerReportCommands } from '../reports/report-commands.ts';
import type { LoadRuns } from '../runs/index.ts';
import { registerFormCommands } from './commands.ts';
import { registerItemCommands } from './item-commands.ts';
import type { Drafts } from '../pages/drafts.ts';
import type { AnyPage, FormPanels, SavedState } from '../pages/panel.ts';

/** What a form may use. */
export interface FormHost {
  readonly connections: Connections;
  readonly changes: Changes;
  readonly drafts: Drafts;
  /** The extension's own folder, the same for every window. */
  readonly storage: string;
  /** The built file of the thread that checks codes. */
  readonly codesWorker: string;
  readonly log: vscode.LogOutputChannel;
  /** The runs of this window. */
  readonly runs: LoadRuns;
  /** Documents that only show. */
  readonly documents: Documents['readOnly'];
}

/** A kind of form: what its page is and does, for a saved state, beginning with a part of it. */
export interface Form {
  page(host: FormHost, state: SavedState, part?: string): AnyPage;
}

/** Fills a panel that VS Code kept over a reload. */
export type Restore = (panel: vscode.WebviewPanel, state: unknown) => Promise<void>;

export const viewType = 'boxOffice.form';

/** By the `kind` of their saved state. */
const forms = {
  item: () => import('./item.ts'),
  tax: () => import('./tax.ts'),
  passkey: () => import('./passkey.ts'),
  passkeys: () => import('./passkeys.ts'),
  export: () => import('./export.ts'),
  operation: () => import('./operation.ts'),
  table: () => import('../reports/table.ts'),
  event: () => import('../reports/event-page.ts'),
  entryReport: () => import('../reports/report.ts'),
  bordero: () => import('../reports/report.ts'),
} satisfies Record<string, () => Promise<{ readonly form: Form }>>;
type FormKind = keyof typeof forms;

function isFormKind(kind: string): kind is FormKind {
  return Object.hasOwn(forms, kind);
}

export function registerForms(
  context: vscode.ExtensionContext,
  commands: CommandRegistry,
  connections: Connections,
  changes: Changes,
  log: vscode.LogOutputChannel,
  runs: LoadRuns,
  documents: Documents,
): { restore: Restore } {
  const load = lazy(() => loadPanels({ connections, changes, log, runs, documents: () => documents.readOnly() }, context));
  const show = async (state: SavedState & { kind: FormKind }, part?: string, isGlance = false) => {
    const [{ host, panels }, { form }] = await Promise.all([load(), forms[state.kind]()]);
    panels.show(viewType, form.page(host, state, part), isGlance);
  };
  const here = () => requireConnection(connections).environment.name;
  const restore: Restore = async (panel, state) => {
    const { host, panels, readState } = await load();
    const saved = readState(state);
    // What cannot be understood is closed rather than shown half; what was typed is in the drafts.
    if (!saved || !isFormKind(saved.kind)) {
      panel.dispose();
      return;
    }
    const { form } = await forms[saved.kind]();
    panels.restore(panel, viewType, form.page(host, saved));
  };
  commands.register('boxOffice.calculateTax', (row?: unknown, selected?: unknown) => {
    const [event] = resourcesFrom(['event'], row, selected);
    return show({ environment: event?.environment ?? here(), kind: 'tax', eventId: event?.id });
  });
  registerReportCommands(commands, connections, (kind, target, session) => show({ ...target, kind }, session));
  registerItemCommands(commands, connections, (target, part) => show({ ...target, kind: 'item' }, part));
  registerFormCommands(commands, connections, {
    passkey: (target) => show({ ...target, kind: 'passkey' }),
    passkeys: async (target, codes) => {
      const { giveCodes } = await forms.passkeys();
      if (codes.length > 0) giveCodes({ ...target, kind: 'passkeys' }, codes);
      await show({ ...target, kind: 'passkeys' });
    },
    passkeysOf: async (file, findTarget) => {
      const [{ host }, { giveFile }, { openCodeFile }] = await Promise.all([
        load(),
        forms.passkeys(),
        import('./passkeys-file.ts'),
      ]);
      const opened = await openCodeFile(host.codesWorker, file);
      const state = { ...(await findTarget()), kind: 'passkeys' as const };
      giveFile(state, opened);
      await show(state);
    },
    export: (target) => show({ ...target, kind: 'export' }),
    operation: (target) => show({ ...target, kind: 'operation' }),
  });
  registerTables(commands, connections, {
    table: (target) => show({ ...target, kind: 'table' }),
    event: (target, isGlance) => show({ ...target, kind: 'event' }, undefined, isGlance),
  });
  return { restore };
}

interface Loaded {
  readonly host: FormHost;
  readonly panels: FormPanels;
  readonly readState: (state: unknown) => SavedState | undefined;
}

/** What the first form needs and the extension's start does not. */
async function loadPanels(
  parts: Omit<FormHost, 'drafts' | 'storage' | 'codesWorker'>,
  context: vscode.ExtensionContext,
): Promise<Loaded> {
  const [{ FormPanels, readState }, { Drafts }] = await Promise.all([import('../pages/panel.ts'), import('../pages/drafts.ts')]);
  const storage = context.globalStorageUri.fsPath;
  const drafts = new Drafts(join(storage, 'drafts'));
  const codesWorker = join(context.extensionPath, 'dist', 'codes-worker.cjs');
  const panels = new FormPanels(context.extensionUri, parts.log, (name) => labelFor(parts.connections, name));
  return { host: { ...parts, drafts, storage, codesWorker }, panels, readState };
}

/** The connection that a form is pinned to. */
export function connectionOf({ connections }: FormHost, { environment }: SavedState): Connection {
  return connectionTo(connections, environment);
}

/** What a person calls an environment; one that is not there any more has only its name. */
export function labelFor(connections: Connections, environment: string): string {
  return connections.of(environment)?.environment.label ?? environment;
}

/** What a page shows of its place. */
export function placeFor({ environment }: Connection): { name: string; label: string; protected: boolean; currency: string } {
  const { name, label, currency } = environment;
  return { name, label, protected: environment.protected, currency };
}
