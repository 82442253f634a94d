// What the variables of the process say of an environment: where it is, what is known of its service, and what each group sends.
import { readDialect, unknownDialect, type Dialect, type Group } from '../client/index.ts';
import { credentialParts, ownNames } from '../client/credential-forms.ts';
import { oddCharacterIn } from '../client/odd-characters.ts';

type Keys = Readonly<Record<string, string>>;

interface Setup {
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly dialect: Dialect;
  readonly token: string | undefined;
  readonly keys: Readonly<Record<Group, Keys>>;
}

export type Variables = Readonly<Record<string, string | undefined>>;

export const keysVariable = { event: 'BOX_OFFICE_EVENT_KEYS', ticket: 'BOX_OFFICE_TICKET_KEYS' } as const;
const groups = ['event', 'ticket'] as const;

/** The parts of a dialect that a program which only reads needs; none of them holds a secret. */
export function dialectForReading({ token, amounts, paging, fields, success }: Dialect): Dialect {
  return {
    ...(token && { token }),
    ...(amounts && { amounts }),
    ...(paging && { paging }),
    ...(fields && { fields }),
    ...(success && { success }),
  };
}

/** The environment, or what is wrong; never with the text of a secret. */
export function setupFrom(variables: Variables): Setup | { readonly problem: string } {
  const { BOX_OFFICE_EVENT_URL: eventUrl, BOX_OFFICE_TICKET_URL: ticketUrl } = variables;
  if (!eventUrl || !ticketUrl)
    return {
      problem:
        'Set BOX_OFFICE_EVENT_URL and BOX_OFFICE_TICKET_URL to the addresses of the service, and BOX_OFFICE_TOKEN to its token.',
    };
  const { value: token, problem } = valueIn(variables, 'BOX_OFFICE_TOKEN', variables.BOX_OFFICE_TOKEN);
  if (problem !== undefined) return { problem };
  const odd = oddCharacterIn(token?.trim() ?? '');
  if (odd !== undefined) return { problem: `BOX_OFFICE_TOKEN has ${odd}. Copy it again as plain text.` };
  const read = dialectIn(variables.BOX_OFFICE_DIALECT);
  if ('problem' in read) return read;
  const keys: Record<Group, Keys> = { event: {}, ticket: {} };
  for (const group of groups) {
    const found = keysIn(variables, keysVariable[group]);
    if ('problem' in found) return found;
    const parts = credentialParts(read.dialect, group);
    const missing = ownNames(parts).find((name) => !Object.hasOwn(found.keys, name));
    if (missing !== undefined)
      return {
        problem: `Set ${keysVariable[group]} to ${JSON.stringify({ [missing]: '(your key)' })}: the ${group} group wants it.`,
      };
    keys[group] = found.keys;
  }
  return { eventUrl, ticketUrl, dialect: read.dialect, token, keys };
}

function dialectIn(text: string | undefined): ReturnType<typeof readDialect> {
  if (!text) return { dialect: unknownDialect };
  const read = readDialect(jsonIn(text));
  return 'problem' in read ? { problem: `BOX_OFFICE_DIALECT cannot be used: ${read.problem}.` } : read;
}

function keysIn(variables: Variables, name: string): { readonly keys: Keys } | { readonly problem: string } {
  const text = variables[name];
  if (!text) return { keys: {} };
  const keys = jsonIn(text);
  const isObject = typeof keys === 'object' && keys !== null && !Array.isArray(keys);
  if (!isObject || !Object.values(keys).every((key) => typeof key === 'string'))
    return { problem: `${name} must be JSON with the name of each header or query parameter and its key.` };
  const read: Record<string, string> = {};
  for (const [of, given] of Object.entries(keys as Keys)) {
    const { value: key = '', problem } = valueIn(variables, name, given);
    if (problem !== undefined) return { problem };
    const odd = oddCharacterIn(key.trim());
    if (odd !== undefined) return { problem: `The key of ${of} in ${name} has ${odd}. Copy it again as plain text.` };
    read[of] = key;
  }
  return { keys: read };
}

interface Value {
  readonly value?: string | undefined;
  readonly problem?: string;
}

/** Not every program puts the value of a variable in before it starts this one; a secret that is none is not sent anywhere. */
function valueIn(variables: Variables, name: string, given: string | undefined): Value {
  const [, variable] = reference.exec(given ?? '') ?? [];
  if (variable === undefined) return { value: given };
  const value = variables[variable];
  if (value && !reference.test(value)) return { value };
  return {
    problem: `${name} refers to the variable ${variable}, which is not set for this program. Set it where the program is started that starts this one.`,
  };
}

const reference = /^\$\{(?:env:)?([^{}]*)\}$/;

/** Undefined, which is no object, where it is no JSON: its words would quote the text. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function secretsOf({ token, keys }: Setup): string[] {
  return [...(token ? [token] : []), ...groups.flatMap((group) => Object.values(keys[group]))];
}
