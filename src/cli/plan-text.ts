// A plan as a shell prints it: the tree of what changes, under the names of the file, and what a person has to know of it.
import { stringifyJson, type Dialect } from '../client/index.ts';
import type { EventFile, PlannedChanges, RecordDifference } from '../plans/index.ts';
import type { PlanStop } from '../plans/plan-types.ts';
import {
  notComparedNotes,
  notKnownNotes,
  otherEventText,
  questionText,
  recordNotes,
  stopNotes,
  uniqueQuestions,
  warningNotes,
} from '../plans/plan-notes.ts';
import { changesIn } from '../plans/summary.ts';
import type { PlanQuestion } from '../records/index.ts';

const marks = { new: '+', changed: '~', removed: '-', same: '=', onlyThere: '.', ambiguous: '?' } as const;

export interface PlanReport {
  readonly summary: string;
  readonly changes: number;
  readonly tree: readonly string[];
  /** Why it is refused. */
  readonly stops: readonly string[];
  readonly questions: readonly string[];
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

interface ReportOptions {
  readonly remove: ReadonlySet<string>;
  readonly withSame: boolean;
  readonly dialect: Dialect;
}

export function reportOf(
  planned: PlannedChanges,
  wanted: EventFile,
  there: EventFile,
  { remove, withSame, dialect }: ReportOptions,
): PlanReport {
  const { differences: found } = planned;
  const all: readonly RecordDifference[] = [...found.items, ...found.passkeys];
  const stateOf = (one: RecordDifference): keyof typeof marks =>
    one.state === 'onlyThere' && remove.has(`${one.kind} ${one.id}`) ? 'removed' : one.state;
  const counted = all.map((one) => ({ kind: one.kind, state: stateOf(one), fields: one.fields }));
  const isMade = (kind: string) => counted.some((one) => one.kind === kind && one.state === 'new');
  const { text, total } = changesIn(counted);
  const shown = new Set(
    found.items.filter(({ state, kept }) => withSame || state !== 'same' || kept.length > 0).flatMap(withGroups),
  );
  const records = [
    ...found.items.filter((one) => one.state === 'onlyThere' || (one.wanted && shown.has(one.wanted))),
    ...found.passkeys.filter(({ state, kept }) => withSame || state !== 'same' || kept.length > 0),
  ];
  const same = all.filter(({ state }) => state === 'same').length;
  const asItIs = (field: string) => field;
  return {
    summary: `${text}.`,
    changes: total,
    tree: [
      ...records.flatMap((one) => recordLines(one, stateOf(one))),
      ...(withSame || same === 0 ? [] : [`${marks.same} ${same} as they are`]),
    ],
    stops: stopNotes(planned.stops, isMade).map(({ text: stop, place, answer }) =>
      [...(place === undefined ? [] : [`${place}:`]), stop, ...(answer === undefined ? [] : [stopAnswers[answer]])].join(' '),
    ),
    questions: uniqueQuestions(planned.questions).map((question) => `${questionText(question)} ${answerText(question)}`),
    warnings: warningNotes(planned.warnings).map((note) => note.text),
    notes: [
      ...notComparedNotes(all, asItIs).map((note) => note.text),
      ...(found.isSameEvent ? [] : [otherEventText(wanted)]),
      ...notKnownNotes(there.notKnown),
      ...dialectNotes(dialect),
    ],
  };
}

/** What the dialect leaves open, and a file of the event therefore lacks. */
export function dialectNotes({ amounts, clock }: Dialect): string[] {
  const open = {
    ...(amounts?.items === undefined && { amounts: { items: 'cents', fees: 'cents' } }),
    ...(clock === undefined && { clock: 'America/Sao_Paulo' }),
  };
  if (Object.keys(open).length === 0) return [];
  const names = { amounts: 'in which unit prices are', clock: 'by which clock times are' };
  const what = Object.keys(open).map((name) => names[name as keyof typeof names]);
  return [`The dialect does not say ${what.join(', nor ')}. It does with --dialect and a file such as ${stringifyJson(open)}.`];
}

const stopAnswers: Readonly<Record<NonNullable<PlanStop['answer']>, string>> = {
  lists: 'If it gives its lists whole, add --answer lists=whole; for all plans, say it in the dialect: {"paging":{"by":"none"}}.',
  removal: 'Say it in the dialect: {"removal":null} where it takes nothing but the id, or the payload that it takes.',
};

/** How a shell answers what the page of the editor asks. */
function answerText(question: PlanQuestion): string {
  const inDialect = (...examples: readonly object[]) =>
    `For all plans, say it in the dialect: ${examples.map((example) => stringifyJson(example)).join(' or ')}.`;
  switch (question.kind) {
    case 'amounts':
      return `If they are cents, as the document says, add --answer amounts=cents; else --answer amounts=decimals. ${inDialect({ amounts: { items: 'cents' } })}`;
    case 'fees':
      return `Say it with --answer fees=cents, fees=decimals or fees=number. ${inDialect({ amounts: { fees: 'cents' } })}`;
    case 'clock':
      return inDialect({ clock: 'America/Sao_Paulo' });
    case 'put':
      return `Say it with --answer put=merges or --answer put=replaces. ${inDialect({ put: 'merges' })}`;
    case 'exists':
      return `Say it with --answer ${question.section}=create or --answer ${question.section}=update.`;
    case 'replaceItems':
      return 'If they may, add --answer replaceItems=yes.';
    case 'pastStart':
      return 'If it may, add --answer pastStart=leave-out.';
    case 'notCompared':
      return 'If it may, add --answer notShown=leave; else take it out of the file.';
    case 'createAgain':
      return 'Look at the service, and leave it out of the file if it is there.';
  }
}

function recordLines(difference: RecordDifference, state: keyof typeof marks): string[] {
  const { kind, path, fields, candidates = [], place, wanted } = difference;
  const isNested = kind === 'item' && state !== 'onlyThere' && state !== 'removed';
  const depth = isNested ? withGroups(difference).length - 1 : 0;
  const name = isNested ? (difference.wanted?.item.name ?? path) : kind === 'passkey' ? `passkey ${path}` : path;
  const indent = '  '.repeat(depth);
  const after = {
    ...{ new: '', changed: '', same: '', removed: '  (goes away for good)', onlyThere: '  (only in the event; stays)' },
    ambiguous: candidates.map((id) => `  --match '${place ?? ''}=${id}'`).join(''),
  }[state];
  const values = state === 'same' ? [] : fields.filter(({ field }) => state !== 'new' || !['name', 'passkey'].includes(field));
  return [
    `${indent}${marks[state]} ${name}${after}`,
    ...values.map((each) => `${indent}    ${each.field}: ${valuesText(each, state === 'new')}`),
    ...(wanted ? recordNotes(difference, (field) => field).map((note) => `${indent}    ${note}`) : []),
  ];
}

function valuesText({ before, after }: RecordDifference['fields'][number], isNew: boolean): string {
  return isNew || before === undefined ? valueText(after) : `${valueText(before)} → ${valueText(after)}`;
}

const maxText = 300;

function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  const text = typeof value === 'string' ? value : stringifyJson(value);
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}

function withGroups(difference: RecordDifference) {
  const above: object[] = [];
  if (difference.kind === 'item') for (let one = difference.wanted; one; one = one.parent) above.push(one);
  return above;
}
