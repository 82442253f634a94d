// The jobs that write: the service holds what was meant and nothing else, or the reason was said.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { InitOf, ResultOf } from '../../src/protocol/contract.ts';
import type { ItemContract, SaveReply } from '../../src/protocol/item.ts';
import type { TypedEdit, TypedField } from '../../src/protocol/record-form.ts';
import { rowsOf, textIn } from '../../src/shared/typed-fields.ts';
import { newRow, typing } from '../unit/records/typing.ts';
import type { PasskeyContract } from '../../src/protocol/passkey.ts';
import type { PasskeysContract } from '../../src/protocol/passkeys.ts';
import { until } from '../harness/until.ts';
import type { JobName, Verdict } from './expected.ts';
import type { HeldCode, HeldPeriod } from './holdings.ts';
import { event, given, judge, resource, type Job, type JobContext } from './job.ts';

function saidBySave(reply: SaveReply): 'done' | 'doubt' | 'stopped' {
  if (reply.kind !== 'written') return reply.kind === 'unknownCreation' ? 'doubt' : 'stopped';
  const states = new Set(reply.sections.map(({ state }) => state));
  const areGood = states.size === 1 && states.has('saved') && reply.isReadBack;
  const isAsMeant = reply.beyond.length === 0 && reply.sections.every(({ differences = [] }) => differences.length === 0);
  return areGood && isAsMeant ? 'done' : 'doubt';
}

/** Opens the form of the item, changes something in it and saves. */
async function editItem(
  context: JobContext,
  edit: (form: readonly TypedField[]) => readonly TypedEdit[],
): Promise<'done' | 'doubt' | 'stopped'> {
  const { eventId, item } = context.service.sample;
  const page = await context.desk.open('editItem', resource(context, 'item', item, { eventId }));
  const init = given(await page.init<InitOf<ItemContract>>());
  if (!init) return 'stopped';
  const payload = { edits: edit(init.base), isResolved: false, isAgain: false };
  const reply = given(await page.ask<SaveReply>('save', payload));
  // Whoever sees the price anew, as he has just said what it is, types what he wants beside it.
  const again = reply?.kind === 'problems' && reply.shownAnew ? { ...payload, edits: edit(reply.shownAnew.base) } : undefined;
  const last = again ? given(await page.ask<SaveReply>('save', again)) : reply;
  return last ? saidBySave(last) : 'stopped';
}

async function priceOnly(context: JobContext): Promise<Verdict> {
  const { item } = context.service.sample;
  const held = context.before.items.find(({ id }) => id === item)!;
  const [whole, wanted] = [(held.price ?? 0) / 100, (held.price ?? 0) / 100 + 5];
  // As the service writes it, where that is how anybody would write it.
  const said = await editItem(context, (form) => {
    const shown = textIn(form, 'price');
    const price = shown.includes(String(whole)) ? shown.replace(String(whole), String(wanted)) : `${wanted}.00`;
    return typing(form, { price });
  });
  return judge(context, said, (before) => ({
    ...before,
    items: before.items.map((each) => (each.id === item ? { ...each, price: wanted * 100 } : each)),
  }));
}

async function salePeriod(context: JobContext): Promise<Verdict> {
  const { item } = context.service.sample;
  const isMeant = (each: HeldPeriod) => each.itemId === item && each.appCategoryId === 1;
  const held = context.before.periods.find(isMeant);
  const said = await editItem(context, (form) => {
    const isThere = rowsOf(form, 'salePeriods').some(({ key }) => key === '1');
    const available = '24';
    if (isThere) return [{ section: 'salePeriods', key: '1', name: 'available', text: available }];
    return newRow('salePeriods', '1', { start: held?.start ?? '', finish: held?.finish ?? '', available });
  });
  return judge(context, said, (before) => ({
    ...before,
    periods: before.periods.map((each) => (isMeant(each) ? { ...each, available: 24 } : each)),
  }));
}

