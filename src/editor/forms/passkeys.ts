// The form of many passkeys: codes that were pasted, made up or taken from a file, and one run that creates them.
import { webcrypto } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { checkInput, contentOf, labelOf, operations } from '../../client/index.ts';
import { generateCodes, readCodes } from '../../protocol/codes.ts';
import type { InitOf, ResultOf } from '../../protocol/contract.ts';
import { batchFields, passkeysContract, type BatchFields, type PasskeysContract } from '../../protocol/passkeys.ts';
import type { RunReport } from '../../runs/index.ts';
import { confirmWrite } from '../account/confirm.ts';
import { requireTrust } from '../account/connection.ts';
import type { Connection } from '../account/index.ts';
import { withPatience } from '../operations/progress.ts';
import { connectionOf, placeFor, viewType, type Form, type FormHost } from './index.ts';
import { anyPage, keyOf, type FormPanel, type Handlers, type SavedState } from './panel.ts';
import { itemChoices } from './passkey-port.ts';
import { machineZone } from './passkey-save.ts';
import { endMessage, openLabel, progressText } from './passkeys-messages.ts';
import { existingPasskeys, openResult, startRun } from './passkeys-run.ts';

/** Codes for a form that is about to open, or is open. */
const given = new Map<string, string[]>();
const handed = new vscode.EventEmitter<string>();

/** Hands codes to the form of an event; they are added to what is there. */
export function giveCodes(state: SavedState, codes: readonly string[]): void {
  const key = keyOf(viewType, state);
  given.set(key, [...(given.get(key) ?? []), ...codes]);
  handed.fire(key);
}

export const form: Form = {
  page: (host, state) =>
    anyPage<PasskeysContract>({
      state,
      title: vscode.l10n.t('Create Passkeys'),
      icon: 'key',
      page: 'passkeys',
      content: (panel) => {
        const desk = new PasskeysDesk(host, state, panel);
        return { contract: passkeysContract, init: () => desk.init(), handlers: desk.handlers };
      },
    }),
};

const mostShown = 5;
const freshFor = 30_000;

class PasskeysDesk {
  readonly #host: FormHost;
  readonly #state: SavedState;
  readonly #panel: FormPanel<PasskeysContract>;
  #event: { id: string; label: string };
  #existing: { readonly at: number; readonly texts: Promise<Set<string>> } | undefined;
  #running: AbortController | undefined;
  #report: RunReport | undefined;
  #isShown = false;

