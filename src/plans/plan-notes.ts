// What a person is told of a plan beside its differences: what prevents it, what has to be answered, what to notice, and what was not compared.
import { countText, l10nKey, t } from '../client/l10n.ts';
import type { PlanQuestion, RecordKind } from '../records/index.ts';
import type { RecordDifference } from './differences.ts';
import { fieldAt, type EventFile } from './event-file.ts';
import type { PlanStop } from './plan-types.ts';
import { present } from './read-record.ts';
import type { PlanWarning } from './warnings.ts';

/** `place`: where it stands in the file. */
interface PlanNote {
  readonly text: string;
  readonly place?: string | undefined;
  readonly answer?: PlanStop['answer'];
}

/** `isMade`: whether the plan makes a record of a kind; some stops are only for those. */
export function stopNotes(stops: readonly PlanStop[], isMade: (kind: RecordKind) => boolean): PlanNote[] {
  return stops
    .filter(({ ifNew }) => ifNew === undefined || isMade(ifNew))
    .map(({ record, place, message, answer }) =>
      present({ text: record === undefined ? message : t('{0}: {1}', record, message), place, answer }),
    );
}

/** The same thing is asked once, with its first example. */
export function uniqueQuestions(questions: readonly PlanQuestion[]): PlanQuestion[] {
  return [...Map.groupBy(questions, questionKey).values()].flatMap((same) => same.slice(0, 1));
}

/** What holds for each category of sale is said once, and fees that stay are said together: a plan of prices has one for each item. */
export function warningNotes(warnings: readonly PlanWarning[]): PlanNote[] {
  const staying = warnings.filter(({ kind }) => kind === 'feeStays');
  const [first, ...others] = staying.length > 1 ? staying : [];
  const notes = warnings.flatMap((warning): PlanNote[] => {
    if (others.includes(warning)) return [];
    if (warning !== first) return [{ text: warningText(warning), place: warning.place }];
    return [{ text: t('{0} items: their prices change, and their sale fees stay as they are.', countText(staying.length)) }];
  });
  return [...new Map(notes.map((one) => [`${one.place ?? ''} ${one.text}`, one])).values()];
}

export function questionKey(question: PlanQuestion): string {
  return question.kind === 'exists' ? `exists ${question.section}` : question.kind;
}

/** What has to be known before a plan is applied; each is asked as the forms ask it. */
export function questionText(question: PlanQuestion): string {
  switch (question.kind) {
    case 'amounts':
      return t('The service shows a price as {0}: is that in cents?', String(question.value));
    case 'fees':
      return t('The service shows a fee as {0}: is that an amount or a plain number?', String(question.value));
    case 'clock':
      return t('By which clock does the service take {0}?', question.time);
    case 'exists':
      return t('The service does not show all that an item has: is what the plan writes there already?');
    case 'put':
      return t('Does the service keep what an update does not carry?');
    case 'replaceItems':
      return t('The service does not show which items a passkey opens: may they be replaced?');
    case 'pastStart':
      return t(
        'A passkey has started ({0}), and no update may carry that start. This service clears what an update does not carry: may it?',
        question.start,
      );
    case 'notCompared':
      return t('What the service has of this cannot be compared: {0}. May the plan leave it as it is?', question.fields);
    case 'createAgain':
      return t('It is not known whether {0} was created. Create it again?', question.passkey);
  }
}

const warningTexts: Readonly<Record<PlanWarning['kind'], string>> = {
  overlap: l10nKey('{0} is sold while {1} still is.'),
  gap: l10nKey('Between {1} and {0} nothing of the group is sold.'),
  startsBeforeToday: l10nKey('{0}: its sale starts before today.'),
  passkeyStartsBeforeToday: l10nKey('{0} starts before today.'),
  tenfold: l10nKey('{0}: an amount goes from {1} to {2}.'),
  free: l10nKey('{0} costs nothing.'),
  feeStays: l10nKey('{0}: its price changes, and its sale fee stays as it is.'),
  otherId: l10nKey('{0}: the event has none with the id {1}; the one of this name has the id {2}.'),
  startLeftOut: l10nKey('{0} started {1}. No update may carry that start: a service that replaces what it has clears it.'),
  opensNowhere: l10nKey('{0} is hidden, and no passkey opens it: nobody could buy it.'),
};

function warningText({ kind, path, other, before = '', after = '' }: PlanWarning): string {
  const text = warningTexts[kind];
  return t(text, path, other ?? before, after);
}

