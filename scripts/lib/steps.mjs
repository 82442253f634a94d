const interactive = process.stderr.isTTY;

/**
 * Runs one step of a longer job and says what it is doing and how long it took.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  process.stderr.write(interactive ? `… ${title}` : `… ${title}\n`);
  const ticker = interactive ? setInterval(() => process.stderr.write(`\r… ${title} (${seconds()} s)`), 1000) : undefined;
  try {
    const result = await work();
    report('✓', `${title} (${seconds()} s)`);
    return result;
  } catch (error) {
    report('✗', `${title} (${seconds()} s)`);
    throw error;
  } finally {
    clearInterval(ticker);
  }
}

/**
 * @param {string} mark
 * @param {string} text
 */
function report(mark, text) {
  process.stderr.write(interactive ? `\r\x1b[K${mark} ${text}\n` : `${mark} ${text}\n`);
}
