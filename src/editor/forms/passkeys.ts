// The form of many passkeys: codes that were pasted, made up or taken from a file, and one run that creates them.
import { webcrypto } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { before } from '../../client/tails.ts';
import { judgingZone, checkInput, operations } from '../../client/index.ts';
import { generateCodes, patternProblem, parseCodes } from '../../shared/codes.ts';
import type { InitOf, PayloadOf, ResultOf } from '../../protocol/contract.ts';
import {
  batchFields,
  passkeysContract,
  type BatchEnd,
  type BatchFields,
  type ExistingCodes,
  type PasskeysContract,
  type UnfinishedRun,
} from '../../protocol/passkeys.ts';
import { readPasskeys, type PasskeyPayload, type RunReport } from '../../runs/index.ts';
import { confirmWrite } from '../account/confirm.ts';
import type { Connection } from '../account/index.ts';
import { readingClient } from '../runs/run-client.ts';
import { notifyRunEnd } from '../runs/run-end.ts';
import type { RunHost } from '../runs/index.ts';
import type { RunOrder, ShownRun } from '../runs/run-host.ts';
import { saveCodeRows } from '../ask/save-rows.ts';
import { UserError } from '../platform/user-error.ts';
import { listTitle, reads } from '../reading/reads.ts';
import { PageDraft } from '../pages/drafts.ts';
import { connectionOf, environmentFor, type PageKind } from '../pages/pages.ts';
import { anyPage, keyOf } from '../pages/panel.ts';
import { readEventLabel } from '../pages/session.ts';
import { givenItems } from './passkey-reads.ts';
import {
  codeFile,
  codesHash,
  codesOf,
  isUnchanged,
  openCodeFile,
  shownFile,
  type CodeFile,
  type GivenCodes,
} from './passkeys-file.ts';

/** What this page needs beside the others. */
interface PasskeysServices {
  readonly runs: RunHost;
  /** The built file of the thread that checks codes. */
  readonly codesWorker: string;
}