async function createItem(context: JobContext): Promise<Verdict> {
  const page = await context.desk.open('createItem', event(context));
  const init = given(await page.init<InitOf<ItemContract>>());
  if (!init) return judge(context, 'stopped', (before) => before);
  const period = { start: '2027-01-10 10:00:00', finish: '2027-01-20 10:00:00', available: '10' };
  const typed = typing(init.base, { name: 'Lote novo', price: '99.00', feeSale: '0', feeProducer: '0' });
  const edits = [...typed, ...newRow('salePeriods', '1', period)];
  const reply = given(await page.ask<SaveReply>('save', { edits, isResolved: false, isAgain: false }));
  const said = reply ? saidBySave(reply) : 'stopped';
  return judge(context, said, (before, after) => {
    const made = after.items.filter(({ id }) => before.items.every((other) => other.id !== id));
    assert.ok(made.length <= 1, 'it was made more than once');
    const [id] = made.map((each) => each.id);
    if (id === undefined) return [];
    // What was not typed is the service's own.
    const bare = { ...made[0]!, eventId: context.service.sample.eventId, name: 'Lote novo' };
    const wanted = { ...bare, price: 9900, feeSale: 0, feeProducer: 0 };
    const { start, finish } = period;
    const periods = [...before.periods, { itemId: id, appCategoryId: 1, start, finish, available: 10 }];
    return [
      { ...before, items: [...before.items, wanted], periods },
      { ...before, items: [...before.items, { ...bare, price: null, feeSale: null, feeProducer: null }] },
    ];
  });
}

async function passkeyWithItems(context: JobContext): Promise<Verdict> {
  const { eventId, opened } = context.service.sample;
  const page = await context.desk.open('createPasskey', event(context));
  const init = given(await page.init<InitOf<PasskeyContract>>());
  if (!init) return judge(context, 'stopped', (before) => before);
  const finish = '2027-05-01 10:00:00';
  const edits = typing(init.base, { passkey: 'MATRIX', finish, itemIds: opened.join('\n') });
  const reply = given(await page.ask<ResultOf<PasskeyContract, 'save'>>('save', { edits, isResolved: false }));
  const isDone =
    reply?.kind === 'done' &&
    reply.isComplete &&
    reply.isReadBack &&
    reply.beyond.length === 0 &&
    reply.sections.every(({ differences = [] }) => differences.length === 0);
  const said = isDone ? 'done' : reply?.kind === 'done' ? 'doubt' : 'stopped';
  return judge(context, said, (before, after) => {
    const id = after.passkeys.find(({ passkey }) => passkey === 'MATRIX')?.id ?? '';
    const made = { id, eventId, passkey: 'MATRIX', start: null, finish, limit: null, itemIds: [...opened].sort() };
    return [made, { ...made, itemIds: [] }].map((passkey) => ({ ...before, passkeys: [...before.passkeys, passkey] }));
  });
}

async function runOf300(context: JobContext): Promise<Verdict> {
  const { desk, before, service } = context;
  const page = await desk.open('createPasskeys', event(context));
  const init = given(await page.init<InitOf<PasskeysContract>>());
  if (!init) return judge(context, 'stopped', () => before);
  const wanted = [...Array.from({ length: 290 }, (_, at) => `RUN-${at + 1}`), ...service.sample.passkeys];
  const pattern = { prefix: '', length: '8', alphabet: '', count: '1' };
  const fields = { codes: wanted.join('\n'), start: '', finish: '', limit: '', itemIds: [], pattern };
  const answer = await page.ask<ResultOf<PasskeysContract, 'start'>>('start', fields);
  // Who gave up at a question has read the reason there.
  if (answer.problem === '') assert.match(desk.said.at(-1) ?? '', /The service does not say how many there are/);
  const reply = answer.problem === '' ? undefined : given(answer);
  if (reply?.kind !== 'ended') return judge(context, 'stopped', () => before);
  await service.settled?.();
  const after = service.holdings();
  const made = after.passkeys.filter(({ id }) => before.passkeys.every((other) => other.id !== id));
  assert.deepEqual(after.passkeys.slice(0, before.passkeys.length), before.passkeys, 'others were changed');
  assert.deepEqual({ ...after, passkeys: [] }, { ...before, passkeys: [] });
  assert.equal(new Set(made.map(({ passkey }) => passkey)).size, made.length, 'some were made twice');
  assert.ok(made.every(({ passkey }) => passkey.startsWith('RUN-') && wanted.includes(passkey)));
  const { counts, state } = reply;
  if (state !== 'finished') {
    assert.ok(counts.made <= made.length && counts.existed <= 10, JSON.stringify(reply));
    return made.length === 0 ? 'stopped' : 'partly';
  }
  assert.deepEqual([counts.made, counts.existed, counts.unknown, counts.left], [made.length, 10, 0, 0]);
  assert.equal(counts.rejected, 290 - made.length);
  return made.length === 290 ? 'done' : 'partly';
}

