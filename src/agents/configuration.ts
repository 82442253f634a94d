// What is pasted into the settings of another program so that it has the tools that read. Secrets stand in it by the names of variables.
import { createHash } from 'node:crypto';
import type { Dialect, Group } from '../client/index.ts';
import { credentialParts, ownNames, sendsToken } from '../client/credential-forms.ts';
import type { Launch } from './launch.ts';
import { dialectForReading, keysVariable } from './setup.ts';

/** How a program writes the value of a variable: `${NAME}`, `${env:NAME}`, or a question of its own. */
export const configurationStyles = ['plain', 'prefixed', 'asked'] as const;
export type ConfigurationStyle = (typeof configurationStyles)[number];

interface Place {
  readonly name: string;
  readonly eventUrl: string;
  readonly ticketUrl: string;
  readonly dialect: Dialect;
}

interface Configuration {
  readonly text: string;
  /** Those that the person has to set, or is asked for. */
  readonly variables: readonly string[];
}

const groups = ['event', 'ticket'] as const satisfies readonly Group[];

export function configurationFor(place: Place, launch: Launch, style: ConfigurationStyle): Configuration {
  const { name, eventUrl, ticketUrl } = place;
  const dialect = dialectForReading(place.dialect);
  const sent = groups.map((group) => ({ group, parts: credentialParts(dialect, group) }));
  const names = sent.map(({ group, parts }) => ({ group, own: ownNames(parts) }));
  const isShared = (key: string) => names.every(({ own }) => own.includes(key));
  const variables: string[] = [];
  /** One for each environment, so that a program can have the tools of several. */
  const valueOf = (...words: string[]) => {
    const wanted = variableOf(name, ...words);
    const variable = variables.includes(wanted) ? `${wanted}_${variables.length + 1}` : wanted;
    variables.push(variable);
    return referenceTo(variable, style);
  };
  const keysOf = (group: Group, own: readonly string[]) =>
    JSON.stringify(Object.fromEntries(own.map((key) => [key, valueOf(...(isShared(key) ? [group, key] : [key]))])));
  const env = {
    ...launch.env,
    BOX_OFFICE_EVENT_URL: eventUrl,
    BOX_OFFICE_TICKET_URL: ticketUrl,
    ...(Object.keys(dialect).length > 0 ? { BOX_OFFICE_DIALECT: JSON.stringify(dialect) } : {}),
    ...(sent.some(({ parts }) => sendsToken(parts)) ? { BOX_OFFICE_TOKEN: valueOf('token') } : {}),
    ...Object.fromEntries(names.flatMap(({ group, own }) => (own.length > 0 ? [[keysVariable[group], keysOf(group, own)]] : []))),
  };
  const server = { command: launch.command, args: launch.args, env };
  const servers = { [`box-office-${lettersOf(name).toLowerCase().replaceAll('_', '-')}`]: server };
  const inputs = variables.map((id) => ({ type: 'promptString', id, description: id, password: true }));
  const whole = style === 'asked' ? { ...(inputs.length > 0 ? { inputs } : {}), servers } : { mcpServers: servers };
  return { text: `${JSON.stringify(whole, undefined, 2)}\n`, variables };
}

function referenceTo(variable: string, style: ConfigurationStyle): string {
  return { plain: `\${${variable}}`, prefixed: `\${env:${variable}}`, asked: `\${input:${variable}}` }[style];
}

/** BOX_OFFICE_STG_X_API_KEY */
function variableOf(...words: string[]): string {
  return ['BOX_OFFICE', ...words.map(lettersOf)].join('_');
}

/** Without accents. What has other letters too gets a sum of them: two environments that share a variable would share a secret. */
function lettersOf(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  const letters = plain.replace(/[^A-Z\d]+/g, '_');
  if (!/(?![A-Z\d])[\p{L}\p{N}]/u.test(plain)) return letters;
  const sum = createHash('sha256').update(plain).digest('hex').slice(0, 6).toUpperCase();
  return [letters.replace(/^_|_$/g, ''), sum].filter(Boolean).join('_');
}
