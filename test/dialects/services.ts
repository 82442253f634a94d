// The services of the matrix, with the same data in each.
import { DatabaseSync } from 'node:sqlite';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseManners, startService, type ServiceFault } from '../../src/service/index.ts';
import { uuidOf, type IdKind } from '../../src/service/wire-ids.ts';
import { sampleDatabase } from '../harness/sample-database.ts';
import { dialectOf, type ServiceName } from './dialects.ts';
import { grossIn, HoldingsReader } from './holdings.ts';
import { startLiteralService } from './literal.ts';
import type { MatrixService } from './matrix-service.ts';
import { startStrangerService } from './stranger.ts';

/** As the database has them: the ticket has two sale periods and 200 codes, its namesakes are in other groups. */
const sample = { eventId: 1001, item: 300_003, namesake: 300_006, stocked: 300_002 } as const;

const namesakeCodes = 80;
const passkeys = 130;

let template: Promise<string> | undefined;

/** A file with the sample, in which the event has more of everything than a page. It is made once for all services of a process. */
async function prepare(file: string): Promise<void> {
  template ??= makeTemplate();
  await copyFile(await template, file);
}

async function makeTemplate(): Promise<string> {
  const file = await sampleDatabase({ seed: 1 });
  const database = new DatabaseSync(file);
  const insertPasskey = database.prepare('INSERT INTO passkeys (event_id, passkey, finish, usage_limit) VALUES (?, ?, ?, ?)');
  const insertItem = database.prepare('INSERT INTO passkey_items (passkey_id, item_id) VALUES (?, ?)');
  for (let at = 1; at <= passkeys; at++) {
    const { lastInsertRowid } = insertPasskey.run(sample.eventId, `MANY-${at}`, '2031-01-01 00:00:00', at);
    insertItem.run(lastInsertRowid, sample.item);
  }
  const codes = Array.from({ length: namesakeCodes }, (_, at) => `SAB-${at + 1}`);
  const { last } = database.prepare('SELECT max(id) AS last FROM item_codes').get() as { last: number };
  database
    .prepare('INSERT INTO code_packs (first_id, event_id, item_id, count, codes) VALUES (?, ?, ?, ?, ?)')
    .run(last + 1000, sample.eventId, sample.namesake, codes.length, JSON.stringify(codes));
  database.close();
  return file;
}

/** `cap`: how many rows a page has at most, where it is not the dialect's own. */
export async function startDialect(name: ServiceName, cap?: number): Promise<MatrixService> {
  const { manners: words, literal } = dialectOf(name);
  if (literal) return startLiteralService(literal);
  return words === undefined ? startStrangerService() : startLocal(words, cap);
}

async function startLocal(words: string, cap: number | undefined): Promise<MatrixService> {
  const folder = await mkdtemp(join(tmpdir(), 'box-office-dialect-'));
  const [file, copy] = [join(folder, 'service.db'), join(folder, 'copy.db')];
  await prepare(file);
  const own = parseManners(words);
  const manners = cap === undefined ? own : { ...own, paging: { ...own.paging, cap } };
  const faults: ServiceFault[] = [];
  const service = await startService({ file, dialect: manners, exportDelay: 0, faults });
  const database = new DatabaseSync(file);
  database.exec(`VACUUM INTO '${copy}'`);
  database.close();
  const idOf = (kind: IdKind, id: number) => (manners.uuid ? uuidOf(kind, id) : String(id));
  const reader = new HoldingsReader(file, idOf);
  let restored = reader.version;
  const [item, stocked] = [idOf('item', sample.item), idOf('item', sample.stocked)];
  return {
    ...service,
    clock: manners.clock ?? 'America/Sao_Paulo',
    sample: {
      eventId: idOf('event', sample.eventId),
      title: 'Festival da Primavera',
      item,
      namesake: idOf('item', sample.namesake),
      opened: [stocked, item],
      stocked,
      passkeys: Array.from({ length: 10 }, (_, at) => `MANY-${at + 1}`),
    },
    keepsUsed: false,
    hasWholeUnits: ['decimals', 'whole'].includes(manners.amounts?.items ?? 'decimals'),
    codesFile: (codes) => ['code', ...codes, ''].join('\n'),
    holdings: () => reader.read(),
    settled: () => service.settled(),
    gross: () => grossIn(file, sample.eventId),
    faults,
    async restore() {
      // What was accepted may yet be carried out.
      if (reader.version === restored && !manners.acceptedAfter) return;
      await service.restore(copy);
      restored = reader.version;
    },
    async stop() {
      reader.close();
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
