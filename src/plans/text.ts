// The text of an event file: the same bytes for the same event, and every mistake with its place.
import * as v from 'valibot';
import { isDateTime, parseDate, stringifyJson } from '../client/index.ts';
import { t } from '../client/l10n.ts';
import { hasKeys } from '../client/fields.ts';
import { isObject, type JsonObject } from '../client/replies.ts';
import { parseTree, spanOf, type JsonPath } from '../records/json-tree.ts';
import { syntaxMessage } from '../records/messages.ts';
import { fileFieldsOf, sectionOf, type Kind, type RecordKind } from '../records/index.ts';
import { fileFields, type EventFile } from './event-file.ts';
import { byText } from './read-record.ts';

export interface FileProblem {
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
  readonly path: JsonPath;
  readonly message: string;
  /** No schema can say it. */
  readonly beyondSchema?: true;
}

export class EventFileError extends Error {
  override readonly name = 'EventFileError';
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    super(problems.map(({ path, message }) => (path.length === 0 ? message : `${pathText(path)} ${message}`)).join('\n'));
    this.problems = problems;
  }
}

/** One line for each value, in a fixed order: a difference of two texts is a difference of what they mean. */
export function textOf(event: EventFile): string {
  let text = texts.get(event);
  if (text === undefined) texts.set(event, (text = `${stringifyJson(inOrder(event, fileKinds.file), 2)}\n`));
  return text;
}

/** An event is shown, compared and hashed by its text. */
const texts = new WeakMap<EventFile, string>();

/** Throws an EventFileError that says what is wrong, and where. */
export function parse(text: string): EventFile {
  const { file, problems } = checkText(text);
  if (!file) throw new EventFileError(problems);
  return file;
}

/** A file, or all that is wrong with it. */
export function checkText(text: string): { readonly file?: EventFile; readonly problems: readonly FileProblem[] } {
  const tree = parseTree(text);
  if (tree.problem) return { problems: [{ ...tree.problem, path: [], message: syntaxMessage(tree.problem.rule) }] };
  const { root } = tree;
  const problems = new Checker().check(root.value, fileKinds.file);
  if (problems.length > 0)
    return { problems: problems.map(({ at, ...problem }) => ({ ...problem, ...spanOf(root, problem.path, at) })) };
  const { $schema: _schema, ...file } = root.value as JsonObject;
  return { file: { event: {}, ...file }, problems: [] };
}

function pathText(path: JsonPath): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

/** What a field may be: as much of it as a JSON schema can say, and the rest; `owner`: what it is a field of. */
interface Check {
  readonly schema: v.GenericSchema;
  readonly isRight?: ((value: unknown, owner?: JsonObject) => boolean) | undefined;
  /** The end of a sentence that begins with the field. */
  readonly message: () => string;
}

/** What a part of a file consists of. */
export interface FileKind {
  readonly fields: readonly string[];
  readonly required?: readonly string[];
  readonly checks: Readonly<Record<string, Check>>;
  /** Fields that hold others of their own kind. */
  readonly parts?: Readonly<Record<string, { readonly kind: () => FileKind; readonly shape: 'one' | 'list' | 'named' }>>;
  /** What may stand instead of the whole part. */
  readonly plain?: Check;
}

