// Finds an event while somebody types: among those that are known or that anything lists, and at the service by link, slug or id.
import * as vscode from 'vscode';
import { titleIn } from '../account/confirm.ts';
import { requireConnection, type Connection } from '../account/index.ts';
import { eventIn, eventsOfItems, isName, searchCategories, suggestEvents, type EventsRead } from '../ask/event-names.ts';
import { likelyEvents, rememberEvent } from '../ask/likely-events.ts';
import { lastRow } from '../ask/search-pick.ts';
import { completeStep } from '../platform/changes.ts';
import { getOrInsert } from '../platform/once.ts';
import { withoutIcons } from '../platform/notify.ts';
import { canBeId, slugIn, type EventResource } from '../platform/resources.ts';
import { messageOf } from '../platform/user-error.ts';
import { eventsIn } from './children.ts';
import type { Explorer } from './explorer.ts';
import { eventFacts, linkOf } from '../reading/event-facts.ts';
import { isObject } from '../reading/fields.ts';
import { matcher } from './filter.ts';
import { revealBelow } from './reveal.ts';

const { l10n } = vscode;

/** How long somebody stops typing before the service is asked, in milliseconds. */
const pause = 250;
const maxItems = 200;

interface EventItem extends vscode.QuickPickItem {
  readonly event?: EventResource;
}

/** What the service says of what was typed. */
interface Answer {
  readonly event?: EventResource | undefined;
  readonly problem?: { readonly sentence: string; readonly isMissing: boolean };
}

/** Opens the page of the event that is found. */
export async function findAndOpen(explorer: Explorer): Promise<void> {
  const event = await findEvent(explorer, l10n.t('Find Event'));
  if (!event) return;
  void completeStep('eventFound');
  await vscode.commands.executeCommand('boxOffice.openEvent', event);
}

export async function findAndPin(explorer: Explorer): Promise<void> {
  const event = await findEvent(explorer, l10n.t('Pin which event?'));
  if (!event) return;
  await explorer.pin(event.environment, [event]);
  await revealBelow(explorer, event.environment, 'pinned', ({ resource }) => resource?.id === event.id);
}