  constructor(host: FormHost, state: SavedState, panel: FormPanel<PasskeysContract>) {
    this.#host = host;
    this.#state = state;
    this.#panel = panel;
    this.#event = { id: state.eventId ?? '', label: state.eventId ?? '' };
    const listening = handed.event((key) => {
      if (key === this.#key && this.#isShown) panel.send('addCodes', this.#takeGiven());
    });
    panel.panel.onDidDispose(() => {
      listening.dispose();
      this.#isShown = false;
    });
  }

  async init(): Promise<InitOf<PasskeysContract>> {
    const connection = this.#connection;
    const { id } = this.#event;
    this.#event = { id, label: labelOf(contentOf(await connection.read('getEvent', { path: { id } }))) };
    const draft = await this.#host.drafts.read(this.#key);
    const fields = v.safeParse(batchFields, draft?.value);
    this.#isShown = true;
    return {
      place: placeFor(connection),
      event: this.#event,
      timeZone: connection.environment.timeZone ?? machineZone(),
      given: this.#takeGiven(),
      isRunning: this.#running !== undefined,
      draft: draft && fields.success ? { at: draft.at, fields: fields.output } : undefined,
    };
  }

  readonly handlers: Handlers<PasskeysContract> = {
    items: ({ isAsked }) => itemChoices(this.#connection, this.#event.id, isAsked),
    keepDraft: async (fields) => {
      await this.#host.drafts.keep(this.#key, fields);
      return null;
    },
    dropDraft: async () => {
      await this.#host.drafts.drop(this.#key);
      return null;
    },
    check: async (text) => {
      const existing = await this.#readExisting();
      const found = readCodes(text).codes.filter((code) => existing.has(code));
      return { existing: found.length, first: found.slice(0, mostShown) };
    },
    generate: async ({ taken, ...pattern }) => {
      const all = new Set([...(await this.#readExisting()), ...readCodes(taken).codes]);
      return generateCodes(pattern, all, (into) => void webcrypto.getRandomValues(into));
    },
    start: (fields) => this.#start(fields),
    cancel: () => {
      this.#running?.abort(new vscode.CancellationError());
      return Promise.resolve(null);
    },
    openResult: async () => {
      if (this.#report) await openResult(this.#report);
      return null;
    },
  };

  get #connection(): Connection {
    return connectionOf(this.#host, this.#state);
  }

  get #key(): string {
    return keyOf(viewType, this.#state);
  }

  #takeGiven(): string[] {
    const codes = given.get(this.#key) ?? [];
    given.delete(this.#key);
    return codes;
  }

  /** Read once for a while: every key that is typed asks. */
  async #readExisting(): Promise<Set<string>> {
    if (!this.#existing || Date.now() - this.#existing.at > freshFor)
      this.#existing = { at: Date.now(), texts: existingPasskeys(this.#connection, this.#event.id) };
    try {
      return await this.#existing.texts;
    } catch (error) {
      this.#existing = undefined;
      throw error;
    }
  }

  async #start(fields: BatchFields): Promise<ResultOf<PasskeysContract, 'start'>> {
    requireTrust();
    const { codes } = readCodes(fields.codes);
    const body = { codes: [...codes], ...payloadOf(fields) };
    const context = { timeZone: this.#connection.environment.timeZone ?? machineZone(), now: Date.now() };
    const { problems, body: checked } = checkInput(
      operations.createPasskeys,
      { path: { eventId: this.#event.id }, body },
      context,
    );
    if (problems.length > 0)
      return { kind: 'problems', problems: problems.map(({ field, message }) => ({ field: fieldIn(field), message })) };
    await this.#confirm(codes.length);
    const report = await this.#run(codes, { ...payloadOf(fields), itemIds: checked?.itemIds as number[] | undefined });
    if (report.state === 'finished') await this.#host.drafts.drop(this.#key);
    const ended = { kind: 'ended' as const, state: report.state, counts: report.counts, message: report.reason?.message };
    if (this.#isShown) this.#panel.send('ended', ended);
    return ended;
  }

  async #confirm(count: number): Promise<void> {
    const { environment } = this.#connection;
    if (!environment.protected) return;
    const detail = count === 1 ? vscode.l10n.t('1 code') : vscode.l10n.t('{0} codes', count);
    await confirmWrite({ environment, title: vscode.l10n.t('Create passkeys'), target: this.#event.label, detail });
  }

  async #run(codes: readonly string[], payload: Parameters<typeof startRun>[0]['payload']): Promise<RunReport> {
    const controller = (this.#running = new AbortController());
    const title = vscode.l10n.t('Creating passkeys in {0}', this.#event.label);
    try {
      // The page shows it at once; the notification is for whoever waits longer, or looks elsewhere.
      const report = await withPatience(title, (cancelled, tell) =>
        startRun({
          connection: this.#connection,
          storage: this.#host.storage,
          event: this.#event,
          codes,
          payload,
          signal: AbortSignal.any([controller.signal, cancelled]),
          onProgress: (counts) => {
            tell({ message: progressText(counts) });
            if (this.#isShown) this.#panel.send('progress', counts);
          },
        }),
      );
      this.#report = report;
      // The page says it to whoever looks at it.
      if (!this.#isShown || !this.#panel.panel.visible) void this.#offerResult(report);
      return report;
    } finally {
      this.#running = undefined;
      this.#existing = undefined;
      this.#host.changes.announce({ environment: this.#state.environment, kind: 'passkey', eventId: this.#event.id });
    }
  }

  async #offerResult(report: RunReport): Promise<void> {
    const label = openLabel();
    const message = endMessage(report, this.#event.label, this.#connection.environment.label);
    const show = report.state === 'finished' ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
    if ((await show(message, label)) === label) await openResult(report);
  }
}

function payloadOf({ itemIds, start, finish, limit }: BatchFields) {
  return {
    ...(itemIds.length === 0 ? {} : { itemIds }),
    ...(start === '' ? {} : { start }),
    ...(finish === '' ? {} : { finish }),
    ...(limit.trim() === '' ? {} : { limit: Number(limit) }),
  } as { itemIds?: never; start?: string; finish?: string; limit?: number };
}

function fieldIn(field: string): string {
  return field.replace(/^body\./, '').replace(/\..*$/, '');
}
