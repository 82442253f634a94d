// Events as files, and the everyday commands that are small plans. Their code is loaded with the first use.
import type * as vscode from 'vscode';
import type { CommandRegistry } from '../platform/commands.ts';
import { afterStart } from '../platform/progress.ts';
import type { PlanServices } from './small-commands.ts';

export function registerEventCommands(context: vscode.ExtensionContext, commands: CommandRegistry, services: PlanServices): void {
  const small =
    (name: 'duplicateItem' | 'copyItems' | 'copyPasskeys' | 'changeMany' | 'shiftEvent') =>
    async (row?: unknown, selected?: unknown) =>
      (await import('./small-commands.ts'))[name](services, row, selected);
  commands.register('boxOffice.saveEventAsFile', async (row?: unknown, selected?: unknown) =>
    (await import('./save-event.ts')).saveEventAsFile(services.connections, row, selected),
  );
  commands.register('boxOffice.compareEvents', async (given?: unknown, selected?: unknown) =>
    (await import('./compare-events.ts')).compareEvents(services, given, selected),
  );
  commands.register('boxOffice.duplicateItem', small('duplicateItem'));
  commands.register('boxOffice.copyItems', small('copyItems'));
  commands.register('boxOffice.copyPasskeys', small('copyPasskeys'));
  commands.register('boxOffice.changeMany', small('changeMany'));
  commands.register('boxOffice.shiftEvent', small('shiftEvent'));
  afterStart(context, async () => new (await import('./event-file-problems.ts')).EventFileProblems());
}
