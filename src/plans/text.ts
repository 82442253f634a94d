// The text of an event file: the same bytes for the same event, and every mistake with its place.
import * as v from 'valibot';
import { isDateTime, parseDate, stringifyJson } from '../client/index.ts';
import { l10nKey, t } from '../client/l10n.ts';
import { ownField } from '../client/fields.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { parseTree, spanOf, type JsonPath } from '../records/json-tree.ts';
import { syntaxMessage } from '../records/messages.ts';
import { fileFieldsOf, sectionOf, type Kind, type RecordKind } from '../records/index.ts';
import { hashText } from '../runs/index.ts';
import { placeText, type EventFile } from './event-file.ts';
import { byText } from './read-record.ts';

export interface FileProblem {
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
  readonly path: JsonPath;
  readonly message: string;
  /** No schema can say it. */
  readonly beyondSchema?: boolean | undefined;
}

export class EventFileError extends Error {
  override readonly name = 'EventFileError';
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    super(problems.map(({ path, message }) => `${placeText(path)} ${message}`.trim()).join('\n'));
    this.problems = problems;
  }
}

/** One line for each value, in a fixed order: a difference of two texts is a difference of what they mean. */
export const textOf = keptFor((event) => `${stringifyJson(inOrder(event, fileKinds.file), 2)}\n`);

/** What a plan was made from. */
export const hashOf = keptFor((event) => hashText(textOf(event)));

/** An event is shown and compared by its text, and planned again after each answer of a person. */
function keptFor(work: (event: EventFile) => string): (event: EventFile) => string {
  const known = new WeakMap<EventFile, string>();
  return (event) => {
    const text = known.get(event) ?? work(event);
    known.set(event, text);
    return text;
  };
}

/** Throws an EventFileError that says what is wrong, and where. */
export function parse(text: string): EventFile {
  const { file, problems } = checkText(text);
  if (!file) throw new EventFileError(problems);
  return file;
}

/** A file, or all that is wrong with it. */
export function checkText(text: string): { readonly file?: EventFile; readonly problems: readonly FileProblem[] } {
  const { value, problems } = checkedTree(text, (root, add) => checkPart(root, fileKinds.file, [], add));
  if (!isObject(value) || problems.length > 0) return { problems };
  const { $schema: _schema, ...file } = value;
  return { file: { event: {}, ...file }, problems };
}

/** `at`: whether the key or the value is wrong. */
export type AddProblem = (path: JsonPath, message: string, at?: 'key' | 'value', beyondSchema?: boolean) => void;

/** What a text holds, with each problem where it stands. */
export function checkedTree(
  text: string,
  check: (value: unknown, add: AddProblem) => void,
): { readonly value?: unknown; readonly problems: readonly FileProblem[] } {
  const tree = parseTree(text);
  if (tree.problem) return { problems: [{ ...tree.problem, path: [], message: syntaxMessage(tree.problem.rule) }] };
  const { root } = tree;
  const problems: FileProblem[] = [];
  check(root.value, (path, message, at, beyondSchema) => {
    problems.push({ path, message, beyondSchema, ...spanOf(root, path, at) });
  });
  return { value: root.value, problems };
}

/** What a field may be: as much of it as a JSON schema can say, and the rest; `owner`: what it is a field of. */
interface Check {
  readonly schema: v.GenericSchema;
  readonly isRight?: ((value: unknown, owner: unknown) => boolean) | undefined;
  /** The end of a sentence that begins with the field. */
  readonly message: string;
}

/** A field that holds parts of another kind. */
export interface FileParts {
  readonly kind: () => FileKind;
  readonly shape: 'one' | 'list' | 'named';
}

/** What a part of a file consists of. */
export interface FileKind {
  /** In the order in which they are written. */
  readonly fields: Readonly<Record<string, Check | FileParts>>;
  readonly required?: readonly string[];
  /** What may stand instead of the whole part. */
  readonly plain?: Check;
}

const whole = v.union([v.bigint(), v.pipe(v.number(), v.integer())]);
const amount = v.pipe(v.string(), v.regex(/^-?\d{1,14}\.\d\d$/));
const date = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d.*)?$/;
const text: Check = { schema: v.string(), message: l10nKey('must be text') };
const someText: Check = { schema: v.pipe(v.string(), v.regex(/\S/)), message: l10nKey('must be text, and not empty') };
const name: Check = {
  schema: v.string(),
  // A service may have a record without a name; nobody makes one.
  isRight: (value, owner) => (owner as JsonObject).id !== undefined || v.is(someText.schema, value),
  message: someText.message,
};
const id: Check = { schema: v.union([whole, v.pipe(v.string(), v.nonEmpty())]), message: l10nKey('must be an id') };
const count: Check = {
  schema: v.pipe(whole, v.minValue(0)),
  isRight: Number.isSafeInteger,
  message: l10nKey('must be a whole number, 0 or more'),
};
const flag: Check = { schema: v.boolean(), message: l10nKey('must be true or false') };
const price: Check = {
  schema: v.nullable(amount),
  message: l10nKey('must be an amount as text with two decimals, such as "120.00"'),
};
const fee: Check = {
  schema: v.union([whole, amount]),
  isRight: (value) => typeof value === 'string' || Number.isSafeInteger(value),
  message: l10nKey('must be an amount as text with two decimals, such as "12.00", or the number that the service has'),
};
const moment: Check = {
  schema: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/)),
  isRight: (value) => isDateTime(value as string) || parseDate(value as string)?.instant !== undefined,
  message: l10nKey('must be a time, such as "2027-03-01 10:00:00"'),
};
const dayOrMoment: Check = {
  schema: v.pipe(v.string(), v.regex(date)),
  isRight: (value) => parseDate(value as string) !== undefined,
  message: l10nKey('must be a day or a time, such as "2027-03-01" or "2027-03-01 10:00:00"'),
};
const zone: Check = {
  schema: v.string(),
  isRight: (value) => isZone(value as string),
  message: l10nKey('must be the name of a time zone, such as America/Sao_Paulo'),
};
const listOfTexts: Check = { schema: v.array(v.string()), message: l10nKey('must be a list of texts') };
const plain: Check = {
  schema: v.union([v.string(), v.number(), v.bigint(), v.boolean(), v.null()]),
  message: l10nKey('must be text, a number or true or false'),
};
const orNull = ({ schema, isRight, message }: Check): Check => ({
  schema: v.nullable(schema),
  isRight: isRight && ((value, owner) => value === null || isRight(value, owner)),
  message,
});

