// Finds an event while somebody types: among those that are known or suggested, and at the service by link, slug or id.
import * as vscode from 'vscode';
import { contentOf, idOf, labelOf } from '../../client/index.ts';
import { titleIn } from '../account/confirm.ts';
import { requireConnection, type Connection } from '../account/index.ts';
import { suggestEvents } from '../ask/pickers.ts';
import { completeStep } from '../platform/changes.ts';
import { withoutIcons } from '../platform/notify.ts';
import type { EventResource } from '../platform/resources.ts';
import { slugIn } from '../platform/resources.ts';
import { eventsIn } from './children.ts';
import type { Explorer } from './explorer.ts';
import { eventFacts, linkOf } from '../reading/event-facts.ts';
import { isObject } from '../reading/fields.ts';
import { matcher } from './filter.ts';
import { revealPin } from './reveal.ts';

const { l10n } = vscode;

/** How long somebody stops typing before the service is asked, in milliseconds. */
const pause = 250;
const maxItems = 200;

interface EventItem extends vscode.QuickPickItem {
  readonly event?: EventResource;
}

/** What the service says of what was typed. */
interface Answer {
  readonly event?: EventResource;
  readonly problem?: { readonly sentence: string; readonly isMissing: boolean };
}

export async function findAndPin(explorer: Explorer): Promise<void> {
  const event = await findEvent(explorer);
  if (!event) return;
  await explorer.pin(event.environment, [event]);
  void completeStep('eventFound');
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
  #known: readonly EventResource[];
  readonly #pick = vscode.window.createQuickPick<EventItem>();
  #isSuggested = false;
  #answer: Answer | undefined;
  #timer: NodeJS.Timeout | undefined;
  #asking: AbortController | undefined;

  constructor(explorer: Explorer, connection: Connection) {
    this.#explorer = explorer;
    this.#connection = connection;
    const known = new Map<string, EventResource>();
    for (const { resource } of eventsIn(connection.environment.name, explorer))
      if (!known.has(resource.id)) known.set(resource.id, resource);
    this.#known = [...known.values()];
    this.#pick.title = titleIn(connection, l10n.t('Find Event'));
    this.#pick.placeholder = l10n.t('A name, or the link, slug or id of any event; what you choose is pinned');
    this.#pick.matchOnDescription = true;
    // A link is fetched from a browser meanwhile; and the walkthrough takes the focus back from what its button has opened.
    this.#pick.ignoreFocusOut = true;
  }

  choose(): Promise<EventResource | undefined> {
    this.#show();
    void this.#suggest();
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

  /** Somebody new has loaded nothing yet, and looks for an event by its name all the same. */
  async #suggest(): Promise<void> {
    const suggested = await suggestEvents(this.#connection);
    const known = new Set(this.#known.map(({ id }) => id));
    this.#known = [...this.#known, ...suggested.filter(({ id }) => !known.has(id))];
    this.#isSuggested = true;
    this.#show();
  }

  #typed(text: string): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#answer = undefined;
    this.#asking = text === '' ? undefined : new AbortController();
    this.#show();
    const { signal } = this.#asking ?? {};
    if (signal) this.#timer = setTimeout(() => void this.#ask(text, signal), pause);
  }

  async #ask(text: string, signal: AbortSignal): Promise<void> {
    const answer = await lookUp(this.#connection, text, signal).catch(problemOf);
    if (signal.aborted) return;
    this.#answer = answer;
    this.#asking = undefined;
    this.#show();
  }

  #show(): void {
    this.#pick.busy = this.#asking !== undefined || !this.#isSuggested;
    const [active] = this.#pick.activeItems;
    const known = this.#matches(this.#pick.value.trim());
    const { event, problem } = this.#answer ?? {};
    const events = event ? [event, ...known.filter(({ id }) => id !== event.id)] : known;
    const items = events.slice(0, maxItems).map((each) => this.#itemOf(each));
    // That no link is called so is no news to somebody who types a name and sees it listed.
    const isNews = problem && (!problem.isMissing || (items.length === 0 && this.#isSuggested));
    this.#pick.items = isNews ? [...items, { label: `$(circle-slash) ${problem.sentence}`, alwaysShow: true }] : items;
    // What somebody was about to choose stays under the hand when more comes in.
    const same = event ? undefined : items.find((item) => item.event.id === active?.event?.id);
    if (same) this.#pick.activeItems = [same];
  }

  #matches(text: string): EventResource[] {
    const isWanted = matcher(text);
    return this.#known.filter(({ label, id, value }) =>
      isWanted(`${label} ${id} ${linkOf(value) ?? ''} ${this.#describe(value)}`),
    );
  }

  /** The text of a service must not become an icon. */
  #itemOf(event: EventResource): EventItem & { readonly event: EventResource } {
    return {
      label: withoutIcons(event.label),
      description: withoutIcons(this.#describe(event.value)),
      detail: withoutIcons(event.id),
      alwaysShow: true,
      event,
    };
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
async function lookUp(connection: Connection, text: string, signal: AbortSignal): Promise<Answer> {
  const options = { interactive: false, signal };
  const link = slugIn(text);
  const reply = /^\d+$/.test(link)
    ? await connection.read('getEvent', { path: { id: link } }, options)
    : await connection.read('identifyEvent', { query: { link } }, options);
  const value = contentOf(reply);
  const id = idOf(value);
  if (!isObject(value) || id === undefined) throw new Error(l10n.t('Nothing was found by the link, slug or id {0}.', text));
  return { event: { kind: 'event', environment: connection.environment.name, id, label: labelOf(value), value } };
}

function problemOf(error: unknown): Answer {
  const isMissing = isObject(error) && error.kind === 'notFound';
  if (isMissing) return { problem: { isMissing, sentence: l10n.t('No event has this name, link, slug or id') } };
  return { problem: { isMissing, sentence: error instanceof Error ? error.message : String(error) } };
}
