import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runMocha } from '../harness/run-mocha.ts';

/** VS Code calls this inside its extension host. */
export async function run(): Promise<void> {
  const chosen = process.env.BOX_OFFICE_FILES ?? '';
  const files = readdirSync(__dirname).filter((name) => name.endsWith('.test.cjs') && name.startsWith(chosen));
  const failures = await runMocha(
    files.sort().map((name) => join(__dirname, name)),
    { silent: true },
  );
  if (failures > 0) throw new Error(`${failures} failed`);
}
