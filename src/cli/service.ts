// `box-office service`: the local service, for trying things and as a double in the tests of others.
import { resolve } from 'node:path';
import {
  dialectHelp,
  leaveNote,
  OtherFileError,
  readyText,
  serviceAbout,
  serviceFlags,
  serviceOptions,
  writeDialect,
} from '../service/flags.ts';
import { startService } from '../service/index.ts';
import { exitCodes, RefusedError, UsageError, type Command, type Given } from './command.ts';

export const serviceCommand: Command = {
  name: 'service',
  usage: '[options]',
  about: `${serviceAbout} It runs until it is stopped.`,
  options: serviceFlags,
  more: `With --json it prints one line when it is ready: eventUrl, ticketUrl, token, eventKey, outbox and dialect. The dialect
is what the other commands take as --dialect; --dialect-out writes it to a file. Nothing leaves this machine:
mails and exports become files in the outbox.

Examples
  box-office service --json --seed 1 --today 2027-01-01
  box-office service --faults 'createPasskey:500@0.3,listItems:latency=2000#1'
  box-office service --dialect cents,put-replaces,cap=50 --dialect-out dialect.json

${dialectHelp}`,
  async run(given, io) {
    const [word] = given.positionals;
    if (word !== undefined) throw new UsageError(`${word} belongs to no option.`);
    const options = await serviceOptions(valuesOf(given)).catch((error: unknown) => {
      throw new UsageError(`${(error as Error).message.replace(/\.$/, '')}.`);
    });
    const out = given.one('dialect-out');
    await writeDialect(out && resolve(io.cwd, out), options).catch((error: unknown) => {
      if (error instanceof OtherFileError) throw new RefusedError(error.message, { file: out });
      throw new UsageError(`--dialect-out: ${out} cannot be written (${codeOf(error) ?? 'unknown reason'}).`, { file: out });
    });
    const service = await startService({
      ...options,
      onMail: (mail) => void leaveNote(mail).catch((error: unknown) => io.err(String(error))),
    }).catch((error: unknown) => {
      // Nothing but the command line and the files that it names can keep it from starting.
      throw new UsageError(cannotStart(error, given));
    });
    io.out(readyText(service, options, given.isJson));
    if (!io.signal.aborted) await new Promise((resolve) => io.signal.addEventListener('abort', resolve, { once: true }));
    await service.stop();
    return exitCodes.done;
  },
};

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function cannotStart(error: unknown, given: Given): string {
  const port = given.one('port');
  if (codeOf(error) === 'EADDRINUSE') return `--port ${port}: another program listens there.`;
  if (codeOf(error) === 'EACCES' && (error as NodeJS.ErrnoException).syscall === 'listen')
    return `--port ${port}: this user may not listen there.`;
  return error instanceof Error ? error.message : String(error);
}

function valuesOf(given: Given): Record<string, string | boolean> {
  return Object.fromEntries(
    serviceFlags
      .filter(({ name }) => given.has(name))
      .map(({ name, value }) => [name, value === undefined ? true : (given.one(name) ?? '')]),
  );
}
