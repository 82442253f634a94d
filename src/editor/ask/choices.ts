// Resources as rows of a quick pick: each with what tells it from the others, as the tree does.
import * as vscode from 'vscode';
import type { Row } from '../../client/index.ts';
import type { Connection } from '../account/index.ts';
import { eventFacts, type Tools } from '../reading/event-facts.ts';
import { itemFacts } from '../reading/item-facts.ts';
import { codeFacts, passkeyFacts } from '../reading/passkey-facts.ts';
import { formatsFor } from '../reading/formats.ts';
import { parentsOf } from '../reading/item-groups.ts';
import { withoutIcons } from '../platform/notify.ts';
import type { Resource } from '../platform/resources.ts';
import type { Choice } from './search-pick.ts';

/** Makes choices of one list; what it has seen of groups stays known when a search finds only what is in them. */
export class Choices {
  readonly #tools: Tools;
  readonly #acrossEvents: boolean;
  readonly #labels = new Map<string, string>();
  readonly #parents = new Map<string, string>();

  constructor({ environment }: Connection, { acrossEvents = false } = {}) {
    this.#acrossEvents = acrossEvents;
    this.#tools = { t: vscode.l10n.t, formats: formatsFor(environment, vscode.env.language) };
  }

  /** Of items, so that of ten that are called `1º lote` each says which group it is in. */
  seen(rows: readonly Row[]): void {
    for (const { id, label } of rows) if (id !== undefined) this.#labels.set(id, label);
    for (const [id, parent] of parentsOf(rows)) this.#parents.set(id, parent);
  }

  /** Icons are written `$(name)`: a text of the service must not become one. */
  of<T extends Resource>(resource: T, ...notes: string[]): Choice<T> {
    const parts = [resource.id, ...notes, ...this.#placeOf(resource), ...this.#factsOf(resource)];
    return { label: withoutIcons(resource.label), description: withoutIcons(parts.join(' · ')), value: resource };
  }

  #placeOf(resource: Resource): readonly string[] {
    if (resource.kind !== 'item') return [];
    const group = this.#labels.get(this.#parents.get(resource.id) ?? '');
    const event = this.#acrossEvents && resource.eventId !== undefined ? vscode.l10n.t('Event {0}', resource.eventId) : undefined;
    return [event, group].filter((part) => part !== undefined);
  }

  #factsOf({ kind, value }: Resource): readonly string[] {
    if (kind === 'event') return eventFacts(value, this.#tools).parts;
    if (kind === 'item') return itemFacts(value, this.#tools).parts;
    if (kind === 'passkey') return passkeyFacts(value, this.#tools).parts;
    return kind === 'code' ? codeFacts(value, this.#tools).parts : [];
  }
}
