// The plan of a run: what is to be done, written down before anything is sent. It never holds a token.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addressesOf,
  checkInput,
  isSameService,
  judgingZone,
  operations,
  parseJson,
  stringifyJson,
  type Addresses,
  type ServiceUrls,
} from '../client/index.ts';
import { RunError } from './errors.ts';
import { syncFolder } from '../files/move.ts';
import { hashFile, hashText, storing, writeDurably } from './files.ts';
import { createClassifier, writeCodes, writeSteps, writeTargets, type CodesSummary, type CodeTarget } from './classify.ts';

const planName = 'plan.json';

export type RunKind = 'createPasskeys' | 'deleteCodes' | 'applyPlan';

/** A version that does not know a kind of run takes it for damaged, instead of creating what is to be deleted. */
const versions: Readonly<Record<RunKind, number>> = { createPasskeys: 1, deleteCodes: 2, applyPlan: 3 };

/** What all passkeys of a run get. */
export interface PasskeyPayload {
  readonly itemIds?: readonly (number | bigint)[] | undefined;
  readonly start?: string | undefined;
  readonly finish?: string | undefined;
  readonly limit?: number | undefined;
}

/** Where the codes came from. A file is compared again at each start. */
export interface RunInput {
  /** As `file` or `text`: the editor's own word. */
  readonly kind: string;
  readonly path?: string | undefined;
  readonly sha256: string;
}

export interface PlanOptions {
  /** Where runs are kept, each in a folder of its own. */
  readonly folder: string;
  readonly environment: string;
  /** Where the service is. */
  readonly at: ServiceUrls;
  readonly eventId: string | number | bigint;
  readonly eventLabel: string;
  readonly input: RunInput;
  readonly codes: Iterable<string> | AsyncIterable<string>;
  readonly payload?: PasskeyPayload;
  /** How many codes go into one request. */
  readonly chunkSize?: number;
  /** The passkeys that the event has: `readPasskeys`. */
  readonly existing: Iterable<{ readonly text: string }> | AsyncIterable<{ readonly text: string }>;
  /** Whether it was proved that these are all, once they were read; it is by default. */
  readonly isProved?: () => boolean;
  readonly maximumLength?: number;
  readonly timeZone?: string;
  readonly now?: () => number;
}

/** What there is to know of codes that are deleted. */
interface Deletion {
  /** The ticket whose codes go, as the question named it. */
  readonly ticket: string;
  readonly itemId: string;
  /** Where the copy of them is. */
  readonly copy: string;
  /** What the event's other tickets had before. */
  readonly others: readonly OtherCodes[];
  /** Tickets whose codes could not be read. */
  readonly unread: readonly string[];
}

interface OtherCodes {
  readonly itemId: string;
  readonly count: number;
  /** Of their ids: `markOf`. */
  readonly mark: string;
}

/** The same for the same ids, in whichever order. */
export function markOf(ids: readonly string[]): string {
  return hashText(JSON.stringify(ids.toSorted()));
}

export interface RunPlan {
  readonly version: number;
  readonly kind: RunKind;
  readonly id: string;
  readonly created: number;
  readonly environment: string;
  readonly addresses: Addresses;
  readonly eventId: string;
  readonly eventLabel: string;
  readonly input: RunInput;
  readonly payload: PasskeyPayload;
  readonly chunkSize: number;
  readonly codes: CodesSummary;
  /** A person agreed to a list of which nothing showed that it is whole. */
  readonly unproved?: true | undefined;
  /** Of a run that deletes. */
  readonly deletion?: Deletion | undefined;
}

/** A plan and the folder that it lives in. */
export interface PlannedRun {
  readonly folder: string;
  readonly plan: RunPlan;
}

/** Decides what becomes of each code and writes the plan; nothing is sent. */
export async function planRun(options: PlanOptions): Promise<PlannedRun> {
  const { now = () => Date.now() } = options;
  const payload = pickPayload(options.payload ?? {});
  // What came while the list was read, and somebody was asked about it, is newer than the plan.
  const created = now();
  checkPayload(options, payload, created);
  const existing = new Set<string>();
  for await (const { text } of options.existing) existing.add(text);
  return storePlan(options, 'createPasskeys', created, async (folder) => {
    const classify = createClassifier({ existing, maximumLength: options.maximumLength ?? 255 });
    const codes = await writeCodes(folder, options.codes, classify);
    const { kind, path, sha256 } = options.input;
    return {
      input: { kind, path, sha256 },
      payload,
      chunkSize: Math.max(1, Math.floor(options.chunkSize ?? 500)),
      codes,
      ...(options.isProved?.() === false ? { unproved: true as const } : {}),
    };
  });
}

type PlanPlace = Pick<PlanOptions, 'folder' | 'environment' | 'at' | 'eventId' | 'eventLabel' | 'now'>;

/** What somebody said yes to. */
export interface DeletionOrder extends Deletion {
  /** Each was counted in the question, and is in the copy. */
  readonly codes: readonly CodeTarget[];
}

type DeletionOptions = PlanPlace & DeletionOrder;

