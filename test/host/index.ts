import { createRequire } from 'node:module';
import { join } from 'node:path';
import { extensions, type ExtensionContext } from 'vscode';
import type { Pauses } from '../../src/editor/platform/settings.ts';
import { runLane } from '../harness/lane.ts';
import { shownWindow } from './window.ts';

/** What a service does late, it does soon here. */
const pauses: Partial<Pauses> = { uploadReads: [0, 40, 400], runReads: [0, 40, 400] };

interface Main {
  readonly activate: (context: ExtensionContext, pauses?: Partial<Pauses>) => void;
}

/** VS Code calls this inside its extension host. */
export async function run(): Promise<void> {
  shownWindow();
  shortenPauses();
  await runLane((file) => join(__dirname, file.replace(/\.ts$/, '.cjs')));
}

/** Of the extension that is developed, before it starts; a packaged one starts as whoever installs it has it. */
function shortenPauses(): void {
  const extension = extensions.getExtension('box-office.box-office')!;
  if (join(extension.extensionPath, 'host-tests') !== __dirname) return;
  const require = createRequire(__filename);
  const path = require.resolve(join(extension.extensionPath, (extension.packageJSON as { main: string }).main));
  const main = require(path) as Main;
  require.cache[path]!.exports = { ...main, activate: (context: ExtensionContext) => main.activate(context, pauses) };
}
