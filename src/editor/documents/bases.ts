// What each open document was made from. It outlives a reload of the window, because unsaved edits do too.
import type * as vscode from 'vscode';
import { parseJson, stringifyJson } from '../../client/index.ts';
import type { Fields } from '../../records/index.ts';
import type { Versions } from '../records/session.ts';

const key = 'documents.bases';
const maxKept = 50;
const maxServed = 4;

export class Bases {
  readonly #state: vscode.Memento;
  readonly #bases: Map<string, Versions>;
  /** The texts that were handed out, with the record that each was made from. */
  readonly #served = new Map<string, Map<string, Fields>>();

  constructor(state: vscode.Memento) {
    this.#state = state;
    const stored = state.get<string>(key);
    this.#bases = new Map(
      stored === undefined ? [] : (parseJson(stored) as [string, StoredVersions][]).map(([uri, kept]) => [uri, asVersions(kept)]),
    );
  }

  of(uri: vscode.Uri): Versions | undefined {
    return this.#bases.get(uri.toString());
  }

  set(uri: vscode.Uri, versions: Versions): void {
    this.#bases.delete(uri.toString());
    this.#bases.set(uri.toString(), versions);
    void this.#state.update(key, stringifyJson([...this.#bases].slice(-maxKept)));
  }

  serve(uri: vscode.Uri, text: string, record: Fields): void {
    const served = this.#served.get(uri.toString()) ?? new Map<string, Fields>();
    served.delete(text);
    served.set(text, record);
    this.#served.set(uri.toString(), new Map([...served].slice(-maxServed)));
  }

  /** A document without edits shows one of the texts that were handed out: from then on its edits are against that record. */
  adopt(uri: vscode.Uri, text: string): void {
    const record = this.#served.get(uri.toString())?.get(text);
    if (record && this.of(uri)?.base !== record) this.set(uri, { base: record, remote: record });
  }
}

/** As they are stored; earlier versions had other names for them. */
type StoredVersions = Versions | { readonly opened: Fields; readonly seen: Fields };

function asVersions(kept: StoredVersions): Versions {
  return 'opened' in kept ? { base: kept.opened, remote: kept.seen } : kept;
}
