// A plan that came as a file, as the page shows it: what its steps send, held against what the event has now.
import * as vscode from 'vscode';
import type { Dialect } from '../../client/index.ts';
import { partsOf, sentFields, withoutParts, type EventFile, type PlanFile, type PlanStep } from '../../plans/index.ts';
import { placedItems } from '../../plans/event-file.ts';
import { stepStops, type Looks } from '../../plans/apply.ts';
import { isStepRef } from '../../records/index.ts';
import type { PlannedRecord, PlanPageChoices } from '../../protocol/plan.ts';
import type { PlanState } from './planned-view.ts';
import type { NameOfId, PlanWords } from '../reading/plan-words.ts';

const { l10n } = vscode;

export function fileState(
  file: PlanFile,
  looks: Looks,
  there: EventFile,
  choices: PlanPageChoices,
  dialect: Dialect,
  words: PlanWords,
): PlanState {
  const { title: _title, addresses: _addresses, ...own } = file;
  const leftOut = new Set(choices.leftOut);
  const { plan, alsoLeftOut } = withoutParts(own, leftOut);
  const nameOf = namesIn(file.steps, there);
  const lookOf = (step: PlanStep) => looks.get(file.steps.indexOf(step));
  const parts = partsOf(file.steps).map((part) => ({
    ...part,
    fields: part.steps.flatMap((step) => sentFields(step, dialect)),
    isLeftOut: leftOut.has(part.key) || alsoLeftOut.has(part.key),
  }));
  const records = parts.map(({ key, kind, path, state, steps, fields, isLeftOut }): PlannedRecord => {
    const also = alsoLeftOut.get(key);
    const isDone = steps.every((step) => lookOf(step)?.state === 'done');
    return {
      ...{ key, kind, state, label: path, path: '', depth: 0, isLeftOut },
      fields: fields.map((field) => words.field(field, nameOf)),
      notes: isDone ? [l10n.t('It is so already.')] : [],
      ...(also ? { leftOutWith: also.path } : {}),
    };
  });
  const meant = parts.filter(({ isLeftOut }) => !isLeftOut);
  return {
    plan,
    records,
    counted: meant.map(({ kind, state, fields, path }) => ({ kind, state, fields, path })),
    stops: meant.flatMap(({ steps }) =>
      steps.flatMap((step) => stepStops(step, lookOf(step), dialect).map((text) => ({ text }))),
    ),
    questions: [],
    warnings: [],
    notCompared: [],
    same: [],
    notes: [l10n.t('The plan was made {0}. What it does not name stays as it is.', words.moment(file.made))],
  };
}

/** Items that are there, and those that other steps make. */
function namesIn(steps: readonly PlanStep[], there: EventFile): NameOfId {
  const made = new Map(steps.map(({ id, record }) => [id, record.path]));
  const known = new Map(placedItems(there).map(({ item, path }) => [String(item.id), path]));
  return (id) => (isStepRef(id) ? made.get(id.$step) : known.get(String(id))) ?? String(id);
}
