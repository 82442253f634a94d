// What every command is, gets and gives back.

/** What a command knows of the process that it runs in. */
export interface Io {
  /** To standard output: results, and nothing else. Without an end of line, which is added. */
  out(text: string): void;
  /** To standard error: what a person is told beside the result. */
  err(text: string): void;
  /** All of standard input. */
  input(): Promise<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether a person sees standard output. */
  readonly isTerminal: boolean;
  /** Aborted by Ctrl+C or an end that somebody asked for. */
  readonly signal: AbortSignal;
}

export interface Option {
  /** Without its dashes. One that ends in a dot is a family: `path.` takes `--path.id 7`. */
  readonly name: string;
  /** What its value is called in the help; absent: it takes none. */
  readonly value?: string;
  readonly about: string;
  /** Whether it may be given more than once. */
  readonly isMany?: boolean;
}

/** What was given on the command line. */
export interface Given {
  readonly positionals: readonly string[];
  /** By the whole name, such as `path.id`; the value of a flag is an empty text. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  has(name: string): boolean;
  one(name: string): string | undefined;
  readonly isJson: boolean;
}

export interface Command {
  readonly name: string;
  /** What follows the name, such as `<file> [options]`. */
  readonly usage: string;
  /** One sentence. */
  readonly about: string;
  /** Without `--json` and `--help`, which every command has. */
  readonly options: readonly Option[];
  /** Paragraphs and examples that stand below the options. */
  readonly more?: string;
  /** A help of its own for what was named, such as an operation. */
  helpFor?(positionals: readonly string[]): string | undefined;
  /** Gives an exit code. */
  run(given: Given, io: Io): Promise<number>;
}

export const exitCodes = {
  done: 0,
  problems: 1,
  usage: 2,
  refused: 3,
  failed: 4,
  unknown: 5,
  unwritten: 6,
  cancelled: 130,
} as const;

/** Why a command ended, where it is no failure of the service. */
export class CommandError extends Error {
  /** Stands as `kind` in the JSON. */
  readonly kind: string;
  readonly exitCode: number;
  /** Stands beside it in the JSON. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(message: string, kind: string, exitCode: number, facts: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.kind = kind;
    this.exitCode = exitCode;
    this.facts = facts;
  }
}

/** The command line itself is wrong, or a file that it names cannot be used. */
export class UsageError extends CommandError {
  constructor(message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message, 'usage', exitCodes.usage, facts);
  }
}

/** It could be done, but only after a word more; nothing was sent. */
export class RefusedError extends CommandError {
  constructor(message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message, 'refused', exitCodes.refused, facts);
  }
}
