import { runCli } from '../../../src/cli/cli.ts';
import type { Service } from '../../../src/service/index.ts';

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Around {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly input?: string | Buffer;
  readonly signal?: AbortSignal;
  /** Hears each line of the output. */
  readonly onOut?: (line: string) => void;
}

/** The command line in this process: what it printed, and its exit code. */
export async function box(args: readonly string[], around: Around = {}): Promise<Ended> {
  const { env = {}, cwd = process.cwd(), input = '', signal = new AbortController().signal, onOut } = around;
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli(args, {
    out: (line) => {
      out.push(line);
      onOut?.(line);
    },
    err: (line) => void err.push(line),
    input: () => Promise.resolve(Buffer.from(input)),
    env,
    cwd,
    isTerminal: false,
    signal,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

export function variablesOf({ eventUrl, ticketUrl, token }: Pick<Service, 'eventUrl' | 'ticketUrl' | 'token'>) {
  return { BOX_OFFICE_EVENT_URL: eventUrl, BOX_OFFICE_TICKET_URL: ticketUrl, BOX_OFFICE_TOKEN: token };
}

/** The one JSON document that it printed. */
export function documentIn({ out }: Pick<Ended, 'out'>): Record<string, unknown> {
  return JSON.parse(out) as Record<string, unknown>;
}
