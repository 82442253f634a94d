// The form of a passkey: a new one, or one that exists.
import * as vscode from 'vscode';
import { eventOfRow, idOf, judgingZone } from '../../client/index.ts';
import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import { passkeyContract, type PasskeyContract } from '../../protocol/passkey.ts';
import type { TypedEdit, TypedField } from '../../protocol/record-form.ts';
import { textIn, withTexts } from '../../shared/typed-fields.ts';
import { connectionOf, environmentFor, type PageKind } from '../pages/pages.ts';
import { anyPage } from '../pages/panel.ts';
import { readEventLabel } from '../pages/session.ts';
import { UserError } from '../platform/user-error.ts';
import { problemMessage } from '../../records/messages.ts';
import type { Fields } from '../../records/index.ts';
import { dialectOf, serviceStore } from '../records/store.ts';
import { findPasskey } from '../reading/reads.ts';
import { givenItems } from './passkey-reads.ts';
import { changedElsewhere, newBody } from './record-texts.ts';
import { passkeyHead } from './record-head.ts';
import { recordPage } from './record-page.ts';
import { passkeySession, type PasskeySave } from './passkey-session.ts';

export const passkeyPage: PageKind = (services, state) =>
  anyPage<PasskeyContract>({
    state,
    title: titleOf(state.id),
    icon: 'key',
    page: 'passkey',
    content: (panel) => {
      const { environment } = state;
      const connection = () => connectionOf(services, state);
      const dialect = () => dialectOf(services.connections.of(environment));
      const store = serviceStore(connection, services.storage, 'passkey', () => target);
      const find = (passkey: string) => findPasskey(connection(), event.id, passkey);
      const session = passkeySession({ ...store, find }, () => ({ dialect: dialect(), now: Date.now() }), state.id);
      const { record } = session;
      const items = givenItems(connection);
      /** With its id as soon as the page is filled. */
      const event = { id: state.eventId ?? '', label: '' };
      /** What is being saved. */
      let target = '';
      /** What it was made with, as long as it could not be read since. */
      let made: Fields | undefined;
      const shownPasskey = () => textIn(session.base, 'passkey');
      const page = recordPage(services, state, panel, {
        session,
        title: (id) => `${titleOf(id, shownPasskey())} · ${event.label}`,
        about: () => ({ label: shownPasskey(), eventId: event.id, eventLabel: event.label }),
        beside: () => ({ id: record.id, base: session.isKnown ? record.base : made }),
      });

      async function init(): Promise<InitOf<PasskeyContract>> {
        const kept = await page.readDraft();
        await record.open(page.id ?? kept?.id, kept?.base);
        const { base } = record;
        event.id ||= eventOfRow(base, dialect()) ?? '';
        if (event.id === '') throw new UserError(vscode.l10n.t('The service does not say to which event this passkey belongs.'));
        event.label = await readEventLabel(connection(), event.id);
        // What it was made with stands for it only as long as it cannot be read.
        const isRead = idOf(base) !== undefined && idOf(kept?.base) === undefined;
        const draft = page.take(kept, isRead ? undefined : kept?.base);
        const { isKnown } = session;
        const { clock } = dialect();
        return {
          environment: environmentFor(connection()),
          event,
          id: page.id,
          exists: isKnown,
          base: session.base,
          ...(isKnown ? { head: passkeyHead(base, connection()) } : {}),
          itemsKnown: !isKnown || record.baseModel.sections.itemIds !== undefined,
          timeZone: judgingZone(clock),
          isZoneKnown: clock !== undefined,
          draft,
        };
      }

      const create = async (command: 'createPasskey' | 'createPasskeys') =>
        vscode.commands.executeCommand(`boxOffice.${command}`, { kind: 'event', environment, ...event, value: undefined });

      async function replyTo(edits: readonly TypedEdit[], save: PasskeySave): Promise<SaveReply> {
        switch (save.kind) {
          case 'busy':
            throw new UserError(vscode.l10n.t('{0} is being saved in another window. Wait a moment and save again.', target));
          case 'exists': {
            const message = vscode.l10n.t('This event has this passkey already.');
            return { kind: 'problems', problems: [{ field: 'passkey', message }] };
          }
          case 'problems': {
            const problems = save.problems.map((each) => ({
              field: each.name ?? String(each.path[0] ?? ''),
              message: problemMessage(each),
            }));
            return { kind: 'problems', problems };
          }
          case 'conflict':
            return changedElsewhere(record, save.remote, session.format);
          case 'unchanged':
            await page.drop();
            return save;
          case 'done':
            return finish(edits, save);
        }
      }

      async function finish(
        edits: readonly TypedEdit[],
        { sections, id, isReadBack, beyond = [] }: Extract<PasskeySave, { kind: 'done' }>,
      ): Promise<SaveReply> {
        const { isKnown } = session;
        const isComplete = sections.every((part) => part.state === 'saved');
        if (id !== undefined && !isKnown) made ??= newBody('passkey', edits, dialect());
        if (sections.some((part) => part.state === 'saved' || part.state === 'unknown'))
          services.changes.announce({ environment, kind: 'passkey', id, eventId: event.id });
        await page.saved(id, isComplete, edits);
        if (isKnown) panel.send('head', passkeyHead(record.base, connection()));
        // One that was made and could not be read has what was sent; its items are sent after it.
        const isSent = ({ section }: TypedEdit) => isComplete || section !== 'itemIds';
        const base = isKnown || id === undefined ? session.base : withTexts(session.base, edits.filter(isSent));
        return { kind: 'done', sections: [...sections], base, isComplete, isReadBack, beyond: [...beyond], id };
      }

      return {
        contract: passkeyContract,
        init,
        handlers: {
          ...page.handlers,
          items: ({ isAsked }) => items.read(event.id, isAsked),
          save: async ({ edits, isResolved }) => {
            panel.pin();
            if (isResolved && record.conflict) record.rebase(record.conflict);
            const { base } = session;
            const typed = withTexts(base, edits);
            await items.require(event.id, itemsIn(typed), itemsIn(base));
            target = textIn(typed, 'passkey') || target;
            return replyTo(edits, await session.save(edits, event.id));
          },
          createAnother: () => create('createPasskey'),
          createMany: () => create('createPasskeys'),
        },
      };
    },
  });

function titleOf(id: string | undefined, passkey = ''): string {
  return id === undefined ? vscode.l10n.t('New Passkey') : vscode.l10n.t('Passkey {0}', passkey || id);
}

type SaveReply = ResultOf<PasskeyContract, 'save'>;

function itemsIn(fields: readonly TypedField[]): string[] {
  return textIn(fields, 'itemIds').split('\n').filter(Boolean);
}
