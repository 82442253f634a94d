// What the pages have in common: the environment that each is tied to, its event, and questions that overtake each other.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { ApiError, contentOf, labelOf } from '../../client/index.ts';
import { credentialParts, sendsToken } from '../../client/credential-forms.ts';
import type { Contract } from '../../protocol/contract.ts';
import type { Connection } from '../account/index.ts';
import { connectionOf, environmentFor, type PageServices } from './pages.ts';
import type { PagePanel } from './panel.ts';
import type { SavedState } from './state.ts';

/** What one open page works with. */
export class PageSession<C extends Contract, Services extends PageServices = PageServices> {
  protected readonly host: Services;
  /** What the page stands for now. */
  protected state: SavedState;
  protected readonly panel: PagePanel<C>;

  constructor(host: Services, state: SavedState, panel: PagePanel<C>) {
    this.host = host;
    this.state = state;
    this.panel = panel;
  }

  protected get connection(): Connection {
    return connectionOf(this.host, this.state);
  }

  protected get environment() {
    return environmentFor(this.connection);
  }
}

/** What an event is called; its id where the event group cannot be read, which a form of the other group does not need. */
export async function readEventLabel(connection: Connection, id: string): Promise<string> {
  const { dialect } = connection.environment;
  // A token that both groups send is asked for anyway; for a name alone nobody is asked for a key.
  const quiet = !(['event', 'ticket'] as const).every((group) => sendsToken(credentialParts(dialect, group)));
  try {
    return labelOf(contentOf(await connection.read('getEvent', { path: { id } }, { quiet })));
  } catch (error) {
    if (error instanceof ApiError) return id;
    throw error;
  }
}

/** One question of a page at a time: the next one ends the one before it, whose answer nobody waits for any more. */
export class Latest {
  #asking: AbortController | undefined;

  async ask<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.stop();
    const asking = new AbortController();
    this.#asking = asking;
    try {
      return await read(asking.signal);
    } catch (error) {
      throw asking.signal.aborted ? new vscode.CancellationError() : error;
    }
  }

  stop(): void {
    this.#asking?.abort();
  }
}

/** An export has the names of its columns in its first row. */
export async function openExport(path: string): Promise<void> {
  await vscode.commands.executeCommand('boxOffice.openAsTable', { title: basename(path), file: { path, hasHeader: true } });
}