const whole = v.union([v.bigint(), v.pipe(v.number(), v.integer())]);
const amount = v.pipe(v.string(), v.regex(/^-?\d{1,14}\.\d\d$/));
const date = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d.*)?$/;
const text: Check = { schema: v.string(), message: () => t('must be text') };
const someText: Check = { schema: v.pipe(v.string(), v.regex(/\S/)), message: () => t('must be text, and not empty') };
const name: Check = {
  schema: v.string(),
  // A service may have a record without a name; nobody makes one.
  isRight: (value, owner) => owner?.id !== undefined || v.is(someText.schema, value),
  message: () => t('must be text, and not empty'),
};
const id: Check = { schema: v.union([whole, v.pipe(v.string(), v.nonEmpty())]), message: () => t('must be an id') };
const count: Check = {
  schema: v.pipe(whole, v.minValue(0)),
  isRight: Number.isSafeInteger,
  message: () => t('must be a whole number, 0 or more'),
};
const flag: Check = { schema: v.boolean(), message: () => t('must be true or false') };
const price: Check = {
  schema: v.nullable(amount),
  message: () => t('must be an amount as text with two decimals, such as "120.00"'),
};
const fee: Check = {
  schema: v.union([whole, amount]),
  isRight: (value) => typeof value === 'string' || Number.isSafeInteger(value),
  message: () => t('must be an amount as text with two decimals, such as "12.00", or the number that the service has'),
};
const moment: Check = {
  schema: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/)),
  isRight: (value) => isDateTime(value as string) || parseDate(value as string)?.instant !== undefined,
  message: () => t('must be a time, such as "2027-03-01 10:00:00"'),
};
const dayOrMoment: Check = {
  schema: v.pipe(v.string(), v.regex(date)),
  isRight: (value) => parseDate(value as string) !== undefined,
  message: () => t('must be a day or a time, such as "2027-03-01" or "2027-03-01 10:00:00"'),
};
const zone: Check = {
  schema: v.string(),
  isRight: (value) => isZone(value as string),
  message: () => t('must be the name of a time zone, such as America/Sao_Paulo'),
};
const listOfTexts: Check = { schema: v.array(v.string()), message: () => t('must be a list of texts') };
const plain: Check = {
  schema: v.union([v.string(), v.number(), v.bigint(), v.boolean(), v.null()]),
  message: () => t('must be text, a number or true or false'),
};
const orNull = ({ schema, isRight, message }: Check): Check => ({
  schema: v.nullable(schema),
  isRight: isRight && ((value, owner) => value === null || isRight(value, owner)),
  message,
});

const checksOfKinds: Partial<Record<Kind, Check>> = {
  text: orNull(text),
  count: orNull(count),
  flag,
  dayOrMoment: orNull(dayOrMoment),
};

/** What may stand in the record's own fields, by their kinds. */
function ownChecks(kind: RecordKind): Readonly<Record<string, Check>> {
  const { fields } = sectionOf(kind, 'data');
  return Object.fromEntries(
    fileFieldsOf(kind).map((name) => [name, checksOfKinds[fields[name]?.kind ?? 'text'] ?? orNull(text)]),
  );
}

const period: FileKind = {
  fields: fileFields.period,
  checks: { appCategoryId: id, start: moment, finish: moment, available: count },
};
const item: FileKind = {
  fields: fileFields.item,
  required: ['name'],
  checks: {
    id,
    ...ownChecks('item'),
    name,
    price,
    feeSale: fee,
    feeProducer: fee,
    notKnown: listOfTexts,
  },
  parts: {
    salePeriods: { kind: () => period, shape: 'list' },
    attributes: { kind: () => attribute, shape: 'named' },
    items: { kind: () => item, shape: 'list' },
  },
};
/** Beside plain values, which most are. */
const attribute: FileKind = {
  fields: fileFields.attribute,
  required: ['value', 'type'],
  checks: { value: plain, type: someText },
  plain,
};
const itemRef: FileKind = { fields: fileFields.itemRef, required: ['id'], checks: { id, path: text }, plain: someText };
const passkey: FileKind = {
  fields: fileFields.passkey,
  required: ['passkey'],
  checks: { id, ...ownChecks('passkey'), passkey: name, notKnown: listOfTexts },
  parts: { items: { kind: () => itemRef, shape: 'list' } },
};
const event: FileKind = { fields: fileFields.event, checks: { id, name: text, environment: text } };
const file: FileKind = {
  fields: fileFields.file,
  checks: { timeZone: zone, notKnown: listOfTexts },
  parts: {
    event: { kind: () => event, shape: 'one' },
    items: { kind: () => item, shape: 'list' },
    passkeys: { kind: () => passkey, shape: 'list' },
  },
};

/** The kinds of parts by their names, as `fileFields` has them. */
export const fileKinds = { file, event, item, period, attribute, passkey, itemRef };

interface Found {
  readonly path: JsonPath;
  readonly at: 'key' | 'value';
  readonly message: string;
  readonly beyondSchema?: true;
}

class Checker {
  readonly #problems: Found[] = [];

