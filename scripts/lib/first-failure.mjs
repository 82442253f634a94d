// Runs test files one after another until a test fails, or until their time is over: node scripts/lib/first-failure.mjs SECONDS TITLE FILE …
// The seconds are those that this process works: how busy the machine is does not change which tests are run. Only tests whose title has the
// one given are run. Whoever started it is told of each file and test. It ends with 1 after a failure, and with 2 when its time was over.
import { resolve } from 'node:path';
import Mocha from 'mocha';

const [seconds, title = '', ...files] = process.argv.slice(2);
/** @type {(seen: { file: string, title: string }) => Promise<unknown>} */
const tell = (seen) => new Promise((done) => process.send?.(seen, done));

for (const file of files) {
  void tell({ file, title: '' });
  const mocha = new Mocha({ bail: true, timeout: 30_000, reporter: 'dot', ...(title && { fgrep: title }) });
  mocha.addFile(resolve(file));
  await mocha.loadFilesAsync();
  let failed = '';
  const failures = await new Promise((done) => {
    const runner = mocha.run(done);
    // A hook has no title that chooses its tests; what it is for has.
    runner.on('fail', (/** @type {Mocha.Runnable} */ one) => {
      failed = (one instanceof Mocha.Hook ? one.parent : one)?.fullTitle() ?? '';
    });
    runner.on('test end', () => {
      void tell({ file, title: '' });
      const { user, system } = process.cpuUsage();
      if (failed === '' && user + system > Number(seconds) * 1e6) process.exit(2);
    });
  });
  if (failures > 0) {
    await tell({ file, title: failed });
    process.exit(1);
  }
  mocha.dispose();
}
process.exit(0);
