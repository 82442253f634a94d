// Find Code: one code among those of all items of an event, with its ticket and whether it was used.
import * as vscode from 'vscode';
import { ApiError, readCode, type Row } from '../../client/index.ts';
import { foldText } from '../../shared/text.ts';
import { connectionTo, requireConnection, type Connection } from '../account/index.ts';
import { findAmong, type Loaded, type LoadedLists } from '../ask/find-among.ts';
import { pickEvent } from '../ask/pickers.ts';
import type { Choice } from '../ask/search-pick.ts';
import { ask } from '../platform/questions.ts';
import { withoutIcons } from '../platform/notify.ts';
import { withDelayedProgress } from '../platform/progress.ts';
import { eventAround, type CodeResource, type EventResource } from '../platform/resources.ts';
import { itemPaths } from '../reading/item-groups.ts';
import { pagerOf, reads } from '../reading/reads.ts';
import { toCode } from '../reading/resources.ts';
import { fewAtOnce } from './event-codes.ts';
import type { CodeServices } from './services.ts';

const { l10n } = vscode;

/** More codes than these are not kept: the text is asked for first, and only what has it. */
const maxKept = 200_000;

export async function findCode(services: CodeServices, lists: LoadedLists<CodeResource>, row?: unknown): Promise<void> {
  const known = eventAround(row);
  const connection = known ? connectionTo(services.connections, known.environment) : requireConnection(services.connections);
  const event = known ?? (await pickEvent(connection, l10n.t('Find a code of which event?')));
  const key = JSON.stringify([event.environment, event.id]);
  const loaded = await lists
    .get(key, () => loadCodes(connection, event))
    .catch(async (error: unknown) => {
      if (!(error instanceof TooMany)) throw error;
      return loadCodes(connection, event, await askForText(event));
    });
  const again = async () => {
    lists.forget(key);
    await findCode(services, lists, event);
  };
  await findAmong<CodeResource>({
    connection,
    title: l10n.t('Find Code · {0}', event.label),
    placeholder: l10n.t('A part of a code, or of the name of its ticket'),
    loaded,
    accept: (code) => run('openAsJson', code),
    rowActions: [
      { icon: 'copy', title: l10n.t('Copy Code'), run: ({ label }) => Promise.resolve(vscode.env.clipboard.writeText(label)) },
      { icon: 'list-tree', title: l10n.t('Show in Tree'), closes: true, run: (code) => run('showInTree', code) },
    ],
    again,
  });
}

async function run(command: 'openAsJson' | 'showInTree', code: CodeResource): Promise<void> {
  await vscode.commands.executeCommand(`boxOffice.${command}`, code);
}

async function askForText({ label }: EventResource): Promise<string> {
  const text = await ask(() =>
    vscode.window.showInputBox({
      title: l10n.t('Find Code · {0}', label),
      prompt: l10n.t(
        'The event has more than {0} codes. Type the code, or a part of it.',
        maxKept.toLocaleString(vscode.env.language),
      ),
      ignoreFocusOut: true,
      validateInput: (value) => (value.trim() === '' ? l10n.t('Type the code, or a part of it.') : undefined),
    }),
  );
  if (text === undefined) throw new vscode.CancellationError();
  return text.trim();
}

class TooMany extends Error {}

/** Reads all codes of the event's items, or those that have the text. What could not be read is said and hides nothing else. */
function loadCodes(connection: Connection, event: EventResource, text = ''): Promise<Loaded<CodeResource>> {
  const title = l10n.t('Reading the codes of {0}', event.label);
  return withDelayedProgress(title, async (signal, report) => {
    const doubts: string[] = [];
    const items = pagerOf(connection, reads.items(event.id), { signal });
    const rowsOfItems: Row[] = [];
    for await (const rows of items) rowsOfItems.push(...rows);
    const labels = itemPaths(rowsOfItems);
    if (!items.isWhole) doubts.push(l10n.t('nothing shows that all items were read'));
    const choices: Choice<CodeResource>[] = [];
    let read = 0;
    const readItem = async (itemId: string) => {
      const itemLabel = labels.get(itemId) ?? itemId;
      const codes = pagerOf(connection, reads.codes(itemId), { signal });
      for await (const rows of codes) {
        read += rows.length;
        report({ message: read.toLocaleString(vscode.env.language) });
        const found = rows.map((row) => ({ ...toCode(connection, row, itemId), eventId: event.id, itemLabel }));
        choices.push(
          ...found.filter(({ label }) => foldText(label).includes(foldText(text))).map((code) => choiceOf(connection, code)),
        );
        if (choices.length > maxKept) throw new TooMany();
      }
      if (!codes.isWhole) doubts.push(l10n.t('nothing shows that all codes of {0} were read', itemLabel));
    };
    await fewAtOnce([...labels.keys()], (itemId) =>
      readItem(itemId).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.kind === 'notFound')) throw error;
        doubts.push(l10n.t('{0} has no list of codes', labels.get(itemId) ?? itemId));
      }),
    );
    return { choices, doubt: doubtText(doubts), at: Date.now() };
  });
}

const maxDoubts = 3;

function doubtText(doubts: readonly string[]): string | undefined {
  if (doubts.length === 0) return undefined;
  const rest = doubts.length > maxDoubts ? [l10n.t('and {0} more like these', doubts.length - maxDoubts)] : [];
  return l10n.t('There may be others: {0}', withoutIcons([...doubts.slice(0, maxDoubts), ...rest].join('; ')));
}

function choiceOf({ environment }: Connection, code: CodeResource & { readonly itemLabel: string }): Choice<CodeResource> {
  const { used } = readCode(code.value, environment.dialect);
  const state = used === undefined ? l10n.t('not known whether it was used') : used ? l10n.t('used') : l10n.t('not used');
  return { label: withoutIcons(code.label), description: withoutIcons(`${code.itemLabel} · ${state}`), value: code };
}
