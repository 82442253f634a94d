// Runs test files one after another until one fails, or until it may begin no other: node scripts/lib/first-failure.mjs SECONDS FILE …
// The seconds are those that this process works: how busy the machine is does not change which files are run.
// Whoever started it is told each file that begins. It ends with 1 after a failure, and with 2 when files were left.
import { resolve } from 'node:path';
import Mocha from 'mocha';

const [seconds, ...files] = process.argv.slice(2);
for (const [index, file] of files.entries()) {
  const { user, system } = process.cpuUsage();
  if (index > 0 && user + system > Number(seconds) * 1e6) process.exit(2);
  process.send?.(file);
  const mocha = new Mocha({ bail: true, timeout: 10_000, reporter: 'dot' });
  mocha.addFile(resolve(file));
  await mocha.loadFilesAsync();
  const failures = await new Promise((done) => mocha.run(done));
  if (failures > 0) process.exit(1);
  mocha.dispose();
}
process.exit(0);
