// Takes files from the queue and runs them, until there are none left. What a lane needs to know is in its environment.
import { runFile } from './run-file.ts';
import { seedFor } from './shuffle.ts';

/** The environment of a lane. */
export interface LaneEnvironment {
  readonly BOX_OFFICE_QUEUE: string;
  readonly BOX_OFFICE_LANE: string;
  readonly BOX_OFFICE_SEED: string;
  readonly BOX_OFFICE_FILTER: string;
  readonly BOX_OFFICE_TIMEOUT: string;
}

/** `pathOf`: where the lane finds a file of the queue. Gives whether any test failed. */
export async function runLane(pathOf: (file: string) => string): Promise<boolean> {
  const {
    BOX_OFFICE_QUEUE: queue = '',
    BOX_OFFICE_LANE: lane = '',
    BOX_OFFICE_SEED,
    BOX_OFFICE_FILTER,
    BOX_OFFICE_TIMEOUT,
  } = process.env;
  const url = `${queue}/${encodeURIComponent(lane)}`;
  let hasFailed = false;
  for (;;) {
    const { file } = (await (await fetch(url)).json()) as { file?: string };
    if (file === undefined) return hasFailed;
    const seed = seedFor(Number(BOX_OFFICE_SEED), file);
    const result = await runFile(file, pathOf(file), {
      seed,
      filter: BOX_OFFICE_FILTER ?? '',
      timeout: Number(BOX_OFFICE_TIMEOUT),
    });
    hasFailed ||= result.tests.some(({ state }) => state === 'failed');
    await fetch(url, { method: 'POST', body: JSON.stringify(result) });
  }
}