/** Writes down which codes go, one by one; nothing is sent. */
export function planDeletion(options: DeletionOptions): Promise<PlannedRun> {
  const { ticket, itemId, copy, others, unread, now = () => Date.now() } = options;
  return storePlan(options, 'deleteCodes', now(), async (folder) => {
    const codes = await writeTargets(folder, options.codes);
    const input = { kind: 'codes', sha256: codes.sha256 };
    return { input, payload: {}, chunkSize: 1, codes, deletion: { ticket, itemId, copy, others, unread } };
  });
}

/** Writes down the steps of a plan, each as the text of it; nothing is sent. */
export function planSteps(
  options: PlanPlace & { readonly steps: readonly string[]; readonly input: RunInput },
): Promise<PlannedRun> {
  const { steps, input, now = () => Date.now() } = options;
  return storePlan(options, 'applyPlan', now(), async (folder) => {
    const codes = await writeSteps(folder, steps);
    const { kind, path, sha256 } = input;
    return { input: { kind, path, sha256 }, payload: {}, chunkSize: 1, codes };
  });
}

/** Writes a plan into a folder of its own, whole or not at all. */
async function storePlan(
  { folder: home, environment, at, eventId, eventLabel }: PlanPlace,
  kind: RunKind,
  created: number,
  work: (folder: string) => Promise<Pick<RunPlan, 'input' | 'payload' | 'chunkSize' | 'codes' | 'unproved' | 'deletion'>>,
): Promise<PlannedRun> {
  // By their names runs stand in the order in which they were begun, to the millisecond.
  const id = `${new Date(created).toISOString().replace(/\D/g, '')}-${randomBytes(4).toString('hex')}`;
  const folder = join(home, id);
  try {
    await storing(() => mkdir(folder, { recursive: true, mode: 0o700 }));
    const plan: RunPlan = {
      ...{ version: versions[kind], kind, id, created, environment },
      ...{ addresses: addressesOf(at), eventId: String(eventId), eventLabel },
      ...(await work(folder)),
    };
    await storing(() => writePlan(folder, plan));
    await syncFolder(home);
    return { folder, plan };
  } catch (error) {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

/** Known fields only: whatever else an object carries stays out of the file. */
function pickPayload({ itemIds, start, finish, limit }: PasskeyPayload): PasskeyPayload {
  const fields = { itemIds: itemIds && [...itemIds], start, finish, limit };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function checkPayload({ eventId, timeZone }: PlanOptions, payload: PasskeyPayload, now: number): void {
  const zone = judgingZone(timeZone);
  const input = { path: { eventId }, body: { codes: ['x'], ...payload } };
  const { problems } = checkInput(operations.createPasskeys, input, { timeZone: zone, now });
  if (problems.length === 0) return;
  const list = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new RunError('invalidPayload', `The passkeys cannot be created so: ${list}.`, { problems });
}

async function writePlan(folder: string, plan: RunPlan): Promise<void> {
  const text = stringifyJson(plan);
  await writeDurably(join(folder, planName), `${stringifyJson({ plan, sha256: hashText(text) }, 2)}\n`);
}

export async function readPlan(folder: string): Promise<RunPlan> {
  let text: string;
  try {
    text = await readFile(join(folder, planName), 'utf8');
  } catch (error) {
    throw new RunError('missing', 'There is no such run.', { cause: error });
  }
  const plan = parsePlan(text);
  if (!plan) throw new RunError('corrupt', 'The plan is not the one that was written.');
  return plan;
}

function parsePlan(text: string): RunPlan | undefined {
  try {
    const { plan: stored, sha256 } = parseJson(text) as {
      plan: Omit<RunPlan, 'addresses'> & { addresses?: Addresses };
      sha256: string;
    };
    // Earlier versions knew one kind of run, and did not name it; or named no more of an address than its host, which is that of no service.
    const { kind = 'createPasskeys', origin = '' } = stored as { kind?: RunKind; origin?: string };
    const plan: RunPlan = { ...stored, kind, addresses: stored.addresses ?? { event: '', ticket: origin } };
    return hashText(stringifyJson(stored)) === sha256 && plan.version === versions[plan.kind] ? plan : undefined;
  } catch {
    return undefined;
  }
}

/** Where a plan is to be carried out. */
export interface RunTarget {
  readonly environment: string;
  readonly at: ServiceUrls;
  /** Of the input as it is now; a file that the plan names is read when this is not given. */
  readonly inputSha256?: string | undefined;
}

/** Refuses a plan that was made for another environment, address or input. */
export async function requireSameTarget({ environment, addresses, input }: RunPlan, target: RunTarget): Promise<void> {
  if (target.environment !== environment) throw stale('environment');
  if (!isSameService(addressesOf(target.at), addresses)) throw stale('address');
  const sha256 = target.inputSha256 ?? (input.path === undefined ? input.sha256 : await hashOf(input.path));
  if (sha256 !== input.sha256) throw stale('input');
}

function stale(changed: 'environment' | 'address' | 'input'): RunError {
  return new RunError('stalePlan', `The ${changed} is not the one of the plan.`, { changed });
}

async function hashOf(path: string): Promise<string | undefined> {
  return hashFile(path).catch(() => undefined);
}
