// What a person is asked before a tool writes. It names the environment, the operation, the target and the count.
import { visible } from '../../client/unseen.ts';
import { stringifyJson, titleOf, type Operation } from '../../client/index.ts';
import type { Environment } from '../account/environments.ts';
import type { AnyInput } from '../account/connection.ts';
import type { WriteText } from '../records/change-lines.ts';
import { maxAtOnce } from '../../agents/tool-names.ts';

/** `vscode.l10n.t`, or what stands in for it. */
type Translate = (message: string, ...values: (string | number)[]) => string;

interface ToolQuestion {
  readonly title: string;
  readonly lines: readonly string[];
}

const maxPayload = 4000;

export function questionFor(
  t: Translate,
  environment: Environment,
  operation: Operation,
  input: AnyInput,
  change?: WriteText,
): ToolQuestion {
  const { label, protected: isProtected } = environment;
  return {
    title: t('{0} in {1}?', titleOf(operation), label),
    lines: [
      isProtected ? t('Environment: {0} (protected)', label) : t('Environment: {0}', label),
      t('Operation: {0}', `${titleOf(operation)} (${operation.method} ${operation.path})`),
      t('Target: {0}', visible(placeOf(operation, input, change))),
      ...(change?.lines ?? []).map(visible),
      t('Count: {0}', itemCounts(input)),
      ...(['query', 'body'] as const).flatMap((part) => (input[part] ? [partText(t, part, input[part])] : [])),
    ],
  };
}

/** What it is done to, as far as its name could be read: "Festival › Pista (/items/300002)". */
export function placeOf(operation: Operation, input: AnyInput, change: WriteText | undefined): string {
  const target = targetOf(operation, input);
  return change?.path ? `${change.path} (${target})` : target;
}

/** What it is done to, by its path, with the event where only the payload names it: "/passkeys, eventId 7". */
function targetOf({ path }: Operation, input: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(input.path?.[name] ?? ''));
  const { eventId } = input.body ?? {};
  const owner = eventId === undefined ? '' : `, eventId ${stringifyJson(eventId)}`;
  return filled + owner;
}

/**
 * How many records it writes: as many as there are codes, or one.
 * @internal each shape of a payload is counted by itself
 */
export function countOf({ body = {} }: AnyInput): number {
  return Array.isArray(body.codes) ? body.codes.length : 1;
}

function itemCounts(input: AnyInput): string {
  const lists = Object.entries(input.body ?? {}).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const lengths = lists.map(([name, list]) => `${visible(name)}: ${list.length}`);
  return lengths.length > 0 ? `${countOf(input)} (${lengths.join(', ')})` : String(countOf(input));
}

/** Why it is too much for one question, if it is. */
export function excessOf({ body = {} }: AnyInput): { readonly name: string; readonly length: number } | undefined {
  const lists = Object.entries(body).flatMap(([name, list]) => (Array.isArray(list) ? [{ name, length: list.length }] : []));
  return lists.find(({ length }) => length > maxAtOnce);
}

function partText(t: Translate, part: 'query' | 'body', value: unknown): string {
  const whole = visible(stringifyJson(value));
  const shown = whole.length > maxPayload ? `${whole.slice(0, maxPayload)}…` : whole;
  const rest = whole.length - maxPayload;
  const text = part === 'query' ? t('Query: {0}', shown) : t('Payload: {0}', shown);
  return rest > 0 ? `${text} ${t('({0} more characters are not shown)', rest)}` : text;
}
