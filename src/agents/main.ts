// The tools that read, for any program that speaks the Model Context Protocol over its input and output. The environment says where and who.
import { createInterface } from 'node:readline';
import manifest from '../../package.json' with { type: 'json' };
import { createClient } from '../client/index.ts';
import { oddCharacterIn } from '../client/odd-characters.ts';
import { McpServer, type ManifestTool } from './server.ts';

const { BOX_OFFICE_EVENT_URL: eventUrl, BOX_OFFICE_TICKET_URL: ticketUrl, BOX_OFFICE_TOKEN: token } = process.env;

function main(eventUrl: string, ticketUrl: string): void {
  const client = createClient({ eventUrl, ticketUrl, token: () => token });
  const tools: readonly ManifestTool[] = manifest.contributes.languageModelTools;
  const server = new McpServer({ client, tools, version: manifest.version, host: new URL(ticketUrl).host, token });
  createInterface(process.stdin).on('line', (line) => {
    void server.answer(line).then((reply) => reply && process.stdout.write(`${JSON.stringify(reply)}\n`));
  });
}

const odd = oddCharacterIn(token?.trim() ?? '');
if (odd !== undefined) {
  console.error(`BOX_OFFICE_TOKEN has ${odd}. Copy it again as plain text.`);
  process.exitCode = 1;
} else if (eventUrl && ticketUrl) {
  main(eventUrl, ticketUrl);
} else {
  console.error(
    'Set BOX_OFFICE_EVENT_URL and BOX_OFFICE_TICKET_URL to the addresses of the service, and BOX_OFFICE_TOKEN to its token.',
  );
  process.exitCode = 1;
}
