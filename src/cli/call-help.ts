// What an operation takes, from the table alone: names, units, meanings and rules.
import { fieldMeaning, operations, rulesOf, titleOf, type Group, type InputPart, type Operation } from '../client/index.ts';
import { fieldsIn, meaningOf } from '../client/schemas.ts';
import { namesIn } from './call-input.ts';
import { columns } from './help.ts';

const groupTitles: Readonly<Record<Group, string>> = { event: 'Event group', ticket: 'Ticket group' };
const unitNames = {
  cents: 'in cents',
  percent: 'in percent',
  time: 'YYYY-MM-DD HH:MM:SS',
  dayOrTime: 'YYYY-MM-DD, with or without HH:MM:SS',
};
const all: readonly Operation[] = Object.values(operations);

export function allOperationsHelp(): string {
  const groups = (['event', 'ticket'] as const).map((group) => {
    const rows = all
      .filter((operation) => operation.group === group)
      .map((operation) => [operation.id, lineOf(operation)] as const);
    return `${groupTitles[group]}\n${columns(rows)}`;
  });
  return groups.join('\n\n');
}

function lineOf(operation: Operation): string {
  const marks = [...(operation.effect === 'destroy' ? ['needs --yes'] : []), ...(operation.deprecated ? ['deprecated'] : [])];
  return `${titleOf(operation)}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
}

/** What it does, what it takes, and what must hold before it is sent. */
export function operationHelp(operation: Operation): string {
  const { id, method, path, group, file } = operation;
  const parts = (['path', 'query', 'body'] as const).map((part) => partHelp(operation, part)).filter((text) => text !== '');
  const upload = file ? ['File\n  --file FILE  The file that is uploaded. Required.'] : [];
  const rules = rulesOf(operation);
  return [
    `${lineOf(operation)}: ${method} ${path} of the ${group} group.`,
    `Usage\n  box-office call ${id}${usageOf(operation)} [options]`,
    ...parts,
    ...upload,
    ...(rules.length === 0 ? [] : [`Rules\n${rules.map((rule) => `  ${rule}`).join('\n')}`]),
    'box-office call --help has the options that every operation takes.',
  ].join('\n\n');
}

function usageOf(operation: Operation): string {
  const path = namesIn(operation, 'path', {}).map((name) => ` --path.${name} ID`);
  const query = namesIn(operation, 'query', {})
    .filter((name) => isRequired(operation, 'query', name))
    .map((name) => ` --query.${name} VALUE`);
  const body = namesIn(operation, 'body', {}).some((name) => isRequired(operation, 'body', name)) ? ' --body @file.json' : '';
  const yes = operation.effect === 'destroy' ? ' --yes' : '';
  return [...path, ...query, body, operation.file ? ' --file FILE' : '', yes].join('');
}

const titles: Readonly<Record<InputPart, string>> = { path: 'Path', query: 'Query', body: 'Body' };

function partHelp(operation: Operation, part: InputPart): string {
  const rows = namesIn(operation, part, {}).map((name) => [`--${part}.${name}`, aboutField(operation, part, name)] as const);
  if (part !== 'body' || operation.method === 'GET' || operation.file)
    return rows.length === 0 ? '' : `${titles[part]}\n${columns(rows)}`;
  const whole = ['--body @FILE|-|JSON', 'All of it: a file, standard input, or the JSON itself.'] as const;
  return `${titles[part]}\n${columns([whole, ...rows])}`;
}

function aboutField(operation: Operation, part: InputPart, name: string): string {
  const schema = schemaOf(operation, part, name);
  const unit = schema && meaningOf(schema).unit;
  const pages = part === 'query' && !schema ? pageMeanings[name] : undefined;
  const meaning = fieldMeaning(operation, part, name) ?? pages ?? 'The interface document does not say what it means.';
  const needed = isRequired(operation, part, name) ? ' Required.' : defaultOf(schema);
  return `${meaning}${unit && !saysUnit(meaning, unit) ? ` Unit: ${unitNames[unit]}.` : ''}${needed}`;
}

const pageMeanings: Readonly<Record<string, string>> = {
  page: 'Which page of the list.',
  pageSize: 'How many rows a page has; a service may give fewer.',
};

function saysUnit(meaning: string, unit: keyof typeof unitNames): boolean {
  return meaning.includes(unitNames[unit]) || (unit === 'percent' && /percent/i.test(meaning)) || meaning.includes('YYYY');
}

function schemaOf(operation: Operation, part: InputPart, name: string) {
  return part === 'path' ? undefined : fieldsIn(part === 'query' ? operation.query : operation.body)[name];
}

function isRequired(operation: Operation, part: InputPart, name: string): boolean {
  if (part === 'path') return true;
  const schema = schemaOf(operation, part, name);
  return schema !== undefined && schema.type !== 'optional';
}

function defaultOf(schema: object | undefined): string {
  const { default: value } = (schema ?? {}) as { default?: unknown };
  return value === undefined ? '' : ` Without it: ${JSON.stringify(value)}.`;
}
