// The help of a command, in the shape that people know from other tools.
import { commonOptions } from './arguments.ts';
import type { Command, Option } from './command.ts';

const widest = 30;

export const exitCodesHelp = `Exit codes
  0    done
  1    done, and there are problems, which are printed
  2    the command line is wrong, or a file that it names cannot be read or written
  3    refused, as without --yes or for a file with problems; nothing was sent
  4    the service or the network failed, or the service refused it
  5    not known whether the service carried it out: look there before you send it again
  6    done, but its output or a file with its result could not be written
  130  cancelled; a write that was under way ends with 5`;

export function helpOf({ name, usage, about, options, more }: Command): string {
  const parts = [
    about,
    `Usage\n  box-office ${name} ${usage}`.trimEnd(),
    `Options\n${optionLines([...options, ...commonOptions])}`,
    ...(more === undefined ? [] : [more]),
    exitCodesHelp,
  ];
  return parts.join('\n\n');
}

function optionLines(options: readonly Option[]): string {
  return columns(
    options.map(({ name, value, about }) => [
      `--${name}${name.endsWith('.') ? 'NAME' : ''}${value === undefined ? '' : ` ${value}`}`,
      about,
    ]),
  );
}

/** Two columns; a long first one has the second below it. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(widest, Math.max(0, ...rows.map(([first]) => first.length)));
  return rows
    .map(([first, second]) => {
      const lines = second.split('\n').join(`\n${' '.repeat(width + 4)}`);
      if (first.length > width) return `  ${first}\n${' '.repeat(width + 4)}${lines}`;
      return `  ${first.padEnd(width)}  ${lines}`.trimEnd();
    })
    .join('\n');
}
