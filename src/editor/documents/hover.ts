// What a field of a record means, where somebody points at it in a document.
import * as vscode from 'vscode';
import { operations, type Operation } from '../../client/index.ts';
import { fieldsIn, meaningOf } from '../../client/schemas.ts';
import { parseTree, pathAt, type JsonPath } from '../../records/json-tree.ts';
import { tableOf, type RecordKind } from '../../records/index.ts';
import { nameIn } from './addresses.ts';

export const fieldHover: vscode.HoverProvider = {
  provideHover(document, position) {
    const kind = nameIn(document.uri.path)?.kind;
    const tree = parseTree(document.getText());
    if ((kind !== 'item' && kind !== 'passkey') || tree.problem) return undefined;
    const meaning = meaningAt(kind, pathAt(tree.root, document.offsetAt(position)));
    return meaning === undefined ? undefined : new vscode.Hover(vscode.l10n.t('As it is sent: {0}', vscode.l10n.t(meaning)));
  },
};

/** In English; undefined where the interface says nothing. */
function meaningAt(kind: RecordKind, path: JsonPath): string | undefined {
  const { update, sections } = tableOf(kind);
  const [field] = path;
  const { body }: Operation = operations[sections[String(field)]?.update ?? update];
  const schema = fieldsIn(body)[String(path.findLast((part) => typeof part === 'string'))];
  return schema && meaningOf(schema).meaning;
}
