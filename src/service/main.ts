// The local service in a process of its own: from a shell, or started by the editor.
import { parseArgs } from 'node:util';
import { damagedExit } from './damage.ts';
import { dialectHelp, leaveNote, readyText, serviceAbout, serviceFlags, serviceOptions, writeDialect } from './flags.ts';
import { DamagedFileError, startService, type Service, type ServiceMessage, type ServiceOrder } from './index.ts';

const column = 17;
const words = [
  ...serviceFlags,
  { name: 'json', about: 'print one line of JSON with eventUrl, ticketUrl, token, eventKey and dialect when it is ready' },
  { name: 'help', about: 'this text' },
];
const lines = words.map(
  ({ name, value, about }) =>
    `  ${`--${name}${value === undefined ? '' : ` ${value}`} `.padEnd(column)}${about.replaceAll('\n', `\n  ${' '.repeat(column)}`)}`,
);
const help = `npm run service -- [options]\n\n${serviceAbout}\n\n${lines.join('\n')}\n\n${dialectHelp}`;

async function main(): Promise<void> {
  const flags = words.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const);
  const parsed = parseArgs({ options: { ...Object.fromEntries(flags), help: { type: 'boolean', short: 'h' } } });
  const values: Readonly<Record<string, string | boolean | undefined>> = parsed.values;
  if (values.help) return console.log(help);
  const options = await serviceOptions(values);
  const out = values['dialect-out'];
  await writeDialect(typeof out === 'string' ? out : undefined, options);
  const service = await startService({
    ...options,
    onMail: (mail) => (process.send ? tellParent({ mail }) : void leaveNote(mail).catch(console.error)),
  });
  // Before anybody knows that it runs: a signal would end it without closing its database.
  const end = () => void service.stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(signal, end);
  const { eventUrl, ticketUrl, token, eventKey, setAside } = service;
  console.log(readyText(service, options, values.json === true));
  tellParent({ ready: { eventUrl, ticketUrl, token, eventKey, setAside } });
  let orders = Promise.resolve();
  process.on('message', (order: ServiceOrder) => {
    orders = orders.then(() => carryOut(service, order)).then(tellParent);
  });
}

/** The editor that started this process listens; a shell does not. */
function tellParent(message: ServiceMessage): void {
  process.send?.(message);
}

async function carryOut(service: Service, order: ServiceOrder): Promise<ServiceMessage> {
  try {
    if ('reset' in order) return { done: order.order, setAside: await service.reset(order.reset.copy) };
    await service.restore(order.restore.copy);
    return { done: order.order };
  } catch (error) {
    return { done: order.order, problem: error instanceof Error ? error.message : String(error) };
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof DamagedFileError ? damagedExit : 1;
});
