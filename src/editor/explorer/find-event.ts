// Finds an event while somebody types: among those that are known at once, and at the service by link, slug or id.
import * as vscode from 'vscode';
import { contentOf, idOf, labelOf } from '../../client/index.ts';
import { titleIn } from '../account/confirm.ts';
import { requireConnection, type Connection } from '../account/index.ts';
import { withoutIcons } from '../platform/plain.ts';
import type { EventResource } from '../platform/resources.ts';
import { slugIn } from '../platform/slug.ts';
import { childrenOf, rootsOf } from './children.ts';
import type { Explorer } from './explorer.ts';
import { eventFacts, linkOf } from './facts/events.ts';
import { isObject } from './facts/reading.ts';
import { matcher } from './filter.ts';
import type { Node } from './nodes.ts';
import { revealPin } from './reveal.ts';

const { l10n } = vscode;

/** How long somebody stops typing before the service is asked, in milliseconds. */
const pause = 250;
const mostItems = 200;

interface EventItem extends vscode.QuickPickItem {
  readonly event?: EventResource;
}

export async function findAndPin(explorer: Explorer): Promise<void> {
  const event = await findEvent(explorer);
  if (!event) return;
  await explorer.pin(event.environment, [event]);
  await revealPin(explorer, event.environment, event.id);
}

export async function findEvent(explorer: Explorer): Promise<EventResource | undefined> {
  const connection = requireConnection(explorer.connections);
  const finder = new Finder(explorer, connection);
  try {
    return await finder.choose();
  } finally {
    finder.dispose();
  }
}

class Finder implements vscode.Disposable {
  readonly #explorer: Explorer;
  readonly #connection: Connection;
  readonly #known: readonly EventResource[];
  readonly #pick = vscode.window.createQuickPick<EventItem>();
  #timer: NodeJS.Timeout | undefined;
  #asking: AbortController | undefined;

  constructor(explorer: Explorer, connection: Connection) {
    this.#explorer = explorer;
    this.#connection = connection;
    this.#known = knownEvents(explorer, connection.environment.name);
    this.#pick.title = titleIn(connection, l10n.t('Find Event'));
    this.#pick.placeholder = l10n.t('A name, or the link, slug or id of any event');
    this.#pick.matchOnDescription = true;
    // A link is fetched from a browser meanwhile; and the walkthrough takes the focus back from what its button has opened.
    this.#pick.ignoreFocusOut = true;
  }

  choose(): Promise<EventResource | undefined> {
    this.#offer(this.#matches(''));
    return new Promise((resolve) => {
      this.#pick.onDidChangeValue((text) => this.#typed(text.trim()));
      this.#pick.onDidAccept(() => {
        const [chosen] = this.#pick.activeItems;
        if (!chosen?.event) return;
        resolve(chosen.event);
        this.#pick.hide();
      });
      this.#pick.onDidHide(() => resolve(undefined));
      this.#pick.show();
    });
  }

  #typed(text: string): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#asking = undefined;
    this.#pick.busy = text !== '';
    this.#offer(this.#matches(text));
    if (text !== '') this.#timer = setTimeout(() => void this.#ask(text), pause);
  }

  async #ask(text: string): Promise<void> {
    const asking = new AbortController();
    this.#asking = asking;
    const found = await lookUp(this.#connection, text, asking.signal).catch((error: unknown) => sentence(error));
    if (asking.signal.aborted) return;
    this.#pick.busy = false;
    const local = this.#matches(text);
    if (typeof found === 'string') this.#offer(local, [{ label: `$(circle-slash) ${found}`, alwaysShow: true }]);
    else this.#offer([found, ...local.filter(({ id }) => id !== found.id)]);
  }

  #matches(text: string): EventResource[] {
    const isWanted = matcher(text);
    return this.#known.filter(({ label, id, value }) =>
      isWanted(`${label} ${id} ${linkOf(value) ?? ''} ${this.#describe(value)}`),
    );
  }

  #offer(events: readonly EventResource[], others: readonly EventItem[] = []): void {
    const items = events.slice(0, mostItems).map((event) => ({
      // The text of a service must not become an icon.
      label: withoutIcons(event.label),
      description: withoutIcons(this.#describe(event.value)),
      detail: withoutIcons(event.id),
      alwaysShow: true,
      event,
    }));
    this.#pick.items = [...items, ...others];
  }

  #describe(value: unknown): string {
    const formats = this.#explorer.formatsOf(this.#connection.environment.name);
    return eventFacts(value, { t: l10n.t, formats }).parts.join(' · ');
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#pick.dispose();
  }
}

/** By its id where it looks like one, by its link or slug otherwise. */
async function lookUp(connection: Connection, text: string, signal: AbortSignal): Promise<EventResource> {
  const options = { interactive: false, signal };
  const link = slugIn(text);
  const reply = /^\d+$/.test(link)
    ? await connection.read('getEvent', { path: { id: link } }, options)
    : await connection.read('identifyEvent', { query: { link } }, options);
  const value = contentOf(reply);
  const id = idOf(value);
  if (!isObject(value) || id === undefined) throw new Error(l10n.t('Nothing was found by the link, slug or id {0}.', text));
  return { kind: 'event', environment: connection.environment.name, id, label: labelOf(value), value };
}

function sentence(error: unknown): string {
  const isMissing = isObject(error) && error.kind === 'notFound';
  if (isMissing) return l10n.t('No event has this link, slug or id');
  return error instanceof Error ? error.message : String(error);
}

/** The pinned events and all that were loaded, each once. */
function knownEvents(explorer: Explorer, environment: string): EventResource[] {
  const found = new Map<string, EventResource>();
  const visit = (node: Node): void => {
    if (node.type === 'event') {
      if (!found.has(node.resource.id)) found.set(node.resource.id, node.resource);
      return;
    }
    for (const child of childrenOf(node, explorer)) visit(child);
  };
  for (const root of rootsOf(environment)) visit(root);
  return [...found.values()];
}
