// How a shell says what service it wants: the same words for `npm run service` and for the command of the package.
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readDialect, type Dialect } from '../client/index.ts';
import {
  faultKinds,
  mannersOf,
  parseFaults,
  shapeNames,
  type ArrivedMail,
  type Service,
  type ServiceManners,
  type ServiceOptions,
  type ShapeName,
} from './index.ts';
import { mannersHelp, mannersOn } from './manners.ts';
import { dialectOf } from './own-dialect.ts';
import { writeWhole } from './private-files.ts';

interface ServiceFlag {
  readonly name: string;
  /** What its value is called; absent: it takes none. */
  readonly value?: string;
  readonly about: string;
}

export const serviceFlags: readonly ServiceFlag[] = [
  { name: 'port', value: 'N', about: 'the port to listen on (a free one by default)' },
  { name: 'data', value: 'FILE', about: 'where to keep the data (in memory by default)' },
  { name: 'sample', about: 'fill a new database with sample data (the default)' },
  { name: 'empty', about: 'leave a new database empty' },
  {
    name: 'reset',
    about:
      'throw away what FILE holds and begin anew; other services that have it open go on with the new data;\n' +
      'a damaged FILE is kept as FILE.damaged',
  },
  { name: 'seed', value: 'N', about: 'another sample' },
  { name: 'scale', value: 'N', about: "N times the sample's 40 events" },
  { name: 'today', value: 'DATE', about: "the day around which the sample's events lie (YYYY-MM-DD)" },
  { name: 'shape', value: 'NAME', about: `how replies look: ${shapeNames.join(', ')}` },
  {
    name: 'dialect',
    value: 'LIST',
    about: 'what it does otherwise than the interface says, or beside it, separated by commas; see below',
  },
  {
    name: 'dialect-file',
    value: 'F',
    about: 'a JSON file with the dialect of an environment, whose manners the service takes on',
  },
  {
    name: 'dialect-out',
    value: 'F',
    about: 'writes there what is to be known of this service, for the --dialect of those who call it',
  },
  { name: 'outbox', value: 'FOLDER', about: 'where mails and export files go (beside the data by default)' },
  {
    name: 'faults',
    value: 'LIST',
    about:
      'faults on demand, as operation:kind[=value][@probability][#times], separated by commas;\n' +
      'operation is an id or *, kind is one of\n' +
      `${faultKinds.slice(0, 9).join(', ')},\n${faultKinds.slice(9).join(', ')}`,
  },
];

export const serviceAbout =
  'A local service that does what the interface says. It stores what it is given in SQLite and answers only programs on this machine.';

export const dialectHelp = `Dialect: any of these, such as decimals,cap=50,put-replaces. UNIT is cents, decimals, whole, text or text-comma.

${mannersHelp('  ')}`;

/** The options of the values that the flags were given; a flag without a value is true. */
export async function serviceOptions(values: Readonly<Record<string, string | boolean | undefined>>): Promise<ServiceOptions> {
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const [today, shape] = [text('today'), text('shape')];
  if (values.empty && values.sample) throw new Error('Give --empty or --sample, not both');
  return {
    ...numbers({ port: text('port'), seed: text('seed'), scale: text('scale') }),
    file: text('data'),
    sample: !values.empty,
    reset: values.reset === true,
    outbox: text('outbox'),
    faults: parseFaults(text('faults') ?? ''),
    ...(today === undefined ? {} : { today }),
    ...(shape === undefined ? {} : { shape: shapeNamed(shape) }),
    dialect: mannersOn(await recordedManners(text('dialect-file')), text('dialect') ?? ''),
  };
}

/** Another file is never replaced: `--dialect-file`, which reads somebody's own dialect, is easily mistaken for `--dialect-out`. */
export class OtherFileError extends Error {}

/** Writes what is to be known of the service where that is wanted, before anybody hears that it runs. */
export async function writeDialect(path: string | undefined, { dialect = {} }: ServiceOptions): Promise<void> {
  if (path === undefined) return;
  const text = `${JSON.stringify(dialectOf(dialect), undefined, 2)}\n`;
  const existing = await readFile(path, 'utf8').catch((error: unknown) =>
    (error as NodeJS.ErrnoException).code === 'ENOENT' ? text : undefined,
  );
  if (existing !== text)
    throw new OtherFileError(`--dialect-out: ${path} is another file, and is not replaced. Give it another name.`);
  await writeWhole(path, text);
}

/** What whoever started it waits for. */
export function readyText(service: Service, { dialect = {} }: ServiceOptions, isJson: boolean): string {
  const { eventUrl, ticketUrl, token, eventKey, setAside, outbox } = service;
  const known: Dialect = dialectOf(dialect);
  if (isJson) return JSON.stringify({ eventUrl, ticketUrl, token, eventKey, setAside, outbox, dialect: known });
  const key = eventKey === undefined ? '' : `\nKey of the event group: ${eventKey}`;
  const kept = setAside === undefined ? '' : `\nDamaged: kept as ${setAside}`;
  return `Events:  ${eventUrl}\nTickets: ${ticketUrl}\nToken:   ${token}\nOutbox:  ${outbox}${key}${kept}`;
}

/** Started from a shell, it tells by a file beside the mails: an editor may watch for it. */
export async function leaveNote(mail: ArrivedMail): Promise<void> {
  const folder = join(dirname(mail.path), 'arrived');
  await writeWhole(join(folder, `${basename(mail.path, '.eml')}.json`), JSON.stringify(mail));
}

function numbers<Names extends string>(texts: Record<Names, string | undefined>): Partial<Record<Names, number>> {
  const entries = Object.entries(texts) as [Names, string | undefined][];
  const given = entries.filter((entry): entry is [Names, string] => entry[1] !== undefined);
  for (const [name, text] of given) {
    if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not ${text}`);
    if (name === 'port' && Number(text) > 65_535) throw new Error(`--port must be at most 65535, not ${text}`);
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