async function upload(context: JobContext): Promise<Verdict> {
  const { desk, before, service, folder } = context;
  const fresh = Array.from({ length: 20 }, (_, at) => `UP-${at + 1}`);
  const there = before.codes
    .filter((each) => each.itemId === service.sample.stocked)
    .slice(0, 5)
    .map(({ code }) => code);
  const path = join(folder, 'codes.csv');
  await writeFile(path, service.codesFile([...fresh, ...there]));
  await desk.run('uploadCodes', vscode.Uri.file(path), event(context));
  const isEnd = (text: string) =>
    !text.includes('| Upload') &&
    !text.startsWith('Upload codes to') &&
    !text.includes('belong to Spring') &&
    !text.includes('belong to 7');
  const said = await until('what became of it is said', () => desk.said.find(isEnd));
  await service.settled?.();
  const after = service.holdings();
  const idsBefore = new Set(before.codes.map(({ id }) => id));
  const [old, made] = [true, false].map((wasThere) => after.codes.filter(({ id }) => idsBefore.has(id) === wasThere)) as [
    HeldCode[],
    HeldCode[],
  ];
  assert.deepEqual({ ...after, codes: old }, before);
  assert.ok(made.every(({ code }) => fresh.includes(code)));
  const [, stored, wanted] = /(\d+) of (\d+) codes uploaded/.exec(said) ?? [];
  if (stored === undefined) {
    assert.match(said, /not known|could not|not be/i);
    return made.length === 0 ? 'stopped' : 'partly';
  }
  assert.deepEqual([Number(stored), Number(wanted)], [made.length, 25], said);
  assert.match(said, /5 were there already/);
  assert.doesNotMatch(said, /rejected/);
  assert.equal(made.length, 20);
  return 'done';
}

async function deleteCode(context: JobContext): Promise<Verdict> {
  const { desk, before, service } = context;
  const { eventId, item } = service.sample;
  const gone = before.codes.find((each) => each.itemId === item)!;
  await desk.run('deleteCode', resource(context, 'code', gone.id, { label: gone.code, itemId: item, eventId }));
  const said = await until('what became of it is said', () =>
    desk.said.filter((text) => !text.startsWith('Delete Code:')).at(-1),
  );
  const isDone = /1 deleted/.test(said) && !/not known/.test(said);
  const isStopped = !isDone && desk.said.every((text) => !text.startsWith('Delete Code:'));
  return judge(context, isDone ? 'done' : isStopped ? 'stopped' : 'doubt', () => ({
    ...before,
    codes: before.codes.filter(({ id }) => id !== gone.id),
  }));
}

async function deleteTicketCodes(context: JobContext): Promise<Verdict> {
  const { desk, before, service } = context;
  const all = before.codes.filter(({ itemId }) => itemId === service.sample.namesake);
  const gone = all.filter(({ used }) => used === 0 || !service.keepsUsed);
  await desk.run('deleteEventCodes', event(context));
  const isQuestion = (text: string) => text.startsWith('Delete Codes of Ticket:') || text.includes('belong to');
  const said = await until('what became of it is said', () => desk.said.filter((text) => !isQuestion(text)).at(-1));
  const isAsked = desk.said.some((text) => text.startsWith('Delete Codes of Ticket:'));
  if (isAsked)
    assert.ok(
      desk.said.some((text) => isQuestion(text) && text.includes(`${all.length} codes`)),
      desk.said.join('\n'),
    );
  const isDone = new RegExp(`(?:^|(?<!of )\\b)${gone.length} (?:(?:of \\d+ )?codes? .*)?deleted`).test(said);
  const kept = all.length - gone.length;
  if (isDone && kept > 0) assert.match(said, new RegExp(`Not deleted: ${kept}\\b`));
  const verdict = await judge(context, isDone ? 'done' : isAsked ? 'doubt' : 'stopped', () => ({
    ...before,
    codes: before.codes.filter((each) => !gone.includes(each)),
  }));
  return isDone && kept > 0 ? 'partly' : verdict;
}

export const writingJobs = {
  'price only': priceOnly,
  'sale period': salePeriod,
  'create item': createItem,
  'passkey with items': passkeyWithItems,
  'run of 300': runOf300,
  'upload': upload,
  'delete one code': deleteCode,
  'delete codes of one ticket': deleteTicketCodes,
} satisfies Readonly<Partial<Record<JobName, Job>>>;