export const passkeysPage =
  ({ runs, codesWorker }: PasskeysServices): PageKind =>
  (host, state, opening) =>
    anyPage<PasskeysContract>({
      state,
      title: vscode.l10n.t('Create Many Passkeys'),
      icon: 'key',
      page: 'passkeys',
      content: (panel) => {
        const { environment } = state;
        const connection = () => connectionOf(host, state);
        const draft = new PageDraft(host.drafts, keyOf(state), keptDraft);
        const items = givenItems(connection);
        const event = { id: state.eventId ?? '', label: '' };
        /** What the page has not been given yet. */
        let given = (opening?.data ?? { codes: [] }) as GivenCodes;
        let existing: { readonly at: number; readonly read: Promise<ReadTexts> } | undefined;
        /** Where the codes came from, whether they are in the form or stay in the file. */
        let file: CodeFile | undefined;
        /** The run that this form began, or found unfinished. */
        let runId: string | undefined;
        /** The run whose end was said, and what came of it. */
        let ended: { readonly id: string; readonly end: BatchEnd } | undefined;
        /** One that runs in another window: that of before a reload may still be at it. */
        let elsewhereId: string | undefined;
        let isRunning = false;
        let isShown = false;
        let following: vscode.Disposable | undefined;
        panel.onReopen = ({ data }) => {
          const again = (data ?? { codes: [] }) as GivenCodes;
          given = { codes: [...given.codes, ...again.codes], file: again.file ?? given.file };
          // A page that is hidden hears nothing; it asks when it is shown again.
          if (isShown && panel.panel.visible) show(takeGiven());
        };
        panel.panel.onDidDispose(() => {
          following?.dispose();
          isShown = false;
        });

        async function init(): Promise<InitOf<PasskeysContract>> {
          event.label = await readEventLabel(connection(), event.id);
          panel.setTitle(`${vscode.l10n.t('Create Many Passkeys')} · ${event.label}`);
          const kept = await draft.read();
          const { file: keptFile, ...fields } = kept?.fields ?? {};
          const unfinished = await findUnfinished();
          const end = ended?.id === runId && !isRunning ? ended?.end : undefined;
          const taken = takeGiven();
          file = taken.file ?? keptFile;
          isShown = true;
          return {
            environment: environmentFor(connection()),
            event,
            timeZone: timeZone(),
            isZoneKnown: connection().environment.timeZone !== undefined,
            given: [...taken.codes],
            file: file && file.textSha256 === undefined ? shownFile(file) : undefined,
            isRunning,
            unfinished: end ? undefined : unfinished,
            ended: end,
            draft: kept && { at: kept.at, fields: fields as BatchFields },
          };
        }

        /** The table is that of the event, at the rows that begin as those do which the run has created. */
        async function useMade(action: PayloadOf<PasskeysContract, 'useMade'>): Promise<void> {
          const { id, label } = event;
          const codes = await runs.madeCodes(runId ?? '');
          if (action === 'show') {
            const read = reads.passkeys(id);
            const table = { environment, title: listTitle(read, label), read, ...startOf(codes) };
            await vscode.commands.executeCommand('boxOffice.openAsTable', table);
          } else if (action === 'copy') await vscode.env.clipboard.writeText(codes.join('\n'));
          else
            await saveCodeRows({
              name: vscode.l10n.t('passkeys of {0}', label),
              progress: vscode.l10n.t('Saving the passkeys of {0}', label),
              rows: () => [['passkey'], ...codes.map((code) => [code])],
              saved: (count) => vscode.l10n.t('Passkeys of {0} saved: {1}.', label, count),
            });
        }

        function timeZone(): string {
          return judgingZone(connection().environment.timeZone);
        }

        function takeGiven(): GivenCodes {
          const taken = given;
          given = { codes: [] };
          return taken;
        }

        function show({ codes, file: shown }: GivenCodes): void {
          if (shown) file = shown;
          if (codes.length > 0) panel.send('addCodes', [...codes]);
          else if (shown) panel.send('file', shownFile(shown));
        }

        /** The newest run to this event that can be resumed. */
        async function findUnfinished(): Promise<UnfinishedRun | undefined> {
          following ??= runs.onDidChange(() => void lookElsewhere());
          if (isRunning) return undefined;
          const mine = (await runs.list()).filter(
            ({ plan }) => plan?.kind === 'createPasskeys' && plan.environment === environment && plan.eventId === event.id,
          );
          const found = mine.find(unfinishedIn);
          elsewhereId = found ? undefined : mine.find((run) => run.state === 'running')?.id;
          runId = found?.id ?? elsewhereId ?? runId;
          return found && unfinishedIn(found);
        }

        /** The run may be resumed or discarded from the tree, too. */
        async function lookElsewhere(): Promise<void> {
          const id = runId;
          const isFinished = () => ended?.id === id && ended?.end.state === 'finished';
          const isMeant = () => isShown && !isRunning && id === runId && !isFinished();
          if (id === undefined || !isMeant()) return;
          const run = await runs.find(id);
          if (!isMeant()) return;
          if (run?.state === 'finished' && run.counts) await end(id, { state: 'finished', counts: run.counts });
          else if (!run) {
            runId = undefined;
            ended = undefined;
            panel.send('gone', null);
          } else if (id === elsewhereId) {
            const unfinished = unfinishedIn(run);
            if (!unfinished) return;
            elsewhereId = undefined;
            panel.send('unfinished', unfinished);
          }
        }

        /** Whether the form holds the codes of a run and no others: what was typed since then must not go away with it. */
        async function holdsCodesOf(id: string): Promise<boolean> {
          const run = await runs.find(id);
          const kept = await draft.read();
          const text = kept && codesHash(parseCodes(kept.fields.codes).codes);
          const sha256 = run?.plan?.input.sha256;
          return sha256 !== undefined && (sha256 === text || sha256 === file?.sha256);
        }

        /** Read once for a while: every key that is typed asks. */
        async function readExisting(): Promise<ReadTexts> {
          if (!existing || performance.now() - existing.at > freshFor)
            existing = { at: performance.now(), read: existingPasskeys(connection(), event.id) };
          try {
            return await existing.read;
          } catch (error) {
            existing = undefined;
            throw error;
          }
        }

        async function compare(codes: Iterable<string> | AsyncIterable<string>): Promise<ExistingCodes> {
          const { texts, isWhole } = await readExisting();
          const found = new Set<string>();
          for await (const code of codes) if (texts.has(code)) found.add(code);
          return { existing: found.size, first: [...found].slice(0, maxShown), isWhole };
        }

        async function start(fields: BatchFields): Promise<ResultOf<PasskeysContract, 'start'>> {
          const { codes } = parseCodes(fields.codes);
          const fromFile = codes.length === 0 ? file : undefined;
          const body = { codes: [...(fromFile?.first ?? codes)], ...payloadOf(fields) };
          const input = { path: { eventId: event.id }, body };
          const context = { timeZone: timeZone(), now: Date.now() };
          const { problems, body: checked } = checkInput(operations.createPasskeys, input, context);
          if (problems.length > 0)
            return {
              kind: 'problems',
              problems: problems.map(({ field, message }) => ({ field: before(field.replace(/^body\./, ''), /\./), message })),
            };
          await items.require(event.id, fields.itemIds);
          await confirm(fromFile?.codes ?? codes.length, fields.itemIds);
          const payload = { ...payloadOf(fields), itemIds: checked?.itemIds as number[] | undefined };
          const order = await orderOf(codes, payload);
          const report = await followed(() => runs.start({ ...order, onPlanned: (id) => (runId = id) }));
          return end(runId ?? '', report, fields);
        }

        /** Codes that are still those of the file are the file's, and their result goes beside it. */
        async function orderOf(codes: readonly string[], payload: PasskeyPayload): Promise<RunOrder> {
          const from = file;
          const sha256 = codesHash(codes);
          const isOfFile = from && (codes.length === 0 || (from.textSha256 === sha256 && (await isUnchanged(from))));
          return {
            connection: connection(),
            event,
            payload,
            input: isOfFile ? { kind: 'file', path: from.path, sha256: from.sha256 } : { kind: 'text', sha256 },
            codes: (signal) => (isOfFile && codes.length === 0 ? codesOf(from, signal) : codes),
          };
        }

        async function confirm(count: number, itemIds: readonly string[]): Promise<void> {
          const { environment: asked } = connection();
          if (!asked.protected) return;
          const codes = count === 1 ? vscode.l10n.t('1 code') : vscode.l10n.t('{0} codes', count);
          const names = itemIds.length === 0 ? [] : [vscode.l10n.t('Items: {0}', items.namesOf(itemIds).join(', '))];
          const detail = [codes, ...names].join('\n');
          await confirmWrite({ environment: asked, title: vscode.l10n.t('Create passkeys'), target: event.label, detail });
        }

        async function followed(work: () => Promise<RunReport>): Promise<RunReport> {
          const progress = runs.onDidProgress(({ id, counts }) => {
            if (id === runId && isShown) panel.send('progress', { ...counts });
          });
          isRunning = true;
          try {
            const report = await work();
            // The page says it to whoever looks at it.
            if (!isShown || !panel.panel.visible) void notifyRunEnd(runs, runId ?? '', report);
            return report;
          } finally {
            progress.dispose();
            isRunning = false;
            existing = undefined;
          }
        }

        async function end(
          id: string,
          { state: how, counts, reason, undecided = [] }: Pick<RunReport, 'state' | 'counts'> & Partial<RunReport>,
          own?: BatchFields,
        ): Promise<BatchEnd> {
          const clears = how === 'finished' && (own !== undefined || (await holdsCodesOf(id)));
          if (clears) {
            file = undefined;
            const fields = own ?? (await draft.read())?.fields;
            // What all of them get is there for the next ones while the page lives; nobody is asked about it later.
            await (fields ? draft.clear({ ...fields, codes: '', file: undefined }) : draft.drop());
          }
          const [said] = undecided.flatMap((group) => group.said ?? []);
          const reply = { kind: 'ended' as const, state: how, counts: { ...counts }, message: reason?.message ?? said, clears };
          ended = { id, end: reply };
          if (isShown) panel.send('ended', reply);
          return reply;
        }

        return {
          contract: passkeysContract,
          init,
          handlers: {
            items: ({ isAsked }) => items.read(event.id, isAsked),
            keepDraft: (fields) => draft.keep({ ...fields, file }),
            dropDraft: () => draft.drop(),
            check: (text) => compare(parseCodes(text).codes),
            checkFile: () => compare(file ? codesOf(file) : []),
            chooseFile: async () => show(await openCodeFile(codesWorker)),
            dropFile: () => {
              file = undefined;
              return Promise.resolve();
            },
            generate: async ({ taken, ...pattern }) => {
              const all = new Set([...(await readExisting()).texts, ...parseCodes(taken).codes]);
              // Only here is it known which codes are taken; all else the page has said by itself.
              if (patternProblem(pattern, all.size) === 'crowded')
                throw new UserError(
                  vscode.l10n.t('There are too few different codes of this length beside those that are taken; make it longer.'),
                );
              return generateCodes(pattern, all, (into) => void webcrypto.getRandomValues(into));
            },
            start,
            resume: async () => {
              const id = runId ?? '';
              return end(id, await followed(() => runs.resume(id)));
            },
            cancel: () => {
              runs.cancel(runId ?? '');
              return Promise.resolve();
            },
            openResult: async () => vscode.commands.executeCommand('boxOffice.openRunResult', { runId }),
            useMade,
            showRuns: async () => vscode.commands.executeCommand('boxOffice.runs.focus'),
          },
        };
      },
    });

