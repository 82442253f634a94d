// What each open document was made from. It outlives a reload of the window, because unsaved edits do too.
import type * as vscode from 'vscode';
import { parseJson, stringifyJson } from '../../client/index.ts';
import type { Fields } from '../../records/index.ts';
import type { Versions } from '../records/session.ts';

const key = 'documents.bases';
const maxKept = 50;
const maxServed = 4;

export function keptBases(state: vscode.Memento) {
  const stored = parseJson(state.get<string>(key) ?? '[]') as [string, StoredVersions][];
  const bases = new Map(stored.map(([uri, kept]) => [uri, asVersions(kept)]));
  /** The texts that were handed out, with the record that each was made from. */
  const served = new Map<string, Map<string, Fields>>();
  const of = (uri: vscode.Uri) => bases.get(uri.toString());

  function set(uri: vscode.Uri, versions: Versions): void {
    bases.delete(uri.toString());
    bases.set(uri.toString(), versions);
    void state.update(key, stringifyJson([...bases].slice(-maxKept)));
  }

  return {
    of,
    set,
    serve(uri: vscode.Uri, text: string, record: Fields): void {
      const texts = served.get(uri.toString()) ?? new Map<string, Fields>();
      texts.delete(text);
      texts.set(text, record);
      served.set(uri.toString(), new Map([...texts].slice(-maxServed)));
    },
    /** A document without edits shows one of the texts that were handed out: from then on its edits are against that record. */
    adopt(uri: vscode.Uri, text: string): void {
      const record = served.get(uri.toString())?.get(text);
      if (record && of(uri)?.base !== record) set(uri, { base: record, remote: record });
    },
  };
}

/** As they are stored; earlier versions had other names for them. */
type StoredVersions = Versions | { readonly opened: Fields; readonly seen: Fields };

function asVersions(kept: StoredVersions): Versions {
  return 'opened' in kept ? { base: kept.opened, remote: kept.seen } : kept;
}
