// Compare…: a file with an event, an event with another, the same event in two environments, in VS Code's own diff editor and in one sentence.
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { parseJson } from '../../client/index.ts';
import { type EventFile } from '../../plans/index.ts';
import { sideBySide } from '../../plans/side-by-side.ts';
import { summaryOf } from '../../plans/summary.ts';
import { connectionTo } from '../account/index.ts';
import { notifyWith, withoutIcons } from '../platform/notify.ts';
import { ask } from '../platform/questions.ts';
import { eventAround, resourcesFrom, type EventResource } from '../platform/resources.ts';
import { UserError } from '../platform/user-error.ts';
import { chooseEventFile, isEventFile, pickEventAnywhere, readWhole } from './choose-event.ts';
import { readEventFile } from './plan-files.ts';
import type { PlanServices } from './small-commands.ts';

const { l10n } = vscode;

/** An event at a service, or in a file. */
type Side = { readonly event: EventResource } | { readonly file: vscode.Uri };

/** Two rows or files are held against each other; with one, the other is asked for. */
export async function compareEvents(services: PlanServices, given?: unknown, selected?: unknown): Promise<void> {
  const [first, second, ...more] = sidesIn(given, selected);
  if (more.length > 0) throw new UserError(l10n.t('Only two can be compared. Choose two.'));
  const left = first ?? (await askForSide(services, l10n.t('Compare which event?')));
  const right = second ?? (await askForSide(services, l10n.t('Compare {0} with which event?', nameOf(left)), left));
  const [before, after] = [await readSide(services, left), await readSide(services, right)];
  const { left: leftText, right: rightText, found } = sideBySide(before, after);
  const leftUri = services.keep(...shown(left, before, leftText));
  const rightUri = services.keep(...shown(right, after, rightText));
  const [leftName, rightName] = [titleOf(services, left), titleOf(services, right)];
  await vscode.commands.executeCommand('vscode.diff', leftUri, rightUri, `${leftName} ↔ ${rightName}`, { preview: false });
  const message = l10n.t('{0} compared with {1}: {2}', rightName, leftName, summaryOf(found));
  const isSame = leftText === rightText;
  const target = 'event' in left ? left.event : 'event' in right ? right.event : undefined;
  const wanted = 'event' in left ? { file: after, side: right } : { file: before, side: left };
  if (!target || isSame) return void notifyWith('info', message);
  // What stands on the left is there; the event becomes what stands on the right.
  const plan = {
    title: l10n.t('Plan Changes…'),
    run: () =>
      services.openPlan({
        environment: target.environment,
        eventId: target.id,
        title: l10n.t('As in {0}', titleOf(services, wanted.side)),
        wanted: () => wanted.file,
        source: 'file' in wanted.side ? wanted.side.file : undefined,
      }),
  };
  void notifyWith('info', message, plan);
}

function sidesIn(given: unknown, selected: unknown): Side[] {
  const uris: unknown[] = Array.isArray(selected) && selected.length > 0 ? (selected as unknown[]) : [given];
  const files = uris.filter((uri) => uri instanceof vscode.Uri).map((file) => ({ file }));
  if (files.length > 0) return files;
  const events = resourcesFrom(['event'], given, selected);
  const around = eventAround(given);
  return (events.length > 0 ? events : around ? [around] : []).map((event) => ({ event }));
}

interface SideChoice extends vscode.QuickPickItem {
  readonly choose?: () => Promise<Side>;
}

async function askForSide({ connections }: PlanServices, title: string, other?: Side): Promise<Side> {
  const open = openEventFiles().filter((uri) => !(other && 'file' in other && other.file.toString() === uri.toString()));
  const choices: SideChoice[] = [
    {
      label: l10n.t('$(calendar) An event…'),
      description: l10n.t('in any environment'),
      choose: async () => ({ event: (await pickEventAnywhere(connections, title)).event }),
    },
    {
      label: l10n.t('$(file) A file…'),
      // English: a file's name.
      description: '*.boxoffice.json',
      choose: async () => ({ file: await chooseEventFile(l10n.t('Compare')) }),
    },
    ...(open.length > 0 ? [{ label: l10n.t('open files'), kind: vscode.QuickPickItemKind.Separator }] : []),
    ...open.map((file) => ({
      label: withoutIcons(basename(file.path)),
      description: withoutIcons(vscode.workspace.asRelativePath(file)),
      choose: () => Promise.resolve({ file }),
    })),
  ];
  const chosen = await ask(() => vscode.window.showQuickPick(choices, { title, matchOnDescription: true, ignoreFocusOut: true }));
  if (!chosen?.choose) throw new vscode.CancellationError();
  return chosen.choose();
}

/** Those in tabs: VS Code keeps a document for a while after its tab is closed. */
function openEventFiles(): vscode.Uri[] {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const uris = inputs.flatMap((input) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  return [...new Map(uris.filter(isEventFile).map((uri) => [uri.toString(), uri])).values()];
}

function readSide({ connections }: PlanServices, side: Side): Promise<EventFile> {
  return 'file' in side ? readEventFile(side.file) : readWhole(connectionTo(connections, side.event.environment), side.event);
}

function nameOf(side: Side): string {
  return 'file' in side ? basename(side.file.path) : side.event.label;
}

/** With its environment: the same event in two of them is called the same. */
function titleOf({ connections }: PlanServices, side: Side): string {
  if ('file' in side) return nameOf(side);
  return `${side.event.label} (${connections.of(side.event.environment)?.environment.label ?? side.event.environment})`;
}

function shown(side: Side, file: EventFile, text: string): Parameters<PlanServices['keep']> {
  const environment = 'file' in side ? (file.event.environment ?? 'file') : side.event.environment;
  const id = 'file' in side ? String(file.event.id ?? 'file') : side.event.id;
  return [{ environment, kind: 'compared', id, label: nameOf(side) }, parseJson(text)];
}
