// The rows below a row, from what is known. Whatever has to be read first stands in `listOf`.
import { attributePairs } from '../reading/item-facts.ts';
import { categoryNode, eventFolders, eventNode, homeChildren, pinnedNode, sessionNodes, ticketNode } from './event-nodes.ts';
import { below, nodesOfList, isStale, rowNodes, orEmpty, rowsBelow, unique, type Known } from './list-nodes.ts';
import { codeNode, itemChildren, itemNodes, openedNodes, passkeyNode } from './item-nodes.ts';
import { eventAbove, type FolderName, type FolderNode, type Node } from './nodes.ts';
import { reads, type Read } from '../reading/reads.ts';

export function rootsOf(environment: string): Node[] {
  const root = (folder: FolderName, list?: Read): FolderNode => ({
    type: 'folder',
    folder,
    key: `${environment}/${folder}`,
    environment,
    list,
  });
  return [root('pinned'), root('featured', reads.featured()), root('home', reads.home()), root('categories')];
}

/** The rows below a row as far as they are known: none while its list has not been read. */
export function childrenOf(node: Node, known: Known): readonly Node[] {
  switch (node.type) {
    case 'folder':
      return unique(folderChildren(node, known));
    case 'category':
      return unique(rowNodes(node, known, 'category', (row, state) => eventNode(node, row, known, state)));
    case 'section':
      return unique(
        orEmpty(
          node,
          'section',
          rowsBelow(node, node.rows, (row) => eventNode(node, row, known, undefined)),
        ),
      );
    case 'event':
      return eventFolders(node, known);
    case 'session':
      return unique(rowNodes(node, known, 'tickets', (row, state) => ticketNode(node, row, isStale(state))));
    case 'ticket':
      return unique(rowsBelow(node, node.types, (row) => ticketNode(node, row, node.stale)));
    case 'item':
      return itemChildren(node);
    case 'passkey':
      return openedNodes(node, known);
    default:
      return [];
  }
}

function folderChildren(node: FolderNode, known: Known): readonly Node[] {
  const { environment } = node;
  switch (node.folder) {
    case 'pinned':
      return orEmpty(
        node,
        'pinned',
        known.pins(environment).map((pin) => pinnedNode(node, pin, known)),
      );
    case 'categories':
      return orEmpty(
        node,
        'categories',
        known.categories(environment).map((category) => categoryNode(node, category)),
      );
    case 'home':
      return homeChildren(node, known);
    case 'featured':
    case 'cover':
      return rowNodes(node, known, node.folder, (row, state) => eventNode(node, row, known, state));
    case 'sessions':
      return sessionNodes(node, known);
    case 'items':
      return itemNodes(node, known);
    case 'passkeys':
      return rowNodes(node, known, 'passkeys', (row, state) => passkeyNode(node, row, isStale(state)));
    case 'codes':
      return rowNodes(node, known, 'codes', (row, state) => codeNode(node, row, isStale(state)));
    case 'crew':
      return rowNodes(node, known, 'crew', (row, state) => {
        const key = `${node.key}/${row.id ?? row.label}`;
        return { ...below(node, key, isStale(state)), type: 'member', label: row.label, value: row.value };
      });
    case 'attributes':
      return attributeNodes(node, known);
    case 'reports':
      return reportNodes(node);
  }
}

function attributeNodes(node: FolderNode, known: Known): Node[] {
  return nodesOfList(node, known, 'attributes', (state) =>
    attributePairs(state.reply).map(([name, value]): Node => {
      const position = below(node, `${node.key}/${name}`, isStale(state));
      return { ...position, type: 'fact', fact: 'attribute', name, value };
    }),
  );
}

function reportNodes(node: FolderNode): Node[] {
  const event = eventAbove(node);
  if (!event) return [];
  return [reads.entryReport(event.id), reads.bordero(event.id)].map((read) => ({
    ...below(node, `${node.key}/${read.operation}`),
    type: 'report',
    event,
    read,
  }));
}
