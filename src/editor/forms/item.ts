// The form of an item: a new one, or one that exists.
import * as vscode from 'vscode';
import { eventOfRow, labelOf } from '../../client/index.ts';
import type { EventOf, InitOf, ResultOf } from '../../protocol/contract.ts';
import { itemContract, sections, type ItemContract, type SectionName } from '../../protocol/item.ts';
import { textIn } from '../../shared/typed-fields.ts';
import type { RecordHead } from '../../protocol/record-head.ts';
import { Latest } from '../pages/session.ts';
import { connectionOf, environmentFor, type PageKind } from '../pages/pages.ts';
import { anyPage, type Opening } from '../pages/panel.ts';
import { dialectOf, serviceStore } from '../records/store.ts';
import { announceSave } from './item-cells.ts';
import { isCalledGroup, parentsOf } from '../../records/item-groups.ts';
import { itemHead } from './record-head.ts';
import { recordPage, type Kept } from './record-page.ts';
import type { FormatContext } from './record-texts.ts';
import { findByName, readRelated, readTax, readTriggers, type Related } from './item-reads.ts';
import { itemSession, type ItemStore } from './item-session.ts';
import { groupsAround, suggestionFor, type StartedAt } from './item-suggestions.ts';

export const itemPage: PageKind = (services, state, opening = {}) =>
  anyPage<ItemContract>({
    state,
    title: titleOf(state.id),
    icon: 'tag',
    page: 'item',
    content: (panel) => {
      const { environment } = state;
      const connection = () => connectionOf(services, state);
      const format = (): FormatContext => {
        const known = services.connections.of(environment);
        return { language: vscode.env.language, dialect: dialectOf(known), currency: known?.environment.currency };
      };
      const store: ItemStore = {
        ...serviceStore(connection, services.storage, 'item', () => labelOf(record.base)),
        isGroup,
        find: (event, name) => findByName(connection(), event, name),
      };
      const session = itemSession(store, format, state.id, state.eventId);
      const { record } = session;
      let section = sectionIn(opening);
      let startedAt: StartedAt = opening.data ?? {};
      /** Whether the page was here already: what it takes up from then on was not typed before the window was reloaded. */
      let isBegun = false;
      let found: readonly string[] = [];
      /** Nothing until the page has asked for it. */
      let related: Related = { groups: [], types: [], valueTypes: [], rows: [] };
      const tax = new Latest();
      panel.panel.onDidDispose(() => tax.stop());
      const page = recordPage(services, state, panel, {
        session,
        title,
        about: () => ({ label: labelOf(record.base), eventId: eventId(), eventLabel: related.event }),
        beside: () => ({ base: record.base, typedAs: session.typedAs }),
      });
      panel.onReopen = (again) => {
        section = sectionIn(again);
        // A page that was hidden is made anew and gets it with its content.
        if (section) panel.send('section', { section, isPreview: again.isPreview ?? false });
        void takeFromCell();
        if (state.id === undefined && again.data !== undefined) startAt(again.data as StartedAt);
      };

      /** Many services do not say it in the item: then it is that of the list that it was opened from. */
      function eventId(): string | undefined {
        return eventOfRow(record.base, format().dialect) ?? state.eventId ?? opening.row?.eventId;
      }

      function title(): string {
        const { id, base } = record;
        // Many items of an event have the same name; its group tells more of one than the event.
        const parent = textIn(session.base, 'parent');
        const owner = related.groups.find(({ value }) => value === parent)?.label ?? related.event;
        return [id === undefined ? titleOf(id) : labelOf(base), owner].filter(Boolean).join(' · ');
      }

      /** The page shows the item as soon as it is there; it asks for all else by itself. */
      async function init(): Promise<InitOf<ItemContract>> {
        const kept = await page.readDraft();
        if (!kept) session.takeFormat();
        await record.open(record.id, kept && (kept.base ?? {}));
        const draft = take(kept);
        return {
          environment: environmentFor(connection()),
          timeZone: format().dialect.clock,
          id: record.id,
          eventId: eventId(),
          section,
          known: session.known,
          base: session.base,
          head: head(),
          draft,
        };
      }

      function take(kept: Kept): EventOf<ItemContract, 'draft'> | undefined {
        const isOwn = isBegun;
        isBegun = true;
        const draft = page.take(kept, kept?.base);
        if (!draft) return undefined;
        // A number that was typed before its unit was known would be another amount now.
        const isTypedAlike = session.isTypedAs(kept?.typedAs ?? asMoney);
        return { ...draft, isOwn, edits: draft.edits.filter((edit) => isTypedAlike || edit.section !== 'value') };
      }

      /** The form is open, and somebody goes on in it with what was typed into a cell of another page. */
      async function takeFromCell(): Promise<void> {
        const kept = page.isTouched ? undefined : await page.readDraft();
        const draft = kept && take(kept);
        if (draft) panel.send('draft', draft);
      }

      function around(): ResultOf<ItemContract, 'readAround'> {
        const { rows, lastSession, ...others } = related;
        const { id } = record;
        const suggested = id === undefined ? suggestionFor(rows, startedAt, format(), Date.now(), lastSession) : undefined;
        const parent = textIn(suggested?.fields ?? session.base, 'parent');
        return { ...others, path: groupsAround(rows, id, parent), ...(suggested ? { suggested } : {}) };
      }

      /** The form is open: it takes up where it was asked for now, unless somebody has begun to fill it in. */
      function startAt(started: StartedAt): void {
        if (page.isTouched) return;
        startedAt = started;
        panel.send('around', around());
      }

      function head(): RecordHead | undefined {
        const { id, base } = record;
        if (id === undefined) return undefined;
        const hasItems = [...parentsOf(related.rows).values()].includes(id);
        return itemHead(base, hasItems || isCalledGroup(base), connection());
      }

      async function readAround(): Promise<void> {
        const id = eventId();
        if (id !== undefined) related = await readRelated(connection(), id);
      }

      /** One that the page was given; what a draft brings back was given to an earlier page, and is looked up once more. */
      async function isGroup(id: string): Promise<boolean> {
        const isGiven = () => related.groups.some(({ value }) => value === id);
        if (!isGiven()) await readAround();
        return isGiven();
      }

      return {
        contract: itemContract,
        init,
        handlers: {
          ...page.handlers,
          previewTax: async ({ price }) => {
            const event = eventId();
            if (event === undefined) return { rows: [], unshown: 0, isUnitKnown: true };
            return tax.ask((signal) => readTax(connection(), event, price, record.base, signal));
          },
          readTriggers: async () => ({ rows: record.id === undefined ? [] : await readTriggers(connection(), record.id) }),
          readAround: async () => {
            await readAround();
            page.setTitle();
            const shown = head();
            if (shown) panel.send('head', shown);
            return around();
          },
          save: async ({ edits, ...options }) => {
            panel.pin();
            const reply = await session.save(edits, options);
            if (reply.kind === 'unknownCreation') found = (reply.found ?? []).map(({ value }) => value);
            if (reply.kind === 'unchanged') await page.drop();
            if (reply.kind === 'written') {
              const isDone = reply.sections.every((part) => part.state === 'saved') && reply.edits.length === 0;
              await page.saved(reply.id, isDone, reply.edits);
              announceSave(services.changes, reply, environment, eventId());
            }
            return reply;
          },
          createAnother: async () => {
            if (record.id !== undefined) await vscode.commands.executeCommand('boxOffice.createItem', page.resource(record.id));
          },
          openFound: async ({ id }) => {
            if (!found.includes(id)) return;
            const item = { kind: 'item', environment, id, label: id, value: undefined };
            await vscode.commands.executeCommand('boxOffice.editItem', item);
          },
        },
      };
    },
  });

function titleOf(id: string | undefined): string {
  return id === undefined ? vscode.l10n.t('New Item') : vscode.l10n.t('Item {0}', id);
}

function sectionIn({ section }: Opening): SectionName | undefined {
  return sections.find((name) => name === section);
}

/** As amounts were typed when nothing else was possible. */
const asMoney = 'money/money';