  check(value: unknown, kind: FileKind): readonly Found[] {
    this.#part(value, kind, []);
    return this.#problems;
  }

  #add(path: JsonPath, message: string, at: Found['at'] = 'value'): void {
    this.#problems.push({ path, at, message });
  }

  #check(path: JsonPath, value: unknown, { schema, isRight, message }: Check, owner?: JsonObject): void {
    if (!v.is(schema, value)) this.#add(path, message());
    else if (isRight?.(value, owner) === false)
      this.#problems.push({ path, at: 'value', message: message(), beyondSchema: true });
  }

  #part(value: unknown, kind: FileKind, path: JsonPath): void {
    if (kind.plain && !isObject(value)) return this.#check(path, value, kind.plain);
    if (!isObject(value)) return this.#add(path, t('must be an object'));
    const isRoot = path.length === 0;
    for (const [key, field] of Object.entries(value)) {
      const at = [...path, key];
      const part = kind.parts?.[key];
      const own = Object.hasOwn(kind.checks, key) ? kind.checks[key] : undefined;
      if (part) this.#parts(field, part.kind(), part.shape, at);
      else if (own) this.#check(at, field, own, value);
      else if (!isRoot || key !== '$schema') this.#add(at, t('is no field of an event file'), 'key');
    }
    for (const key of kind.required ?? []) if (!Object.hasOwn(value, key)) this.#add(path, t('needs the field "{0}"', key));
  }

  #parts(value: unknown, kind: FileKind, shape: 'one' | 'list' | 'named', path: JsonPath): void {
    if (shape === 'one') return this.#part(value, kind, path);
    if (shape === 'named') {
      if (!isObject(value)) return this.#add(path, t('must be an object'));
      for (const [key, part] of Object.entries(value)) this.#part(part, kind, [...path, key]);
      return;
    }
    if (!Array.isArray(value)) return this.#add(path, t('must be a list'));
    for (const [index, part] of (value as unknown[]).entries()) this.#part(part, kind, [...path, index]);
  }
}

/** The fields of a part in their order, and nothing else; a part that has them so, as most have, is not copied. */
function inOrder(value: unknown, kind: FileKind): unknown {
  if (!isObject(value)) return value;
  let ordered = isInOrder(value, kind) ? value : orderedFields(value, kind);
  for (const key in kind.parts) {
    const part = kind.parts[key];
    const field = ordered[key];
    if (!part || field === undefined) continue;
    const inner = partsInOrder(field, part.kind(), part.shape);
    if (inner !== field) ordered = { ...ordered, [key]: inner };
  }
  return ordered;
}

/** For each kind the fields of the latest part that was in order: many parts have the same. */
const latestFields = new WeakMap<FileKind, readonly string[]>();

function isInOrder(value: JsonObject, kind: FileKind): boolean {
  const latest = latestFields.get(kind);
  if (latest && hasKeys(value, latest)) return true;
  const keys = Object.keys(value);
  const places = keys.map((key) => kind.fields.indexOf(key));
  const isOrdered = places.every((place, index) => place > (places[index - 1] ?? -1));
  if (isOrdered) latestFields.set(kind, keys);
  return isOrdered;
}

function orderedFields(value: JsonObject, { fields }: FileKind): JsonObject {
  return Object.fromEntries(fields.flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]])));
}

function partsInOrder(value: unknown, kind: FileKind, shape: 'one' | 'list' | 'named'): unknown {
  if (shape === 'one') return inOrder(value, kind);
  if (!Array.isArray(value)) return namedInOrder(value as JsonObject, kind);
  // Nearly always all of them are.
  const other = value.findIndex((part) => inOrder(part, kind) !== part);
  return other < 0 ? value : value.map((part) => inOrder(part, kind));
}

function namedInOrder(parts: JsonObject, kind: FileKind): JsonObject {
  const names = Object.keys(parts);
  const sorted = names.toSorted(byText);
  const isSame = sorted.every((name, index) => name === names[index] && inOrder(parts[name], kind) === parts[name]);
  return isSame ? parts : Object.fromEntries(sorted.map((name) => [name, inOrder(parts[name], kind)]));
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
