import { join } from 'node:path';
import { runLane } from '../harness/lane.ts';
import { shownWindow } from './window.ts';

/** VS Code calls this inside its extension host. */
export async function run(): Promise<void> {
  shownWindow();
  await runLane((file) => join(__dirname, file.replace(/\.ts$/, '.cjs')));
}
