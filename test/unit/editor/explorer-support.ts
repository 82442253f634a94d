// Builders for the tests of the tree: known lists, made by hand or read from the local service.
import { readList, type Client, type PageQuery } from '../../../src/client/index.ts';
import { inEnglish } from '../../../src/client/l10n.ts';
import { childrenOf, rootsOf } from '../../../src/editor/explorer/children.ts';
import { draw } from '../../../src/editor/explorer/draw.ts';
import type { Drawing, DrawTools } from '../../../src/editor/explorer/draw.ts';
import { Formats, type Translate } from '../../../src/editor/reading/formats.ts';
import { listOf, type Known, type Node } from '../../../src/editor/explorer/nodes.ts';
import type { Pin } from '../../../src/editor/reading/pins.ts';
import { isPaged, reads, readText, rowReader, type Read } from '../../../src/editor/reading/reads.ts';
import { ListStore, type ListState } from '../../../src/editor/explorer/store.ts';
import { localDialect } from './dialects.ts';

export const environment = 'stg';
export const noon = Date.UTC(2026, 5, 15, 15);

export const t: Translate = (said: string | { message: string }, ...args: (string | number)[]) =>
  inEnglish(typeof said === 'string' ? said : said.message, ...args);

export const formats = new Formats({
  language: 'pt-BR',
  currency: 'BRL',
  timeZone: 'America/Sao_Paulo',
  dialect: localDialect,
  now: () => noon,
});

/** What a tree knows that has read these replies. */
export function knownLists(lists: readonly [Read, unknown][], pins: readonly Pin[] = []): Known {
  const states = new Map(lists.map(([read, reply]) => [readText(read), stateOf(read, reply)]));
  return {
    list: (_environment, read) => states.get(readText(read)),
    pins: () => pins,
    categories: () => ['festivals'],
  };
}

export function stateOf(read: Read, reply: unknown): ListState {
  const { rows: all, paging: { total } = {} } = readList(reply);
  const rowOf = rowReader(localDialect, read) ?? ((row) => row);
  const rows = all.flatMap((row) => rowOf(row) ?? []);
  const hasMore = isPaged(read) && all.length < (total ?? 0);
  return { read, rows, reply, pages: 1, hasMore, isWhole: !hasMore, total, known: true };
}

export function toolsOf(known: Known): DrawTools {
  return { t, formats, list: (name, read) => known.list(name, read) };
}

export function drawn(node: Node, known: Known = knownLists([])): Drawing {
  return draw(node, toolsOf(known));
}

/** The text of a row without the non-breaking spaces that Intl likes. */
export function description(node: Node, known?: Known): string {
  return plain(drawn(node, known).description ?? '');
}

export function plain(text: string): string {
  return text.replace(/[\u00a0\u202f\u2009]/g, ' ');
}

export function eventNode(value: object, known: Known = knownLists([])): Node & { type: 'event' } {
  const featured = knownLists([[reads.featured(), [value]]], known.pins(environment));
  const node = childrenOf(rootsOf(environment, featured)[1]!, featured)[0]!;
  if (node.type !== 'event') throw new Error(`It became a row of the type ${node.type}.`);
  return node;
}

/** A folder below an event. */
export function folderOf(event: Node, name: string, known: Known): Node {
  return childrenOf(event, known).find((node) => node.type === 'folder' && node.folder === name)!;
}

/** A tree over a real service: opens rows as a person does, and counts what was asked. */
export class TestTree implements Known {
  readonly asked: string[] = [];
  readonly store: ListStore;
  pinned: readonly Pin[] = [];

  constructor(client: Client, size = 100) {
    this.store = new ListStore(
      (_environment, wanted) => {
        const read = (page: PageQuery) => {
          const { operation, input } = wanted;
          this.asked.push(`${operation} ${page.page ?? 1}`);
          return client.call(operation, { ...input, query: { ...page, ...input.query } } as never);
        };
        return Object.assign(read, { paging: localDialect.paging, rowOf: rowReader(localDialect, wanted) });
      },
      () => size,
    );
  }

  list(name: string, read: Read): ListState | undefined {
    return this.store.get(name, read);
  }

  pins(): readonly Pin[] {
    return this.pinned;
  }

  categories(): readonly string[] {
    return ['festivals', 'theatre'];
  }

  async open(node?: Node): Promise<readonly Node[]> {
    if (!node) return rootsOf(environment, this);
    const list = listOf(node);
    if (list) await this.store.load(environment, list);
    return childrenOf(node, this);
  }

  /** Opens row after row by their labels, and gives what the last one holds. */
  async path(...labels: string[]): Promise<readonly Node[]> {
    let nodes = await this.open();
    for (const label of labels) nodes = await this.open(this.find(nodes, label));
    return nodes;
  }

  find(nodes: readonly Node[], label: string): Node {
    const found = nodes.find((node) => this.draw(node).label === label);
    if (!found) throw new Error(`No row "${label}" among ${nodes.map((node) => this.draw(node).label).join(', ')}.`);
    return found;
  }

  draw(node: Node): Drawing {
    return drawn(node, this);
  }
}