/** `isWhole`: it is known that these are all. */
interface ReadTexts {
  readonly texts: ReadonlySet<string>;
  readonly isWhole: boolean;
}

const maxShown = 5;
const freshFor = 30_000;
const keptDraft = v.strictObject({ ...batchFields.entries, file: v.optional(codeFile) });

const unfinishedStates: readonly UnfinishedRun['state'][] = ['planned', 'interrupted', 'cancelled', 'paused', 'needsDecision'];

function unfinishedIn({ state, counts }: ShownRun): UnfinishedRun | undefined {
  const known = unfinishedStates.find((one) => one === state);
  return known && { state: known, counts: counts && { ...counts } };
}

/** So short a text would be found in too many others. */
const shortestStart = 3;

/** What all of them begin with, where that tells them from others. */
function startOf(codes: readonly string[]): { readonly filter?: string } {
  let [filter = ''] = codes;
  for (const code of codes) while (!code.startsWith(filter)) filter = filter.slice(0, -1);
  return filter.length < shortestStart ? {} : { filter };
}

/** The passkeys that the event has by now. They are looked up while somebody types: nobody is asked to sign in for that. */
async function existingPasskeys(connection: Connection, eventId: string): Promise<ReadTexts> {
  const texts = new Set<string>();
  let isWhole = true;
  const onIncomplete = () => void (isWhole = false);
  const passkeys = readPasskeys(readingClient(connection, { interactive: false }), eventId, { onIncomplete });
  for await (const { text } of passkeys) texts.add(text);
  return { texts, isWhole };
}

function payloadOf({ itemIds, start, finish, limit }: BatchFields) {
  return {
    ...(itemIds.length === 0 ? {} : { itemIds }),
    ...(start === '' ? {} : { start }),
    ...(finish === '' ? {} : { finish }),
    ...(limit.trim() === '' ? {} : { limit: Number(limit) }),
  } as { itemIds?: never; start?: string; finish?: string; limit?: number };
}
