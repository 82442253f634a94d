// The command box-office as a process: its input and output, its signals, its exit code.
import { addAbortSignal } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTranslator } from '../client/index.ts';
import { runCli } from './cli.ts';
import { exitCodes, type Io } from './command.ts';
import { inWordsOfShell } from './words.ts';

const cancel = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => cancel.abort(new DOMException('It was cancelled.', 'AbortError')));

// Whoever reads the output may stop early, as `head` does; a full disk takes away what a script relies on.
let isUnwritten = false;
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || isUnwritten) return;
  isUnwritten = true;
  io.err(`box-office: The output cannot be written (${code ?? 'unknown reason'}).`);
  endWith(Number(process.exitCode ?? exitCodes.done));
});
process.stderr.on('error', () => undefined);

hideSqliteWarning();
setTranslator(inWordsOfShell);

const io: Io = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  input: () => buffer(addAbortSignal(cancel.signal, process.stdin)),
  env: process.env,
  cwd: process.cwd(),
  isTerminal: process.stdout.isTTY,
  signal: cancel.signal,
};

// Not `process.exit`: what was printed to a pipe may still be on its way.
void runCli(process.argv.slice(2), io).then(endWith);

/** That something failed, or is not known, is worse than output that is lost. */
function endWith(code: number): void {
  const isDone = code === exitCodes.done || code === exitCodes.problems;
  process.exitCode = isUnwritten && isDone ? exitCodes.unwritten : code;
}

/** Node 22 warns of its own database each time, which says nothing to whoever starts a service. */
function hideSqliteWarning(): void {
  const emit = process.emitWarning.bind(process) as (...given: readonly unknown[]) => void;
  process.emitWarning = (...given: readonly unknown[]) => {
    if (!String(given[0]).startsWith('SQLite is an experimental')) emit(...given);
  };
}
