import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stopAll } from '../../scripts/lib/processes.mjs';
import { step } from '../../scripts/lib/steps.mjs';
import { benchOutput, felt, room, withRoom, type Bench, type Settings } from './harness.ts';
import { exitCodeOf, tableOf, writeReport, type Row } from './report.ts';

const help = `npm run bench -- [options]

Measures what the project promises about speed and memory, each beside an anchor in the same run, and prints one table;
it is also written to .local/bench/result.json and result.md, and a whole run that is not quick to test/bench too.

  --only NAME   run this bench alone; may be given several times
  --quick       less work in fewer rounds: to see that the benches run, not to judge by
  --gate        the benches of steps that a person feels (${felt.flat().join(', ')}), quickly and with room: ${room} times
                each target. What misses is measured up to three times more; 1 when it misses each time
  --strict      end with 1 when a target is missed or a bench fails
  --help        this text

A bench is a file test/bench/<name>.bench.ts that exports \`bench\` or \`benches\`:`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});

async function main(): Promise<number> {
  const all = await findBenches();
  if (values.help) {
    console.log([help, '', ...all.map(({ name, target }) => `  ${name.padEnd(13)} ${target}`)].join('\n'));
    return 0;
  }
  if (values.gate) return runGate(choose(all, values.only ?? felt.flat()));
  const settings = { quick: values.quick, rounds: values.quick ? 3 : 7 };
  const rows: Row[] = [];
  for (const bench of choose(all, values.only)) rows.push(...(await runBench(bench, settings)));
  const isWhole = !values.only && !values.quick;
  await writeReport(rows, settings, [benchOutput, ...(isWhole ? [import.meta.dirname] : [])]);
  console.log(`\n${tableOf(rows)}`);
  return exitCodeOf(rows, values);
}

/** Busy machines run it too, so that only a loss of several times over is told, and only if it is there each of four times. */
async function runGate(benches: readonly Bench[]): Promise<number> {
  const rows: Row[] = [];
  for (const bench of benches) {
    let measured = await measureWithRoom(bench);
    for (let tries = 1; tries < 4 && measured.some(isMissed); tries++) {
      console.log(`${tableOf(measured)}\n${bench.name} missed its bound. It is measured once more.`);
      const again = await measureWithRoom(bench);
      measured = measured.map((row) => (isMissed(row) ? (again.find(({ name }) => name === row.name) ?? row) : row));
    }
    rows.push(...measured);
  }
  console.log(`\n${tableOf(rows)}`);
  return exitCodeOf(rows, { strict: true });
}

function isMissed(row: Row): boolean {
  return exitCodeOf([row], { strict: true }) !== 0;
}

async function measureWithRoom(bench: Bench): Promise<Row[]> {
  const rows = await runBench(bench, { quick: true, rounds: 1 });
  return rows.filter((row) => row.target || row.error !== undefined).map(withRoom);
}

async function findBenches(): Promise<Bench[]> {
  const files = globSync('*.bench.ts', { cwd: import.meta.dirname }).sort();
  const found = await Promise.all(
    files.map(async (file) => {
      const module = (await import(new URL(file, import.meta.url).href)) as { bench?: Bench; benches?: Bench[] };
      return module.benches ?? (module.bench ? [module.bench] : []);
    }),
  );
  return found.flat();
}

function choose(all: Bench[], names: readonly string[] | undefined): Bench[] {
  if (!names) return all;
  const unknown = names.find((name) => !all.some((bench) => bench.name === name));
  if (unknown !== undefined) {
    throw new Error(`There is no bench ${unknown}; there are ${all.map(({ name }) => name).join(', ')}.`);
  }
  return all.filter(({ name }) => names.includes(name));
}

/** A bench that fails takes none of the others with it. */
async function runBench(bench: Bench, settings: Settings): Promise<Row[]> {
  try {
    const measurements = await step(bench.name, () => bench.run(settings));
    return measurements.map((measurement) => ({ ...measurement, bench: bench.name }));
  } catch (error) {
    console.error(error);
    return [{ bench: bench.name, name: bench.name, unit: 'ms', error: error instanceof Error ? error.message : String(error) }];
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await stopAll();
}
