// Find Event and Pin Event: any event of the service, by its name, link, slug or id.
import * as vscode from 'vscode';
import { requireConnection } from '../account/index.ts';
import { findEvent } from '../ask/event-names.ts';
import { completeStep } from '../platform/changes.ts';
import { withoutIcons } from '../platform/notify.ts';
import type { EventResource } from '../platform/resources.ts';
import { messageOf } from '../platform/user-error.ts';
import { eventFacts } from '../reading/event-facts.ts';
import { eventsIn } from './children.ts';
import type { Explorer } from './explorer.ts';
import { revealBelow } from './reveal.ts';

const { l10n } = vscode;

/** Opens the page of the event that is found. */
export async function findAndOpen(explorer: Explorer): Promise<void> {
  const event = await findAnyEvent(explorer, l10n.t('Find Event'));
  void completeStep('eventFound');
  await vscode.commands.executeCommand('boxOffice.openEvent', event);
}

export async function findAndPin(explorer: Explorer): Promise<void> {
  const event = await findAnyEvent(explorer, l10n.t('Pin which event?'));
  await explorer.pin(event.environment, [event]);
  await revealBelow(explorer, event.environment, 'pinned', ({ resource }) => resource?.id === event.id);
}

/** Among those of the tree too, with buttons to pin one and to show it there. */
export function findAnyEvent(explorer: Explorer, title: string): Promise<EventResource> {
  const connection = requireConnection(explorer.connections);
  const { name } = connection.environment;
  const tools = { t: l10n.t, formats: explorer.formatsOf(name) };
  return findEvent(connection, {
    title,
    placeholder: l10n.t('A name, or the link, slug or id of any event'),
    known: Array.from(eventsIn(name, explorer), ({ resource }) => resource),
    rowOf: (event, notes) => ({
      label: withoutIcons(event.label),
      description: withoutIcons([...notes, ...eventFacts(event.value, tools).parts].join(' · ')),
      detail: withoutIcons(event.id),
      value: event,
    }),
    rowActions: [
      {
        icon: 'pin',
        title: l10n.t('Pin Event'),
        isFor: ({ id }) => !explorer.pins(name).some((pin) => pin.id === id),
        run: (event) => explorer.pin(name, [event]),
        after: 'search',
      },
      {
        icon: 'list-tree',
        title: l10n.t('Show in Tree'),
        run: async (event) => {
          await vscode.commands.executeCommand('boxOffice.showInTree', event);
        },
        after: 'close',
      },
    ],
    missing: missingText,
  });
}

/** A name is looked for only in what could be read. */
function missingText(problem?: Error, partly?: Error): string {
  const sentence = l10n.t('No event has this link, slug or id');
  if (problem) return l10n.t('{0}; names could not be searched: {1}', sentence, messageOf(problem));
  if (partly) return l10n.t('{0}; names could not be searched everywhere: {1}', sentence, messageOf(partly));
  return l10n.t('{0}, and no list has this name. What is not listed is found by its link or id.', sentence);
}
