// The forms. Each is a page with a contract; its code is loaded when the first one of its kind opens.
import { join } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { requireConnection, type Connection, type Connections } from '../account/index.ts';
import type { Changes } from '../platform/changes.ts';
import type { CommandRegistry } from '../platform/commands.ts';
import { Refusal } from '../platform/refusal.ts';
import { resourcesFrom } from '../platform/resources.ts';
import { Drafts } from './drafts.ts';
import { FormPanels, savedState, type AnyPage, type SavedState } from './panel.ts';

/** What a form may use. */
export interface FormHost {
  readonly connections: Connections;
  readonly changes: Changes;
  readonly drafts: Drafts;
  readonly log: vscode.LogOutputChannel;
}

/** A kind of form: what its page is and does, for a saved state. */
export interface Form {
  page(host: FormHost, state: SavedState): AnyPage;
}

const viewType = 'boxOffice.form';

/** By the `kind` of their saved state. */
const forms = {
  tax: () => import('./tax.ts'),
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
): void {
  const drafts = new Drafts(join(context.globalStorageUri.fsPath, 'drafts'));
  const host: FormHost = { connections, changes, drafts, log };
  const panels = new FormPanels(context.extensionUri, log);
  const show = async (state: SavedState & { kind: FormKind }) => {
    const { form } = await forms[state.kind]();
    panels.show(viewType, form.page(host, state));
  };
  const here = () => requireConnection(connections).environment.name;
  context.subscriptions.push(
    vscode.window.registerWebviewPanelSerializer(viewType, {
      async deserializeWebviewPanel(panel, state: unknown) {
        const saved = v.safeParse(savedState, state);
        // What cannot be understood is closed rather than shown half; what was typed is in the drafts.
        if (!saved.success || !isFormKind(saved.output.kind)) {
          panel.dispose();
          return;
        }
        const { form } = await forms[saved.output.kind]();
        panels.restore(panel, viewType, form.page(host, saved.output));
      },
    }),
  );
  commands.register('boxOffice.calculateTax', (row?: unknown, selected?: unknown) => {
    const [event] = resourcesFrom(['event'], row, selected);
    return show({ environment: event?.environment ?? here(), kind: 'tax', eventId: event?.id });
  });
}

/** The connection that a form is pinned to. */
export function connectionOf({ connections }: FormHost, { environment }: SavedState): Connection {
  const connection = connections.of(environment);
  if (connection) return connection;
  throw new Refusal(vscode.l10n.t('The environment {0} cannot be reached: it is not configured, or not running.', environment));
}

/** What a page shows of its place. */
export function placeFor({ environment }: Connection): { name: string; label: string; protected: boolean; currency: string } {
  const { name, label, currency } = environment;
  return { name, label, protected: environment.protected, currency };
}
