// `box-office mcp`: the server of the Model Context Protocol, with the addresses and the token that every command takes.
import { setupFrom } from '../agents/setup.ts';
import { exitCodes, UsageError, type Command } from './command.ts';
import { connectHelp, connectOptions, variablesOf } from './connect.ts';

export const mcpCommand: Command = {
  name: 'mcp',
  usage: '[options]',
  about: 'Serve an agent over the Model Context Protocol, on standard input and output. It only reads.',
  // The server has its own patience.
  options: connectOptions.filter(({ name }) => name !== 'timeout'),
  more: `${connectHelp}

Every line that it prints is JSON, with or without --json. It ends with its input.

Example, as an agent's settings have it
  { "command": "npx", "args": ["--no", "box-office", "mcp"], "env": { "BOX_OFFICE_TICKET_URL": "…", … } }`,
  async run(given, io) {
    const variables = await variablesOf(given, io);
    const setup = setupFrom({ ...io.env, ...variables });
    if ('problem' in setup) throw new UsageError(setup.problem);
    // It reads the variables of its process, as when the editor starts it.
    Object.assign(process.env, variables);
    const ended = new Promise<void>((resolve) => {
      process.stdin.once('end', resolve);
      process.stdin.once('close', resolve);
      io.signal.addEventListener('abort', () => process.stdin.destroy(), { once: true });
    });
    await import('../agents/main.ts');
    await ended;
    return exitCodes.done;
  },
};
