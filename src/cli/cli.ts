// The command line as a function: what was typed, where it runs, and the exit code.
import { visibleJson } from '../client/unseen.ts';
import { asksFor, nearest, parseArguments } from './arguments.ts';
import { exitCodes, UsageError, type Command, type Io } from './command.ts';
import { reportFailure } from './failures.ts';
import { columns, exitCodesHelp, helpOf } from './help.ts';

/** Each is loaded when it is named: `--help` must not wait for a database. */
const commands: Readonly<Record<string, { readonly about: string; load(): Promise<Command> }>> = {
  call: { about: 'Call one operation of the service', load: async () => (await import('./call.ts')).callCommand },
  check: { about: 'Find the problems of a file of codes', load: async () => (await import('./check.ts')).checkCommand },
  plan: { about: 'Compare an event file with the service', load: async () => (await import('./plan.ts')).planCommand },
  apply: { about: 'Carry out what a plan shows', load: async () => (await import('./apply.ts')).applyCommand },
  service: {
    about: 'Run the local service, to try things or for tests',
    load: async () => (await import('./service.ts')).serviceCommand,
  },
  mcp: { about: 'Serve agents over the Model Context Protocol', load: async () => (await import('./mcp.ts')).mcpCommand },
};

const help = `Work with an event-ticketing service from a shell.

Usage
  box-office <command> [options]

Commands
${columns(Object.entries(commands).map(([name, { about }]) => [name, about]))}

Every command takes --help and --json.
  box-office --version   print the version

Where and who
  BOX_OFFICE_EVENT_URL   address of the event group, or --event-url
  BOX_OFFICE_TICKET_URL  address of the ticket group, or --ticket-url
  BOX_OFFICE_TOKEN       the token, or --token-command

${exitCodesHelp}

Try it
  box-office service                  a service with sample data on this machine
  box-office call --help              all operations
  box-office call listItems --help    what one of them takes`;

export async function runCli(args: readonly string[], around: Io): Promise<number> {
  const io: Io = { ...around, out: (line) => around.out(visibleJson(line)), err: (line) => around.err(visibleJson(line)) };
  const [name, ...rest] = args;
  const isJson = asksFor('--json', args);
  if (name === undefined) {
    io.err(help);
    return exitCodes.usage;
  }
  if (name === '--version' || name === '-v') {
    const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
    io.out(isJson ? JSON.stringify({ version: manifest.version }) : manifest.version);
    return exitCodes.done;
  }
  const explain = (text: string) => io.out(isJson ? JSON.stringify({ help: text }) : text);
  try {
    const [topic] = rest;
    if (name === '--help' || name === '-h' || name === 'help') {
      if (topic !== undefined && !topic.startsWith('-')) return await runCli([topic, ...rest.slice(1), '--help'], io);
      explain(help);
      return exitCodes.done;
    }
    const command = await commandNamed(name);
    const { options } = command;
    if (asksFor('--help', rest) || asksFor('-h', rest)) {
      explain(command.helpFor?.(rest.filter((word) => !word.startsWith('-'))) ?? helpOf(command));
      return exitCodes.done;
    }
    return await command.run(parseArguments(rest, options), io);
  } catch (error) {
    const known = Object.hasOwn(commands, name) ? `box-office ${name}` : 'box-office';
    return reportFailure(error, io, { isJson, name: known });
  }
}

async function commandNamed(name: string): Promise<Command> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry) return entry.load();
  if (name.startsWith('-')) throw new UsageError(`The command comes before its options, as in box-office call ${name}.`);
  const near = nearest(name, Object.keys(commands));
  throw new UsageError(`There is no command ${name}.${near === undefined ? '' : ` Did you mean ${near}?`}`);
}
