// What a person is told of a plan beside its differences: what prevents it, what has to be answered, what to notice, and what was not compared.
import { countText, l10nKey, t } from '../client/l10n.ts';
import type { PlanQuestion } from '../records/index.ts';
import type { RecordDifference } from './differences.ts';
import type { EventFile } from './event-file.ts';
import type { PlanStop } from './plan-types.ts';
import type { PlanWarning } from './warnings.ts';

/** `place`: where it stands in the file. */
interface PlanNote {
  readonly text: string;
  readonly place?: string;
  readonly answer?: PlanStop['answer'];
}

function note(text: string, place?: string): PlanNote {
  return { text, ...(place === undefined ? {} : { place }) };
}

/** `isMade`: whether the plan makes a record of a kind; some stops are only for those. */
export function stopNotes(stops: readonly PlanStop[], isMade: (kind: 'item' | 'passkey') => boolean): PlanNote[] {
  return stops
    .filter(({ ifNew }) => ifNew === undefined || isMade(ifNew))
    .map(({ record, place, message, answer }) => ({
      ...note(record === undefined ? message : t('{0}: {1}', record, message), place),
      ...(answer === undefined ? {} : { answer }),
    }));
}

/** The same thing is asked once. */
export function uniqueQuestions(questions: readonly PlanQuestion[]): PlanQuestion[] {
  return [...new Map(questions.map((question) => [questionKey(question), question])).values()];
}

/** What holds for each category of sale is said once, and fees that stay are said together: a plan of prices has one for each item. */
export function warningNotes(warnings: readonly PlanWarning[]): PlanNote[] {
  const [first, ...others] = warnings.filter(({ kind }) => kind === 'feeStays');
  const fees = countText(others.length + 1);
  const notes = warnings.flatMap((warning) => {
    if (warning.kind !== 'feeStays' || others.length === 0) return [note(warningText(warning), warning.place)];
    return warning === first ? [note(t('{0} items: their prices change, and their sale fees stay as they are.', fees))] : [];
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

function warningText({ kind, path, other = '', before = '', after = '' }: PlanWarning): string {
  switch (kind) {
    case 'overlap':
      return t('{0} is sold while {1} still is.', path, other);
    case 'gap':
      return t('Between {1} and {0} nothing of the group is sold.', path, other);
    case 'startsBeforeToday':
      return t('{0}: its sale starts before today.', path);
    case 'passkeyStartsBeforeToday':
      return t('{0} starts before today.', path);
    case 'tenfold':
      return t('{0}: an amount goes from {1} to {2}.', path, before, after);
    case 'free':
      return t('{0} costs nothing.', path);
    case 'feeStays':
      return t('{0}: its price changes, and its sale fee stays as it is.', path);
    case 'otherId':
      return t('{0}: the event has none with the id {1}; the one of this name has the id {2}.', path, before, after);
    case 'opensNowhere':
      return t('{0} is hidden, and no passkey opens it: nobody could buy it.', path);
  }
}

type Reason = 'unit' | 'hidden' | 'otherUnit';

const reasonTexts: Readonly<Record<Reason, string>> = {
  unit: l10nKey('Not compared, because nobody has said in which unit the service shows it: {0}.'),
  hidden: l10nKey('Not compared, because the service does not show it: {0}.'),
  otherUnit: l10nKey('Not compared, because the file has it in another unit than the service: {0}.'),
};

/** What a person calls a field. */
type LabelOf = (field: string) => string;

/** Of one record: what was not compared, and what stays though the file does not have it. */
export function recordNotes(difference: RecordDifference, labelOf: LabelOf): string[] {
  const { kept } = difference;
  const names = (list: readonly string[]) => list.map(labelOf).join(', ');
  const notCompared = reasonsOf(difference).map(({ reason, fields }) => {
    const text = reasonTexts[reason];
    return t(text, names(fields));
  });
  return [...notCompared, ...(kept.length > 0 ? [t('Stays, because the interface cannot remove it: {0}.', names(kept))] : [])];
}

/** Why fields of a record were not compared. */
function reasonsOf({
  kind,
  there,
  notCompared,
  openUnits,
}: RecordDifference): { readonly reason: Reason; readonly fields: string[] }[] {
  const isShown = (field: string) =>
    kind === 'item' && (there?.item as Record<string, unknown> | undefined)?.[field] !== undefined;
  const reasons = Map.groupBy(notCompared, (field): Reason =>
    openUnits?.includes(field) ? 'unit' : isShown(field) ? 'otherUnit' : 'hidden',
  );
  return [...reasons].map(([reason, fields]) => ({ reason, fields }));
}

const maxNamed = 3;

/** `attributes of A, B and 3 more; quantity of C`. */
export function namesOfNotCompared(records: readonly RecordDifference[]): string {
  const found = records.flatMap((record) => record.notCompared.map((field) => ({ field, path: record.path })));
  const groups = [...Map.groupBy(found, ({ field }) => field)];
  return groups.map(([field, list]) => t('{0} of {1}', field, pathsOf(list.map(({ path }) => path)))).join('; ');
}

function pathsOf(paths: readonly string[]): string {
  const names = paths.slice(0, maxNamed).join(', ');
  return paths.length > maxNamed ? t('{0} and {1} more', names, countText(paths.length - maxNamed)) : names;
}

/** Each field and reason once, with the first records that it is so for. */
export function notComparedNotes(records: readonly RecordDifference[], labelOf: LabelOf): PlanNote[] {
  const found = records.flatMap((record) =>
    reasonsOf(record).flatMap(({ reason, fields }) => fields.map((field) => ({ reason, label: labelOf(field), record }))),
  );
  return [...Map.groupBy(found, ({ reason, label }) => `${reason} ${label}`).values()].flatMap((list) => {
    const [first] = list;
    if (!first) return [];
    const paths = pathsOf(list.map(({ record }) => record.path));
    const texts: Readonly<Record<Reason, string>> = {
      unit: l10nKey('{0} of {1}: nobody has said in which unit the service shows it.'),
      hidden: l10nKey('{0} of {1}: the service does not show it.'),
      otherUnit: l10nKey('{0} of {1}: the file has it in another unit than the service.'),
    };
    const text = texts[first.reason];
    return [note(t(text, first.label, paths), first.record.place)];
  });
}

/** What an event as it was read lacks: what the service does not show, and amounts whose unit nobody has said. */
export function notKnownNotes(notKnown: readonly string[] = []): string[] {
  const units = notKnown.filter((name) => name.endsWith('.unit')).map((name) => name.replace(/\.unit$/, ''));
  const hidden = notKnown.filter((name) => !/\.(?:unit|complete)$/.test(name));
  return [
    ...(notKnown.includes('items.complete') ? [t('Nothing shows that these are all items of the event.')] : []),
    ...(notKnown.includes('passkeys.complete') ? [t('Nothing shows that these are all passkeys of the event.')] : []),
    ...(hidden.length > 0 ? [t('The service does not show these, and they stay as they are: {0}.', hidden.join(', '))] : []),
    ...(units.length > 0 ? [t('Nobody has said in which unit the service shows these: {0}.', units.join(', '))] : []),
  ];
}

export function otherEventText({ event }: EventFile): string {
  const name = event.name ?? (event.id === undefined ? undefined : String(event.id));
  return name === undefined
    ? t('The file does not say which event it was read from: its records are found by their names.')
    : t('The file was read from {0} ({1}): its records are found by their names.', name, event.environment ?? '?');
}
