// The events that somebody is likely to mean, known before the service is asked: those used lately, and those that are pinned.
import type { Connection } from '../account/index.ts';
import { memory } from '../platform/memory.ts';
import type { EventResource } from '../platform/resources.ts';
import { Pins, type Pin } from '../reading/pins.ts';
import { toEvent } from '../reading/resources.ts';

const most = 5;

/** Read anew each time: the tree and other windows write what is kept. */
const keptAs = (name: string) => {
  const kept = memory();
  return kept && new Pins(kept, name);
};

interface LikelyEvents {
  /** The latest first. */
  readonly recent: readonly EventResource[];
  readonly pinned: readonly EventResource[];
}

export function likelyEvents(connection: Connection): LikelyEvents {
  const { name } = connection.environment;
  const toEvents = (pins: readonly Pin[] = []) => pins.map((pin) => toEvent(connection, pin));
  return { recent: toEvents(keptAs('recentEvents')?.of(name)), pinned: toEvents(keptAs('pins')?.of(name)) };
}

export async function rememberEvent({ environment, id, label, value }: EventResource): Promise<void> {
  await keptAs('recentEvents')?.addFirst(environment, { id, label, value }, most);
}