type Reason = 'unit' | 'hidden' | 'otherUnit';

/** Why fields were not compared: of one record, and of many. */
const reasonTexts: Readonly<Record<Reason, readonly [ofOne: string, ofMany: string]>> = {
  unit: [
    l10nKey('Not compared, because nobody has said in which unit the service shows it: {0}.'),
    l10nKey('{0} of {1}: nobody has said in which unit the service shows it.'),
  ],
  hidden: [
    l10nKey('Not compared, because the service does not show it: {0}.'),
    l10nKey('{0} of {1}: the service does not show it.'),
  ],
  otherUnit: [
    l10nKey('Not compared, because the file has it in another unit than the service: {0}.'),
    l10nKey('{0} of {1}: the file has it in another unit than the service.'),
  ],
};

/** What a person calls a field. */
type LabelOf = (field: string) => string;

/** Of one record: what was not compared, and what stays though the file does not have it. */
export function recordNotes(difference: RecordDifference, labelOf: LabelOf): string[] {
  const { notCompared, kept } = difference;
  const names = (list: readonly string[]) => list.map(labelOf).join(', ');
  const reasons = Map.groupBy(notCompared, (field) => reasonOf(field, difference));
  const notes = [...reasons].map(([reason, fields]) => {
    const [text] = reasonTexts[reason];
    return t(text, names(fields));
  });
  return [...notes, ...(kept.length > 0 ? [t('Stays, because the interface cannot remove it: {0}.', names(kept))] : [])];
}

/** Why a field of a record was not compared. */
function reasonOf(field: string, { kind, there, openUnits }: RecordDifference): Reason {
  if (openUnits?.includes(field)) return 'unit';
  return kind === 'item' && there && fieldAt(there.item, field) !== undefined ? 'otherUnit' : 'hidden';
}

const maxNamed = 3;

/** `attributes of A, B and 3 more; quantity of C` */
export function namesOfNotCompared(records: readonly RecordDifference[]): string {
  const found = records.flatMap(({ notCompared, path }) => notCompared.map((field) => ({ field, path })));
  const groups = [...Map.groupBy(found, ({ field }) => field)];
  return groups.map(([field, list]) => t('{0} of {1}', field, pathsOf(list))).join('; ');
}

function pathsOf(records: readonly { readonly path: string }[]): string {
  const names = records.slice(0, maxNamed).map(({ path }) => path);
  const more = records.length - maxNamed;
  return more > 0 ? t('{0} and {1} more', names.join(', '), countText(more)) : names.join(', ');
}

/** Each field and reason once, with the first records that it is so for. */
export function notComparedNotes(records: readonly RecordDifference[], labelOf: LabelOf): PlanNote[] {
  const found = records.flatMap((record) =>
    record.notCompared.map((field) => ({ ...record, reason: reasonOf(field, record), label: labelOf(field) })),
  );
  return [...Map.groupBy(found, ({ reason, label }) => `${reason} ${label}`).values()].flatMap((list) =>
    list.slice(0, 1).map(({ reason, label, place }) => {
      const [, text] = reasonTexts[reason];
      return { text: t(text, label, pathsOf(list)), place };
    }),
  );
}

/** What an event as it was read lacks: what the service does not show, and amounts whose unit nobody has said. */
export function notKnownNotes(notKnown: readonly string[] = []): string[] {
  const units = notKnown.filter((name) => name.endsWith('.unit')).map((name) => name.replace(/\.unit$/, ''));
  const hidden = notKnown.filter((name) => !/\.(?:unit|complete)$/.test(name));
  const notes = [
    notKnown.includes('items.complete') && t('Nothing shows that these are all items of the event.'),
    notKnown.includes('passkeys.complete') && t('Nothing shows that these are all passkeys of the event.'),
    hidden.length > 0 && t('The service does not show these, and they stay as they are: {0}.', hidden.join(', ')),
    units.length > 0 && t('Nobody has said in which unit the service shows these: {0}.', units.join(', ')),
  ];
  return notes.filter((note) => note !== false);
}

export function otherEventText({ event }: EventFile): string {
  const name = event.name ?? (event.id === undefined ? undefined : String(event.id));
  return name === undefined
    ? t('The file does not say which event it was read from: its records are found by their names.')
    : t('The file was read from {0} ({1}): its records are found by their names.', name, event.environment ?? '?');
}
