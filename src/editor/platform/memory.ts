// What VS Code keeps for the extension in all windows, for those who are given nothing but a connection.

/** What VS Code keeps for an extension. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

/** The key of what Settings Sync carries from machine to machine: which events are pinned, by their ids and names. */
export const syncedPins = 'pinnedEvents';

let kept: Memory | undefined;

/** Set once at the start. */
export function setMemory(memory: Memory): void {
  kept = memory;
}

/** Undefined: nothing is kept. */
export function memory(): Memory | undefined {
  return kept;
}
