import type { Connections } from '../account/index.ts';

/**
 * Rows that are true of the chosen environment when they come: VS Code takes an answer that is under way for the one to a later question
 * too, also to the one that it asks because another environment was chosen.
 */
export async function stillTrue<T>(chosen: Pick<Connections, 'state' | 'chosenName'>, read: () => Promise<T>): Promise<T> {
  for (;;) {
    const { state, chosenName } = chosen;
    const rows = await read();
    if (chosen.state === state && chosen.chosenName === chosenName) return rows;
  }
}
