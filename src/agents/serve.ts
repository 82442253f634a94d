// The tools that read, for any program that speaks the Model Context Protocol over the input and output of this one.
import { createInterface } from 'node:readline';
import manifest from '../../package.json' with { type: 'json' };
import { createClient } from '../client/index.ts';
import { McpServer, type ManifestTool } from './server.ts';
import { secretsOf, setupFrom, type Variables } from './setup.ts';

/** Answers until its input ends; gives at once what is wrong with the variables, if something is. */
export async function serveTools(variables: Variables, { stdin, stdout } = process): Promise<string | undefined> {
  const setup = setupFrom(variables);
  if ('problem' in setup) return setup.problem;
  const { eventUrl, ticketUrl, token, dialect, keys } = setup;
  const client = createClient({ eventUrl, ticketUrl, dialect, token: () => token, ownSecrets: ({ group }) => keys[group] });
  const tools: readonly ManifestTool[] = manifest.contributes.languageModelTools;
  // Behind one host there may be several environments.
  const { host, pathname } = new URL(ticketUrl);
  const place = `${host}${pathname.replace(/\/$/, '')}`;
  const server = new McpServer({ client, tools, version: manifest.version, host: place, secrets: secretsOf(setup) });
  const lines = createInterface(stdin);
  lines.on('line', (line) => {
    void server.answer(line).then((answer) => answer && stdout.write(`${JSON.stringify(answer)}\n`));
  });
  // What needs no service is answered even where the input has ended with the question.
  await new Promise<void>((resolve) => lines.once('close', () => setImmediate(resolve)));
  server.stop();
  return undefined;
}
