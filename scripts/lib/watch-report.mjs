/** @typedef {Pick<import('esbuild').Message, 'text' | 'location'>} Message */

/**
 * What watching says of several builds. VS Code waits for the line that says that all of them have finished, and takes the errors between the
 * two lines for all that there are: so each time those of every build are there, also of one that had nothing to do.
 */
export class WatchReport {
  /** @type {(line: string) => void} */
  #print;
  #running = 0;
  /** @type {Map<unknown, readonly Message[]>} */
  #errors = new Map();

  /** @param {(line: string) => void} print */
  constructor(print) {
    this.#print = print;
  }

  begin() {
    if (this.#running++ === 0) this.#print('[watch] build started');
  }

  /**
   * @param {unknown} build
   * @param {readonly Message[]} errors
   */
  end(build, errors) {
    this.#errors.set(build, errors);
    if (--this.#running > 0) return;
    const lines = new Set([...this.#errors.values()].flat().map(errorLine));
    for (const line of lines) this.#print(line);
    this.#print('[watch] build finished');
  }
}

/**
 * As `.vscode/tasks.json` reads it.
 * @param {Message} message
 */
function errorLine({ text, location }) {
  const { file, line, column } = location ?? { file: 'esbuild.mjs', line: 1, column: 0 };
  return `${file}:${line}:${column + 1}: error: ${text.replaceAll('\n', ' ')}`;
}
