// Reads a command line: `--name value`, `--name=value`, and `--` before what only looks like an option.
import { UsageError, type Given, type Option } from './command.ts';

/** What every command takes. */
export const commonOptions: readonly Option[] = [
  { name: 'json', about: 'Print one JSON document, also when it fails.' },
  { name: 'help', about: 'Print this help.' },
];

/** Whether help is asked for, however wrong the rest is. */
export function asksFor(name: string, args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes(name);
}

export function parseArguments(args: readonly string[], options: readonly Option[]): Given {
  const known = [...options, ...commonOptions];
  const positionals: string[] = [];
  const values = new Map<string, string[]>();
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string;
    if (word === '--') {
      positionals.push(...args.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      positionals.push(word);
      continue;
    }
    const [, name = '', joined] = /^--([^=]+)(?:=([^]*))?$/.exec(word) ?? [];
    const option = known.find((each) => fits(each, name));
    if (!option) throw unknownOption(name === '' ? word : `--${name}`, known);
    const given = values.get(name);
    if (given && !option.isMany) throw new UsageError(`--${name} is given twice.`, { option: `--${name}` });
    if (option.value === undefined && joined !== undefined)
      throw new UsageError(`--${name} takes no value.`, { option: `--${name}` });
    const next = args[at + 1];
    const takesNext = option.value !== undefined && joined === undefined;
    // A value that begins with two dashes is far more often one that was forgotten.
    if (takesNext && (next === undefined || next.startsWith('--')))
      throw new UsageError(`--${name} needs a value: --${name}=${option.value}.`, { option: `--${name}` });
    values.set(name, [...(given ?? []), joined ?? (takesNext ? (next as string) : '')]);
    if (takesNext) at++;
  }
  return givenOf(positionals, values);
}

function fits({ name: wanted }: Option, name: string): boolean {
  return wanted.endsWith('.') ? name.startsWith(wanted) && name.length > wanted.length : name === wanted;
}

function givenOf(positionals: readonly string[], values: ReadonlyMap<string, readonly string[]>): Given {
  return {
    positionals,
    values,
    has: (name) => values.has(name),
    one: (name) => values.get(name)?.[0],
    isJson: values.has('json'),
  };
}

function unknownOption(word: string, known: readonly Option[]): UsageError {
  // The nearest name would have the token run as a command.
  if (word === '--token')
    return new UsageError(
      'There is no option --token: others can read the options of a process. Set BOX_OFFICE_TOKEN, or give --token-command a command that prints it.',
      { option: word },
    );
  const near = nearest(
    word,
    known.map(({ name }) => `--${name}`),
  );
  const hint = near === undefined ? '' : ` Did you mean ${near.endsWith('.') ? `${near}NAME` : near}?`;
  return new UsageError(`There is no option ${word}.${hint}`, { option: word });
}

/** The name that a person most likely meant, or nothing when none is near. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const lower = word.toLowerCase();
  const ranked = names
    .map((name) => ({ name, distance: distanceOf(lower, name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  if (best && best.distance <= (word.length < 5 ? 1 : Math.max(2, Math.floor(word.length / 3)))) return best.name;
  return names.find((name) => lower.length > 3 && name.toLowerCase().startsWith(lower));
}

/** How many letters must be added, taken away or changed. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const change = (row[to - 1] as number) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(change, (row[to] as number) + 1, (next[to - 1] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}
