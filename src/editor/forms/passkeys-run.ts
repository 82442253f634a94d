// The run behind the form of many passkeys: planned, journalled and carried out by the runs.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { operations, type Client, type CallInput, type OperationId } from '../../client/index.ts';
import { hashText, planRun, readPasskeys, runPlan, writeResult, type RunCounts, type RunReport } from '../../runs/index.ts';
import type { Connection } from '../account/index.ts';

export interface BatchPlan {
  readonly connection: Connection;
  /** The folder of the extension; the runs have one of their own in it. */
  readonly storage: string;
  readonly event: { readonly id: string; readonly label: string };
  readonly codes: readonly string[];
  readonly payload: {
    readonly itemIds?: readonly (number | bigint)[] | undefined;
    readonly start?: string | undefined;
    readonly finish?: string | undefined;
    readonly limit?: number | undefined;
  };
  readonly signal: AbortSignal;
  readonly onProgress: (counts: RunCounts) => void;
}

/** Plans and runs; what has begun can be resumed from its folder, whatever happens. */
export async function startRun({
  connection,
  storage,
  event,
  codes,
  payload,
  signal,
  onProgress,
}: BatchPlan): Promise<RunReport> {
  const { name, ticketUrl, timeZone } = connection.environment;
  const client = clientOf(connection, event.label);
  const planned = await planRun({
    folder: join(storage, 'runs'),
    environment: name,
    origin: ticketUrl,
    eventId: event.id,
    eventLabel: event.label,
    input: { kind: 'text', sha256: hashText(codes.join('\n')) },
    codes,
    payload,
    existing: readPasskeys(client, event.id, { signal }),
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  return runPlan(planned, {
    client,
    world: { environment: name, origin: ticketUrl },
    signal,
    onProgress: (progress) => onProgress(progress.counts),
  });
}

/** The passkeys that the event has by now. */
export async function existingPasskeys(connection: Connection, eventId: string): Promise<Set<string>> {
  const texts = new Set<string>();
  const passkeys = readPasskeys(clientOf(connection, eventId), eventId, { onIncomplete: () => undefined });
  for await (const { text } of passkeys) texts.add(text);
  return texts;
}

/** The connection as a client: the person said yes to the whole run before it began. */
function clientOf(connection: Connection, target: string): Client {
  return {
    call: (operation, input, options) => {
      const id: OperationId = typeof operation === 'string' ? operation : operation.id;
      return operations[id].effect === 'read'
        ? connection.read(id as 'listPasskeys', input as CallInput<'listPasskeys'>, { ...options, interactive: false })
        : connection.write(id as 'createPasskeys', input as CallInput<'createPasskeys'>, { ...options, target, confirmed: true });
    },
  };
}

/** Every code and what became of it, as a file that opens in the editor. */
export async function openResult({ folder }: RunReport): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(await writeResult(folder)));
}