export async function findEvent(explorer: Explorer, title: string): Promise<EventResource | undefined> {
  const connection = requireConnection(explorer.connections);
  const { name } = connection.environment;
  const describe = (value: unknown) => eventFacts(value, { t: l10n.t, formats: explorer.formatsOf(name) }).parts.join(' · ');
  const { recent, pinned } = likelyEvents(connection);
  const known = new Map<string, EventResource>();
  const add = (events: Iterable<EventResource>) => {
    for (const event of events) getOrInsert(known, event.id, () => event);
  };
  add([...recent, ...pinned]);
  for (const { resource } of eventsIn(name, explorer)) add([resource]);
  let isSuggested = false;
  /** Why nothing could be suggested, or not all. */
  let [namesProblem, namesPartly]: (Error | undefined)[] = [];
  let answer: Answer = {};
  /** Says that what was typed was not looked for everywhere. */
  let bound: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let asking: AbortController | undefined;

  const pick = vscode.window.createQuickPick<EventItem>();
  pick.title = titleIn(connection, title);
  pick.placeholder = l10n.t('A name, or the link, slug or id of any event');
  pick.matchOnDescription = true;
  // A link is fetched from a browser meanwhile; and the walkthrough takes the focus back from what its button has opened.
  pick.ignoreFocusOut = true;

  const matching = (text: string) => {
    const isWanted = matcher(text);
    return [...known.values()].filter(({ label, id, value }) =>
      isWanted(`${label} ${id} ${linkOf(value) ?? ''} ${describe(value)}`),
    );
  };
  const isIn = (events: readonly { readonly id: string }[], id: string) => events.some((event) => event.id === id);
  const pinButton = { iconPath: new vscode.ThemeIcon('pin'), tooltip: l10n.t('Pin Event') };
  const treeButton = { iconPath: new vscode.ThemeIcon('list-tree'), tooltip: l10n.t('Show in Tree') };
  /** The text of a service must not become an icon. */
  const itemOf = (event: EventResource) => {
    const isPinned = isIn(explorer.pins(name), event.id);
    const notes = [...(isIn(recent, event.id) ? [l10n.t('used lately')] : []), ...(isPinned ? [l10n.t('pinned')] : [])];
    return {
      label: withoutIcons(event.label),
      description: withoutIcons([...notes, describe(event.value)].filter(Boolean).join(' · ')),
      detail: withoutIcons(event.id),
      alwaysShow: true,
      buttons: isPinned ? [treeButton] : [pinButton, treeButton],
      event,
    };
  };
  /** Where the event group cannot be read, an event is known by its id alone: its items and passkeys can be read all the same. */
  const idItem = (id: string) => ({
    ...lastRow(l10n.t('Use the id {0} as it is', withoutIcons(id))),
    alwaysShow: true,
    event: { kind: 'event', environment: name, id, label: id, value: undefined } satisfies EventResource,
  });
  const show = () => {
    pick.busy = asking !== undefined || !isSuggested;
    const [active] = pick.activeItems;
    const { event, problem } = answer;
    const others = matching(pick.value.trim()).filter(({ id }) => id !== event?.id);
    const items = [...(event ? [event] : []), ...others].slice(0, maxItems).map(itemOf);
    // That no link is called so is no news to somebody who types a name and sees it listed, or whose name is still looked for.
    const isNews = problem && (!problem.isMissing || (items.length === 0 && !pick.busy));
    const typed = pick.value.trim();
    const sentence = problem?.isMissing ? missingText(problem.sentence, namesProblem, namesPartly) : problem?.sentence;
    const byId = problem && !problem.isMissing && canBeId(typed) ? [idItem(typed)] : [];
    const news = isNews ? [...byId, { label: `$(circle-slash) ${sentence}`, alwaysShow: true }] : [];
    const more = bound === undefined ? [] : [{ label: `$(info) ${bound}`, alwaysShow: true }];
    pick.items = [...items, ...news, ...more];
    // What somebody was about to choose stays under the hand when more comes in.
    const same = event ? undefined : items.find((item) => item.event.id === active?.event?.id);
    if (same) pick.activeItems = [same];
  };
  // Somebody new has loaded nothing yet, and looks for an event by its name all the same.
  const suggested = suggestEvents(connection).then(({ events, problem, partly }) => {
    add(events);
    [namesProblem, namesPartly] = [problem, partly];
    isSuggested = true;
    show();
  });
  const widen = async (text: string, signal: AbortSignal, more: (known: ReadonlySet<string>) => Promise<EventsRead>) => {
    if (answer.event || matching(text).length > 0) return;
    const { events, problem, partly, bound: reached } = await more(new Set(known.keys()));
    add(events);
    if (signal.aborted) return;
    namesPartly ??= problem ?? partly;
    bound = reached;
  };
  /** Whatever lists more than was read, where nothing that was read has the name. */
  const findName = async (text: string, signal: AbortSignal) => {
    await suggested;
    if (!isName(text)) return;
    await widen(text, signal, () => searchCategories(connection, text, signal));
    await widen(text, signal, (ids) => eventsOfItems(connection, ids, signal));
  };
  const ask = async (text: string, signal: AbortSignal) => {
    const isOver = () => signal.aborted;
    const found = await lookUp(connection, text, signal).catch(problemOf);
    if (isOver()) return;
    answer = found;
    show();
    await findName(text, signal);
    if (isOver()) return;
    asking = undefined;
    show();
  };
  const typed = (text: string) => {
    clearTimeout(timer);
    asking?.abort();
    answer = {};
    bound = undefined;
    asking = text === '' ? undefined : new AbortController();
    show();
    const { signal } = asking ?? {};
    if (signal) timer = setTimeout(() => void ask(text, signal), pause);
  };

  show();
  return new Promise<EventResource | undefined>((resolve) => {
    pick.onDidChangeValue((text) => typed(text.trim()));
    pick.onDidAccept(() => {
      const [chosen] = pick.activeItems;
      if (!chosen?.event) return;
      void rememberEvent(chosen.event);
      resolve(chosen.event);
      pick.hide();
    });
    pick.onDidTriggerItemButton(({ item: { event }, button }) => {
      if (!event) return;
      if (button.tooltip === pinButton.tooltip) return void explorer.pin(name, [event]).then(show);
      pick.hide();
      void vscode.commands.executeCommand('boxOffice.showInTree', event);
    });
    pick.onDidHide(() => resolve(undefined));
    pick.show();
  }).finally(() => {
    clearTimeout(timer);
    asking?.abort();
    pick.dispose();
  });
}

/** A name is looked for only in what could be read. */
function missingText(sentence: string, problem: Error | undefined, partly: Error | undefined): string {
  if (problem) return l10n.t('{0}; names could not be searched: {1}', sentence, messageOf(problem));
  if (partly) return l10n.t('{0}; names could not be searched everywhere: {1}', sentence, messageOf(partly));
  return l10n.t('{0}, and no list has this name. What is not listed is found by its link or id.', sentence);
}

/** By its id where it looks like one, by its link or slug otherwise. */
async function lookUp(connection: Connection, text: string, signal: AbortSignal): Promise<Answer> {
  const options = { interactive: false, signal };
  const link = slugIn(text);
  const reply = /^\d+$/.test(link)
    ? await connection.read('getEvent', { path: { id: link } }, options)
    : await connection.read('identifyEvent', { query: { link } }, options);
  const [event] = eventIn(connection, reply);
  if (!event) throw new Error(l10n.t('Nothing was found by the link, slug or id {0}.', text));
  return { event };
}

function problemOf(error: unknown): Answer {
  const isMissing = isObject(error) && error.kind === 'notFound';
  if (isMissing) return { problem: { isMissing, sentence: l10n.t('No event has this link, slug or id') } };
  return { problem: { isMissing, sentence: messageOf(error) } };
}
