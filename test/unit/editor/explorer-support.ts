// Builders for the tests of the tree: known lists, made by hand or read from the local service.
import type { Client } from '../../../src/client/index.ts';
import { inEnglish } from '../../../src/client/l10n.ts';
import { childrenOf, rootsOf } from '../../../src/editor/explorer/children.ts';
import { draw } from '../../../src/editor/explorer/draw.ts';
import type { Drawing, DrawTools } from '../../../src/editor/explorer/row-view.ts';
import { Formats, type Translate } from '../../../src/editor/reading/formats.ts';
import type { Known, Pin } from '../../../src/editor/explorer/frame.ts';
import { listOf, type Node } from '../../../src/editor/explorer/nodes.ts';
import { callFor, listKey, type ListSource } from '../../../src/editor/reading/lists.ts';
import { ListStore, withPage, type ListState } from '../../../src/editor/explorer/store.ts';

export const environment = 'stg';
export const noon = Date.UTC(2026, 5, 15, 15);

export const t: Translate = (said: string | { message: string }, ...args: (string | number)[]) =>
  inEnglish(typeof said === 'string' ? said : said.message, ...args);

export const formats = new Formats({ language: 'pt-BR', currency: 'BRL', timeZone: 'America/Sao_Paulo', now: () => noon });

/** What a tree knows that has read these replies. */
export function knownLists(lists: readonly [ListSource, unknown][], pins: readonly Pin[] = []): Known {
  const states = new Map(lists.map(([source, reply]) => [listKey(source), stateOf(source, reply)]));
  return {
    list: (_environment, source) => states.get(listKey(source)),
    pins: () => pins,
    categories: () => ['festivals'],
  };
}

export function stateOf(source: ListSource, reply: unknown): ListState {
  const nothing = { source, rows: [], reply: undefined, pages: 0, hasMore: false, known: false };
  return withPage(nothing, reply, { page: 1, pageSize: 100 });
}

export function toolsOf(known: Known): DrawTools {
  return { t, formats, list: (name, source) => known.list(name, source) };
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
  const featured = knownLists([[{ list: 'featured' }, [value]]], known.pins(environment));
  const node = childrenOf(rootsOf(environment)[1]!, featured)[0]!;
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
      (_environment, source, page) => {
        this.asked.push(`${source.list} ${page.page}`);
        const { operation, input } = callFor(source, page);
        return client.call(operation, input as never);
      },
      () => size,
    );
  }

  list(name: string, source: ListSource): ListState | undefined {
    return this.store.get(name, source);
  }

  pins(): readonly Pin[] {
    return this.pinned;
  }

  categories(): readonly string[] {
    return ['festivals', 'theatre'];
  }

  async open(node?: Node): Promise<readonly Node[]> {
    if (!node) return rootsOf(environment);
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
