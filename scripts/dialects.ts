// npm run dialects: does every job with every service, prints the matrix, and fails where a cell is wrong.
import '../test/page/editor/register.ts';
import { dialectNames } from '../test/dialects/dialects.ts';
import { jobNames, markOf, matrix } from '../test/dialects/expected.ts';

// They import `vscode`, whose stand-in is there only now.
const { leaveNode, sitInNode } = await import('../test/dialects/in-node.ts');
const { Workplace } = await import('../test/dialects/matrix.ts');

const wanted = process.argv.slice(2);
const width = Math.max(...dialectNames.map(({ length }) => length)) + 2;
const wrong: string[] = [];
const desk = await sitInNode();
const amounts = await Workplace.amounts(desk);
for (const [at, job] of jobNames.entries()) console.log(`${' '.repeat(width + 2 * at)}${job}`);
for (const name of dialectNames.filter((each) => wanted.length === 0 || wanted.includes(each))) {
  const place = await Workplace.open(desk, name);
  process.stdout.write(name.padEnd(width));
  for (const [at, job] of jobNames.entries()) {
    const found = await place.do(job, amounts).then(markOf, (error: unknown) => `✗ ${String(error)}`);
    const isRight = found === matrix[name][at];
    process.stdout.write(`${isRight ? found : '✗'} `);
    if (!isRight) wrong.push(`${name}, ${job}: ${found}, and not ${matrix[name][at] ?? 'known'}`);
  }
  console.log();
  await place.close();
}
desk.leave();
await leaveNode();
console.log(
  '\n✓ done  ? done after a question  ~ what is not known was said  – stopped with the reason, nothing was changed  ✗ wrong',
);
if (wrong.length > 0) console.error(`\n${wrong.join('\n\n')}`);
process.exit(wrong.length > 0 ? 1 : 0);