const checksOfKinds: Partial<Record<Kind, Check>> = {
  count: orNull(count),
  flag,
  dayOrMoment: orNull(dayOrMoment),
};

/** What may stand in the record's own fields, by their kinds. */
function ownFields(kind: RecordKind): Readonly<Record<string, Check>> {
  const { fields } = sectionOf(kind, 'data');
  return Object.fromEntries(
    fileFieldsOf(kind).map((field) => [field, checksOfKinds[fields[field]?.kind ?? 'text'] ?? orNull(text)]),
  );
}

const period: FileKind = { fields: { appCategoryId: id, start: moment, finish: moment, available: count } };
/** Beside plain values, which most are. */
const attribute: FileKind = { fields: { value: plain, type: someText }, required: ['value', 'type'], plain };
const item: FileKind = {
  fields: {
    id,
    ...ownFields('item'),
    name,
    price,
    feeSale: fee,
    feeProducer: fee,
    salePeriods: { kind: () => period, shape: 'list' },
    attributes: { kind: () => attribute, shape: 'named' },
    notKnown: listOfTexts,
    items: { kind: () => item, shape: 'list' },
  },
  required: ['name'],
};
const itemRef: FileKind = { fields: { id, path: text }, required: ['id'], plain: someText };
const passkey: FileKind = {
  fields: {
    id,
    ...ownFields('passkey'),
    passkey: name,
    items: { kind: () => itemRef, shape: 'list' },
    notKnown: listOfTexts,
  },
  required: ['passkey'],
};
const event: FileKind = { fields: { id, name: text, environment: text } };
const file: FileKind = {
  fields: {
    event: { kind: () => event, shape: 'one' },
    timeZone: zone,
    items: { kind: () => item, shape: 'list' },
    passkeys: { kind: () => passkey, shape: 'list' },
    notKnown: listOfTexts,
  },
};

/** The kinds of parts by their names. */
export const fileKinds = { file, event, item, period, attribute, passkey, itemRef };

function checkValue(value: unknown, { schema, isRight, message }: Check, owner: unknown, path: JsonPath, add: AddProblem): void {
  if (!v.is(schema, value)) add(path, t(message));
  else if (isRight?.(value, owner) === false) add(path, t(message), 'value', true);
}

function checkPart(value: unknown, kind: FileKind, path: JsonPath, add: AddProblem): void {
  if (kind.plain && !isObject(value)) return checkValue(value, kind.plain, undefined, path, add);
  if (!isObject(value)) return add(path, t('must be an object'));
  for (const [key, field] of Object.entries(value)) {
    const at = [...path, key];
    const own = ownField(kind.fields, key);
    if (own && 'kind' in own) checkParts(field, own, at, add);
    else if (own) checkValue(field, own, value, at, add);
    else if (path.length > 0 || key !== '$schema') add(at, t('is no field of an event file'), 'key');
  }
  for (const key of kind.required ?? []) if (!Object.hasOwn(value, key)) add(path, t('needs the field "{0}"', key));
}

function checkParts(value: unknown, { kind, shape }: FileParts, path: JsonPath, add: AddProblem): void {
  if (shape === 'one') return checkPart(value, kind(), path, add);
  if (shape === 'list' && !Array.isArray(value)) return add(path, t('must be a list'));
  if (shape === 'named' && !isObject(value)) return add(path, t('must be an object'));
  const parts: Iterable<[string | number, unknown]> = Array.isArray(value)
    ? (value as unknown[]).entries()
    : Object.entries(value as JsonObject);
  for (const [key, part] of parts) checkPart(part, kind(), [...path, key], add);
}

/** The fields of a part in their order, and nothing else. */
function inOrder(value: unknown, { fields }: FileKind): unknown {
  if (!isObject(value)) return value;
  const ordered: Record<string, unknown> = {};
  for (const key in fields) {
    const [own, field] = [value[key], fields[key]];
    if (own !== undefined && field) ordered[key] = 'kind' in field ? partsInOrder(own, field) : own;
  }
  return ordered;
}

function partsInOrder(value: unknown, { kind, shape }: FileParts): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map((part) => inOrder(part, kind()));
  if (shape === 'one') return inOrder(value, kind());
  const named = Object.entries(value as JsonObject).sort(([one], [other]) => byText(one, other));
  return Object.fromEntries(named.map(([key, part]) => [key, inOrder(part, kind())]));
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
