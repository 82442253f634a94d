// The job of an event as a file: a lot gets another name and a new passkey opens it, by a plan that is read, asked about and applied.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { InitOf } from '../../src/protocol/contract.ts';
import type { PlanContract, PlanEnd, PlanView } from '../../src/protocol/plan.ts';
import type { DeskPage } from './desk.ts';
import type { Verdict } from './expected.ts';
import { given, judge, type JobContext } from './job.ts';

const name = 'Lote planejado';
const passkey = { passkey: 'PLANNED', finish: '2027-05-01 10:00:00' };

export async function applyFile(context: JobContext): Promise<Verdict> {
  const { desk, service, before } = context;
  const { operator } = desk;
  desk.operator = {
    ...operator,
    pick: (rows, title) => (title === 'Plan changes to which event?' ? rows[0] : operator.pick(rows, title)),
  };
  const page = await desk.open('planChanges', vscode.Uri.file(await fileOf(context)));
  const isOpen = given(await page.init<InitOf<PlanContract>>());
  const { said, isAsked } = isOpen ? await apply(page) : stopped;
  const { eventId, item } = service.sample;
  const verdict = await judge(context, said, (_, after) => {
    const id = after.passkeys.find((each) => each.passkey === passkey.passkey)?.id ?? '';
    const made = { id, eventId, ...passkey, start: null, limit: null, itemIds: [item] };
    const items = before.items.map((each) => (each.id === item ? { ...each, name } : each));
    const passkeys = [...before.passkeys, made];
    const open = [...before.passkeys, { ...made, itemIds: [] }];
    return [
      { ...before, items, passkeys },
      { ...before, items, passkeys: open },
      { ...before, items },
      { ...before, passkeys },
      { ...before, passkeys: open },
    ];
  });
  return isAsked && verdict === 'done' ? 'asked' : verdict;
}

/** Of the event only what is to change, in the groups where it stands. */
async function fileOf({ service, before, folder, environment }: JobContext): Promise<string> {
  const { eventId, item } = service.sample;
  let placed: object = { id: idOf(item), name };
  let above = before.items.find(({ id }) => id === item)?.parent;
  while (above) {
    const group = before.items.find(({ id }) => id === above);
    placed = { id: idOf(above), name: group?.name, items: [placed] };
    above = group?.parent;
  }
  const passkeys = [{ ...passkey, items: [{ id: idOf(item) }] }];
  const path = join(folder, 'matrix.boxoffice.json');
  await writeFile(path, JSON.stringify({ event: { id: idOf(eventId), environment }, items: [placed], passkeys }));
  return path;
}

/** As a service writes it. */
function idOf(id: string): string | number {
  return /^\d+$/.test(id) ? Number(id) : id;
}

interface Applied {
  readonly said: 'done' | 'doubt' | 'stopped';
  /** Whether something was asked about the service. */
  readonly isAsked: boolean;
}

const stopped: Applied = { said: 'stopped', isAsked: false };

async function apply(page: DeskPage): Promise<Applied> {
  let view = given(await page.ask<PlanView>('plan', { isAsked: true }));
  const isAsked = view?.questions[0] !== undefined;
  for (let asked = 0; asked < 5 && view?.questions[0]; asked++)
    view = given(await page.ask<PlanView>('answer', { id: view.questions[0].id }));
  if (!view || view.stops.length > 0) return stopped;
  const { changes, readAt } = view;
  assert.equal(changes, 2, view.summary);
  const end = given(await page.ask<PlanEnd>('start', { changes, readAt }));
  if (!end) return stopped;
  const { state, counts } = end;
  const isWhole = state === 'finished' && counts.unknown + counts.left + counts.rejected === 0;
  return { said: isWhole ? 'done' : 'doubt', isAsked };
}
