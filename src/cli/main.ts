// The command box-office as a process: its input and output, its signals, its exit code.
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTranslator } from '../client/index.ts';
import { runCli } from './cli.ts';
import type { Io } from './command.ts';
import { inWordsOfShell } from './words.ts';

const cancel = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => cancel.abort(new DOMException('It was cancelled.', 'AbortError')));

// Whoever reads the output may stop early, as `head` does.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

hideSqliteWarning();
setTranslator(inWordsOfShell);

const io: Io = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  input: () => text(addAbortSignal(cancel.signal, process.stdin)),
  env: process.env,
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY,
  signal: cancel.signal,
};

// Not `process.exit`: what was printed to a pipe may still be on its way.
void runCli(process.argv.slice(2), io).then((code) => (process.exitCode = code));

/** Node 22 warns of its own database each time, which says nothing to whoever starts a service. */
function hideSqliteWarning(): void {
  const emit = process.emitWarning.bind(process) as (...given: readonly unknown[]) => void;
  process.emitWarning = (...given: readonly unknown[]) => {
    if (!String(given[0]).startsWith('SQLite is an experimental')) emit(...given);
  };
}
