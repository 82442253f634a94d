// `box-office plan`: what would make an event what a file says, to look at and to apply. It only reads.
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { addressesOf, addressText, stringifyJson, UnclaimedItems, type Client, type Row } from '../client/index.ts';
import { namesOfRows } from '../client/item-owners.ts';
import { newFileMode, writeNewFile } from '../files/new-file.ts';
import { placedItems, type FileId } from '../plans/event-file.ts';
import {
  checkPlanText,
  checkText,
  differences,
  planChanges,
  planText,
  readEvent,
  readOwnRecords,
  textOf,
  type EventFile,
  type ReadEvent,
  type PlanFile,
} from '../plans/index.ts';
import { notKnownNotes } from '../plans/plan-notes.ts';
import { NoEvent } from '../plans/read-event.ts';
import { CommandError, exitCodes, RefusedError, UsageError, type Command, type Given, type Io } from './command.ts';
import { connect, connectHelp, connectOptions } from './connect.ts';
import { visible, visibleLines } from './failures.ts';
import { checkEventFile, problemLine, readNamedFile, refuseProblems } from './json-files.ts';
import {
  answered,
  answerHelp,
  choicesOf,
  environmentOf,
  environmentOption,
  eventIdOf,
  matchesOf,
  removalsOf,
  unclaimedOf,
} from './plan-target.ts';
import { dialectNotes, reportOf, type PlanReport } from './plan-text.ts';

export const planCommand: Command = {
  name: 'plan',
  usage: '<file.boxoffice.json> [options]',
  about: 'Compare an event file with the event, and make the plan that turns the one into the other. It only reads.',
  options: [
    { name: 'out', value: 'FILE', about: 'Write the plan (*.boxoffice-plan.json) there, for box-office apply or the editor.' },
    { name: 'event', value: 'ID', about: 'The event, where it is another than the file was read from.' },
    environmentOption,
    {
      name: 'match',
      value: 'PLACE=ID',
      about: 'Which record one of the file is, such as items[0].items[2]=7; =new for none.',
      isMany: true,
    },
    { name: 'remove', value: 'PATH', about: 'Remove a record that is only in the event; else it stays.', isMany: true },
    { name: 'answer', value: 'NAME=VALUE', about: 'Answers what the plan asks; see below.', isMany: true },
    { name: 'all', about: 'Print what stays the same too.' },
    { name: 'exit-code', about: 'Exit with 1 when there are changes.' },
    { name: 'read', value: 'ID', about: 'Read an event as a file instead, and print it or write it to --out.' },
    ...connectOptions,
  ],
  more: `In the tree + is new, ~ changed, - removed, . only in the event, ? not clear which one is meant.
With --json it prints the plan itself, as --out writes it. Nothing is ever written to the service.

Answers
${Object.entries(answerHelp)
  .map(([name, about]) => `  ${name.padEnd(20)}  ${about}`)
  .join('\n')}

${connectHelp}

Examples
  box-office plan --read 1001 --out festival.boxoffice.json
  box-office plan festival.boxoffice.json --out raise.boxoffice-plan.json
  box-office apply raise.boxoffice-plan.json --yes`,
  run: plan,
};

async function plan(given: Given, io: Io): Promise<number> {
  const [file, ...more] = given.positionals;
  const eventId = given.one('read');
  if (eventId !== undefined) {
    if (file !== undefined) throw new UsageError('--read takes no file: it makes one.');
    return save(eventId, given, io);
  }
  if (file === undefined) throw new UsageError('Name the event file (*.boxoffice.json).');
  if (more.length > 0) throw new UsageError('Name one file at a time.');
  const choices = choicesOf(given);
  const wanted = await readWanted(file, given, io);
  const connection = await connect(given, io, { known: answered(given) });
  const { client, dialect, ticketUrl } = connection;
  const environment = environmentOf(given, io, ticketUrl);
  const there = await readWhole(client, eventIdOf(wanted, environment, given), environment, given, io);
  const matches = matchesOf(given, wanted, there);
  await readOwnRecords(client, wanted, there, { ...matches, signal: io.signal });
  const remove = removalsOf(given, differences(there, wanted, matches));
  const planned = planChanges(wanted, there, { ...matches, remove, choices, dialect });
  const report = reportOf(planned, wanted, there, { remove, withSame: given.has('all'), dialect });
  const made = { ...planned.plan, title: `Changes by ${basename(file)}`, addresses: addressesOf(connection) };
  print(report, made, given, io);
  refuse(report);
  const out = given.one('out');
  if (out !== undefined) await write(out, planText(made), io, (text) => checkPlanText(text).plan !== undefined);
  if (given.isJson) io.out(planText(made).trimEnd());
  else if (out !== undefined)
    io.err(visible(`${out} was written. To carry it out: box-office apply ${quoted(out)}${dialectWord(given)} --yes`));
  return given.has('exit-code') && report.changes > 0 ? exitCodes.problems : exitCodes.done;
}

