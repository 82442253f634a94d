// The tools that read, for any program that speaks the Model Context Protocol over its input and output. The environment says where and who.
import { createInterface } from 'node:readline';
import manifest from '../../package.json' with { type: 'json' };
import { createClient } from '../client/index.ts';
import { McpServer, type ManifestTool } from './server.ts';
import { secretsOf, setupFrom } from './setup.ts';

const setup = setupFrom(process.env);
if ('problem' in setup) {
  console.error(setup.problem);
  process.exitCode = 1;
} else {
  const { eventUrl, ticketUrl, token, dialect, keys } = setup;
  const client = createClient({ eventUrl, ticketUrl, dialect, token: () => token, ownSecrets: ({ group }) => keys[group] });
  const tools: readonly ManifestTool[] = manifest.contributes.languageModelTools;
  const { host } = new URL(ticketUrl);
  const server = new McpServer({ client, tools, version: manifest.version, host, secrets: secretsOf(setup) });
  createInterface(process.stdin).on('line', (line) => {
    void server.answer(line).then((reply) => reply && process.stdout.write(`${JSON.stringify(reply)}\n`));
  });
}
