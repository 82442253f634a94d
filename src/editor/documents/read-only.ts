// Documents that only show: a resource, a report or the reply of an operation, as JSON.
import * as vscode from 'vscode';
import { stringifyJson } from '../../client/index.ts';
import type { Connections } from '../account/index.ts';
import { nameIn, pathOf, readOnlyScheme, type DocumentName } from './addresses.ts';
import { readIn, readReply, readText, valueIn, type Read } from '../reading/reads.ts';

const maxKept = 50;

export class ReadOnlyDocuments {
  readonly #connections: Connections;
  readonly #kept = new Map<string, string>();
  readonly #changed: vscode.EventEmitter<vscode.Uri>;
  #count = 0;

  constructor(connections: Connections, changed: vscode.EventEmitter<vscode.Uri>) {
    this.#connections = connections;
    this.#changed = changed;
  }

  /** The address of a value; with its read it can be read again when the value is no longer kept. */
  keep(name: DocumentName, value: unknown, read?: Read): vscode.Uri {
    const query = read ? readText(read) : `${++this.#count}`;
    const uri = vscode.Uri.from({ scheme: readOnlyScheme, path: pathOf(name), query });
    const key = uri.toString();
    this.#kept.delete(key);
    this.#kept.set(key, `${stringifyJson(value ?? null, 2)}\n`);
    for (const oldest of [...this.#kept.keys()].slice(0, -maxKept)) this.#kept.delete(oldest);
    this.#changed.fire(uri);
    return uri;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const kept = this.#kept.get(uri.toString());
    if (kept !== undefined) return kept;
    const name = nameIn(uri.path);
    const read = readIn(uri.query);
    const connection = name && this.#connections.of(name.environment);
    if (!read || !connection) return `${JSON.stringify(vscode.l10n.t('What was shown here is no longer kept.'))}\n`;
    const reply = await readReply(connection, read, { interactive: false });
    return `${stringifyJson(valueIn(reply, read) ?? null, 2)}\n`;
  }
}

export async function showDocument(uri: vscode.Uri, preview = true): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview });
}