/** An event whose items nobody can tell from those of others is read after a word on them. */
async function readWhole(
  client: Client,
  eventId: FileId,
  environment: string | undefined,
  given: Given,
  io: Io,
): Promise<ReadEvent> {
  const onLeftOut = (rows: readonly Row[]) =>
    io.err(visible(`Note: left out, because nothing shows that they belong to event ${eventId}: ${namesOfRows(rows)}.`));
  try {
    const unclaimed = unclaimedOf(given);
    return await readEvent(client, eventId, { environment, signal: io.signal, unclaimed, onLeftOut });
  } catch (error) {
    if (error instanceof NoEvent)
      throw new RefusedError(visible(`${error.message} No plan and no file was made.`), { event: eventId });
    if (!(error instanceof UnclaimedItems)) throw error;
    const question = `Do these items all belong to event ${eventId}: ${namesOfRows(error.rows)}? Say --answer items=yes, or --answer items=no to leave them out.`;
    throw new RefusedError(visibleLines(['Nothing was planned.', `To answer: ${question}`]), { questions: [question] });
  }
}

async function readWanted(file: string, given: Given, io: Io): Promise<EventFile> {
  const { event, problems } = checkEventFile(await readNamedFile(file, io));
  if (!event) refuseProblems(file, problems);
  else if (!given.isJson) for (const doubt of problems) io.err(problemLine(file, doubt));
  return event as EventFile;
}

function print(report: PlanReport, { event, addresses }: PlanFile, given: Given, io: Io): void {
  const { summary, tree, warnings, notes } = report;
  if (!given.isJson) {
    io.out(visible(`${event.name ?? 'Event'} (${event.id}) in ${event.environment ?? '?'}, ${addressText(addresses)}`));
    io.out(visible(summary));
    for (const line of tree) io.out(visible(line));
  }
  for (const text of warnings) io.err(visible(`Warning: ${text}`));
  for (const text of notes) io.err(visible(`Note: ${text}`));
}

function refuse({ stops, questions, warnings, notes, summary }: PlanReport): void {
  if (stops.length + questions.length === 0) return;
  const lines = [
    'No plan was made.',
    ...stops.map((text) => `Prevented: ${text}`),
    ...questions.map((text) => `To answer: ${text}`),
  ];
  throw new RefusedError(visibleLines(lines), { summary, stops, questions, warnings, notes });
}

/** Writes the event as a file. */
async function save(eventId: string, given: Given, io: Io): Promise<number> {
  if (!/^[^\s/]+$/.test(eventId)) throw new UsageError('--read must be the id of an event.');
  const { client, dialect, ticketUrl } = await connect(given, io);
  const environment = environmentOf(given, io, ticketUrl);
  const event = await readWhole(client, eventId, environment, given, io);
  requireSeen(event, eventId);
  const out = given.one('out');
  const isOurs = (text: string) => String(checkText(text).file?.event.id) === eventId;
  if (out !== undefined) await write(out, textOf(event), io, isOurs);
  const items = placedItems(event).length;
  const passkeys = event.passkeys?.length;
  if (given.isJson && out !== undefined)
    io.out(stringifyJson({ file: out, event: event.event, items, passkeys, notKnown: event.notKnown ?? [] }));
  else if (out === undefined) io.out(textOf(event).trimEnd());
  else
    io.err(visible(`${out} was written. Items and groups: ${items}${passkeys === undefined ? '' : `; passkeys: ${passkeys}`}.`));
  const notKnown = event.notKnown ?? [];
  for (const text of notKnownNotes(notKnown)) io.err(visible(`Note: ${text}`));
  for (const text of dialectNotes(dialect)) io.err(`Note: ${text}`);
  return exitCodes.done;
}

/** An event of which nothing is shown is no empty one: as a rule its id is wrong. */
function requireSeen(event: EventFile, eventId: string): void {
  const isSeen = event.event.name !== undefined || placedItems(event).length + (event.passkeys?.length ?? 0) > 0;
  if (isSeen) return;
  const message = `The service shows nothing of event ${eventId}: no name, no item and no passkey. No file was made.`;
  throw new CommandError(message, 'notShown', exitCodes.failed, { event: eventId });
}

/** Replaces only what it would have written itself: a slip of the pen must not cost a file. */
async function write(name: string, text: string, io: Io, mayReplace: (text: string) => boolean): Promise<void> {
  const path = resolve(io.cwd, name);
  const existing = await readFile(path, 'utf8').catch(() => undefined);
  if (existing !== undefined && !mayReplace(existing))
    throw new RefusedError(`${name} is another file, and is not replaced. Give --out another name.`, { file: name });
  try {
    await writeNewFile(path, newFileMode, (bytes) => bytes(Buffer.from(text)));
  } catch (error) {
    throw new UsageError(`${name} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}).`, {
      file: name,
    });
  }
}

/** What is applied must be understood as it was planned. */
function dialectWord(given: Given): string {
  const file = given.one('dialect');
  return file === undefined ? '' : ` --dialect ${quoted(file)}`;
}

function quoted(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`;
}
