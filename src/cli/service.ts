// `box-office service`: the local service, for trying things and as a double in the tests of others.
import { dialectHelp, leaveNote, readyText, serviceAbout, serviceFlags, serviceOptions } from '../service/flags.ts';
import { startService } from '../service/index.ts';
import { exitCodes, UsageError, type Command, type Given } from './command.ts';

export const serviceCommand: Command = {
  name: 'service',
  usage: '[options]',
  about: `${serviceAbout} It runs until it is stopped.`,
  options: serviceFlags,
  more: `With --json it prints one line when it is ready: eventUrl, ticketUrl, token, eventKey and outbox. Nothing leaves this
machine: mails and exports become files in the outbox.

Examples
  box-office service --json --seed 1 --today 2027-01-01
  box-office service --faults 'createPasskey:500@0.3,listItems:latency=2000#1'
  box-office service --dialect cents,put-replaces,cap=50

${dialectHelp}`,
  async run(given, io) {
    const [word] = given.positionals;
    if (word !== undefined) throw new UsageError(`${word} belongs to no option.`);
    const options = await serviceOptions(valuesOf(given)).catch((error: unknown) => {
      throw new UsageError(`${(error as Error).message.replace(/\.$/, '')}.`);
    });
    const service = await startService({
      ...options,
      onMail: (mail) => void leaveNote(mail).catch((error: unknown) => io.err(String(error))),
    }).catch((error: unknown) => {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      throw isTaken ? new UsageError(`--port ${given.one('port')}: another program listens there.`) : error;
    });
    io.out(readyText(service, given.isJson));
    if (!io.signal.aborted) await new Promise((resolve) => io.signal.addEventListener('abort', resolve, { once: true }));
    await service.stop();
    return exitCodes.done;
  },
};

function valuesOf(given: Given): Record<string, string | boolean> {
  return Object.fromEntries(
    serviceFlags
      .filter(({ name }) => given.has(name))
      .map(({ name, value }) => [name, value === undefined ? true : (given.one(name) ?? '')]),
  );
}
