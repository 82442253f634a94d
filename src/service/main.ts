// The local service from a shell: prints where it is and runs until it is told to stop.
import { parseArgs } from 'node:util';
import { startService } from './index.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    data: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) {
  console.log(`npm run service -- [--port N] [--data FILE] [--json]

  --port N     the port to listen on (a free one by default)
  --data FILE  where to keep the data; nothing is kept yet
  --json       print one line of JSON with eventUrl, ticketUrl and token when it is ready`);
} else {
  const service = await startService({ port: Number(values.port) });
  const { eventUrl, ticketUrl, token } = service;
  console.log(
    values.json
      ? JSON.stringify({ eventUrl, ticketUrl, token })
      : `Events:  ${eventUrl}\nTickets: ${ticketUrl}\nToken:   ${token}`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void service.stop().then(() => process.exit(0)));
}
