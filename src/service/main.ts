// The local service in a process of its own: from a shell, or started by the editor.
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDialect } from '../client/index.ts';
import { damagedExit } from './damage.ts';
import {
  DamagedFileError,
  faultKinds,
  mannersOf,
  parseFaults,
  parseManners,
  shapeNames,
  startService,
  type ArrivedMail,
  type Service,
  type ServiceManners,
  type ServiceMessage,
  type ServiceOptions,
  type ServiceOrder,
  type ShapeName,
} from './index.ts';
import { mannersHelp, overrideManners } from './manners.ts';
import { writeWhole } from './private-files.ts';

const help = `npm run service -- [options]

A local service with the whole interface. It stores what it is given in SQLite and answers only programs on this machine.

  --port N         the port to listen on (a free one by default)
  --data FILE      where to keep the data (in memory by default)
  --sample         fill a new database with sample data (the default)
  --empty          leave a new database empty
  --reset          throw away what FILE holds and begin anew; other services that have it open go on with the new data;
                   a damaged FILE is kept as FILE.damaged
  --seed N         another sample
  --scale N        N times the sample's 40 events
  --today DATE     the day around which the sample's events lie (YYYY-MM-DD)
  --shape NAME     how replies look: ${shapeNames.join(', ')}
  --dialect LIST   how it does what the interface leaves open, separated by commas; see below
  --dialect-file F a JSON file with the dialect of an environment, whose manners the service takes on
  --outbox FOLDER  where mails and export files go (beside the data by default)
  --faults LIST    faults on demand, as operation:kind[=value][@probability][#times], separated by commas;
                   operation is an id or *, kind is one of
                   ${faultKinds.slice(0, 9).join(', ')},
                   ${faultKinds.slice(9).join(', ')}
  --json           print one line of JSON with eventUrl, ticketUrl, token and eventKey when it is ready
  --help           this text

Dialect: any of these, such as cents,cap=50,put-replaces. UNIT is cents, decimals, whole, text or text-comma.

${mannersHelp('  ')}`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      'port': { type: 'string' },
      'data': { type: 'string' },
      'sample': { type: 'boolean' },
      'empty': { type: 'boolean' },
      'reset': { type: 'boolean' },
      'seed': { type: 'string' },
      'scale': { type: 'string' },
      'today': { type: 'string' },
      'shape': { type: 'string' },
      'dialect': { type: 'string' },
      'dialect-file': { type: 'string' },
      'outbox': { type: 'string' },
      'faults': { type: 'string' },
      'json': { type: 'boolean' },
      'help': { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(help);
  const options: ServiceOptions = {
    ...numbers({ port: values.port, seed: values.seed, scale: values.scale }),
    file: values.data,
    sample: !values.empty,
    reset: values.reset ?? false,
    outbox: values.outbox,
    faults: parseFaults(values.faults ?? ''),
    ...(values.today === undefined ? {} : { today: values.today }),
    ...(values.shape === undefined ? {} : { shape: shapeNamed(values.shape) }),
    dialect: overrideManners(await recordedManners(values['dialect-file']), parseManners(values.dialect ?? '')),
    onMail: (mail) => (process.send ? tellParent({ mail }) : void leaveNote(mail).catch(console.error)),
  };
  const service = await startService(options);
  // Before anybody knows that it runs: a signal would end it without closing its database.
  const end = () => void service.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, end);
  const { eventUrl, ticketUrl, token, eventKey, setAside } = service;
  const ready = { eventUrl, ticketUrl, token, eventKey, setAside };
  const { outbox } = service;
  const key = eventKey === undefined ? '' : `\nKey of the event group: ${eventKey}`;
  const kept = setAside === undefined ? '' : `\nDamaged: kept as ${setAside}`;
  console.log(
    values.json
      ? JSON.stringify({ ...ready, outbox })
      : `Events:  ${eventUrl}\nTickets: ${ticketUrl}\nToken:   ${token}\nOutbox:  ${outbox}${key}${kept}`,
  );
  tellParent({ ready });
  let orders = Promise.resolve();
  process.on('message', (order: ServiceOrder) => {
    orders = orders.then(() => carryOut(service, order)).then(tellParent);
  });
}

/** Started from a shell, it tells by a file beside the mails: an editor may watch for it. */
async function leaveNote(mail: ArrivedMail): Promise<void> {
  const folder = join(dirname(mail.path), 'arrived');
  await writeWhole(join(folder, `${basename(mail.path, '.eml')}.json`), JSON.stringify(mail));
}

/** The editor that started this process listens; a shell does not. */
function tellParent(message: ServiceMessage): void {
  process.send?.(message);
}

async function carryOut(service: Service, order: ServiceOrder): Promise<ServiceMessage> {
  try {
    if ('reset' in order) return { done: order.order, setAside: await service.reset(order.reset.copy) };
    await service.restore(order.restore.copy);
    return { done: order.order };
  } catch (error) {
    return { done: order.order, problem: error instanceof Error ? error.message : String(error) };
  }
}

function numbers<Names extends string>(texts: Record<Names, string | undefined>): Partial<Record<Names, number>> {
  const entries = Object.entries(texts) as [Names, string | undefined][];
  const given = entries.filter((entry): entry is [Names, string] => entry[1] !== undefined);
  for (const [name, text] of given) {
    if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not ${text}`);
  }
  return Object.fromEntries(given.map(([name, text]) => [name, Number(text)])) as Partial<Record<Names, number>>;
}

/** Of a service that somebody has described in a file. */
async function recordedManners(file: string | undefined): Promise<ServiceManners> {
  if (file === undefined) return {};
  let content: unknown;
  try {
    content = JSON.parse((await readFile(file, 'utf8')).replace(/^\ufeff/, ''));
  } catch (error) {
    throw new Error(`--dialect-file: ${file} cannot be read. ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
  const read = readDialect(content);
  if ('problem' in read) throw new Error(`--dialect-file: ${file} is no dialect: ${read.problem}`);
  return mannersOf(read.dialect);
}

function shapeNamed(text: string): ShapeName {
  const found = shapeNames.find((name) => name === text);
  if (!found) throw new Error(`--shape must be one of ${shapeNames.join(', ')}, not ${text}`);
  return found;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof DamagedFileError ? damagedExit : 1;
});
