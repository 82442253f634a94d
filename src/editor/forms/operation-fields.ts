// The fields of an operation's form, from its row in the table; and what was typed into them, as the operation's input.
import type * as v from 'valibot';
import { fieldMeaning, parseJson, type Dialect, type InputPart, type Operation } from '../../client/index.ts';
import { pathNames } from '../../client/addresses.ts';
import { t } from '../../client/l10n.ts';
import { fieldsIn, meaningOf } from '../../client/schemas.ts';
import type { OperationField, OperationTexts } from '../../protocol/operation.ts';
import type { AnyInput } from '../account/connection.ts';
import { problemsOf, readTyped, withField, type CheckContext } from '../ask/input-fields.ts';

/** What is known of a service that a form can offer: what featured events are asked for with, and the names of categories. */
interface Offers extends Pick<Dialect, 'featured'> {
  readonly categories?: readonly string[];
}

export function operationFields(operation: Operation, { featured, categories = [] }: Offers = {}): OperationField[] {
  const initials = operation.id === 'getFeatured' ? (featured as Readonly<Record<string, string>> | undefined) : undefined;
  return documentedFields(operation).map((field) => {
    const subject = operation.subjects?.[field.part]?.[field.name];
    const initial = (field.part === 'query' ? initials?.[field.name] : undefined) ?? field.initial;
    if (subject === 'category') return { ...field, initial, choices: [...categories] };
    return { ...field, initial, ...(subject !== undefined && { canPick: true }) };
  });
}

function documentedFields(operation: Operation): OperationField[] {
  const fieldsOf = (part: 'query' | 'body'): OperationField[] => [
    ...Object.entries(fieldsIn(operation[part])).map(([name, schema]) => fieldOf(operation, part, name, schema)),
    // Whatever else there is.
    { key: part, name: part, part, kind: 'json', isRequired: false, choices: [], initial: '' },
  ];
  // A file goes alone, and a read takes nothing but parameters.
  const takesBody = operation.method !== 'GET' && operation.file !== true;
  const path = pathNames(operation.path).map((name) => fieldOf(operation, 'path', name));
  return [...path, ...fieldsOf('query'), ...(takesBody ? fieldsOf('body') : [])];
}

/** As much as is looked at of a schema. */
interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly options?: readonly unknown[];
  readonly wrapped?: Shape;
  readonly default?: unknown;
  readonly literal?: unknown;
  readonly item?: Shape;
  readonly pipe?: readonly { readonly type: string }[];
}

function fieldOf(operation: Operation, part: InputPart, name: string, given?: v.GenericSchema): OperationField {
  const schema = (given ?? { type: 'string' }) as Shape;
  const isOptional = schema.type === 'optional';
  const meantAs = isOptional && schema.wrapped ? schema.wrapped : schema;
  // Null clears, which a field cannot tell from nothing.
  const inner = meantAs.type === 'nullable' && meantAs.wrapped ? meantAs.wrapped : meantAs;
  const kind = kindOf(inner);
  const choices = kind === 'choice' ? ((inner.options ?? [inner.literal]) as string[]) : [];
  const meaning = fieldMeaning(operation, part, name);
  const hint = meaning === undefined ? {} : { meaning: t(meaning) };
  return { key: `${part}.${name}`, name, part, kind, isRequired: !isOptional, choices, initial: initialOf(schema), ...hint };
}

function initialOf({ default: value }: Shape): string {
  if (typeof value === 'string') return value;
  return value === undefined || (Array.isArray(value) && value.length === 0) ? '' : JSON.stringify(value, undefined, 2);
}

function kindOf(schema: Shape): OperationField['kind'] {
  switch (schema.type) {
    case 'picklist':
    case 'literal':
      return 'choice';
    case 'number':
      return 'number';
    case 'array':
      return schema.item?.type === 'union' && isRecord(schema.item) ? 'json' : 'list';
    case 'union':
      return isNumber(schema) ? 'number' : 'text';
    default:
      return isTime(schema) ? 'time' : 'text';
  }
}

function isRecord({ options = [] }: Shape): boolean {
  return (options as Shape[]).some(({ entries }) => entries !== undefined);
}

/** An id of digits only: none of its shapes is any text. */
function isNumber({ options = [] }: Shape): boolean {
  const shapes = options as Shape[];
  const isAnyText = ({ type, pipe = [] }: Shape) => type === 'string' && !pipe.some((action) => action.type === 'regex');
  return shapes.some(({ type }) => type === 'number') && !shapes.some(isAnyText);
}

function isTime(schema: Shape): boolean {
  const { unit } = meaningOf(schema as unknown as v.GenericSchema);
  return unit === 'time' || unit === 'dayOrTime';
}

/** What was typed, as the operation takes it; every problem has the key of its field. */
export function readForm(operation: Operation, texts: OperationTexts, context: CheckContext) {
  const problems: { field: string; message: string }[] = [];
  const fields = operationFields(operation);
  let input: AnyInput = {};
  for (const field of fields) {
    const text = texts[field.key] ?? '';
    if (text.trim() === '') continue;
    const read = field.key === field.part ? readRest(field.part, text, input) : readField(operation, input, field, text, context);
    if (read.problem === undefined) input = read.input;
    else problems.push({ field: field.key, message: read.problem });
  }
  const known = new Set(fields.map(({ key }) => key));
  for (const { field, message } of [...missing(fields, texts), ...problemsOf(operation, input, context)]) {
    const key = keyIn(field, known);
    if (!problems.some((problem) => problem.field === key)) problems.push({ field: key, message });
  }
  return { input, problems };
}

type ReadPart = { readonly input: AnyInput; readonly problem?: undefined } | { readonly problem: string };

function readField(operation: Operation, input: AnyInput, field: OperationField, text: string, context: CheckContext): ReadPart {
  const target = { part: field.part, name: field.name };
  if (field.kind === 'list') return { input: withField(input, target, lines(text)) };
  const read = readTyped(operation, input, target, text, context);
  return read.problem === undefined ? { input: withField(input, target, read.value) } : { problem: read.problem };
}

/** One entry a line. */
function lines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function readRest(part: InputPart, text: string, input: AnyInput): ReadPart {
  try {
    const rest = parseJson(text);
    if (typeof rest !== 'object' || rest === null || Array.isArray(rest))
      return { problem: t('This must be an object: { "field": value }') };
    return { input: { ...input, [part]: { ...rest, ...(input[part] as object | undefined) } } };
  } catch (error) {
    return { problem: t('This is not JSON: {0}', (error as Error).message) };
  }
}

/** A query that may also be of another shape takes nothing at all; its form asks for the document's own. */
function missing(fields: readonly OperationField[], texts: OperationTexts): { field: string; message: string }[] {
  const isEmpty = (key: string) => (texts[key] ?? '').trim() === '';
  return fields
    .filter(({ key, part, isRequired }) => isRequired && isEmpty(key) && (part === 'path' || isEmpty(part)))
    .map(({ key }) => ({ field: key, message: t('A value is needed here.') }));
}

/** `body.filters.0.name` stands at the field `body.filters`, and what has no field at the rest of its part. */
function keyIn(field: string, known: ReadonlySet<string>): string {
  const [part = '', name = ''] = field.split('.');
  return known.has(`${part}.${name}`) ? `${part}.${name}` : part;
}
