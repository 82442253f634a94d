import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { overBudget, raisedSilently, roomSizes, sizeTable } from '../../../scripts/budgets.mjs';
import { countTokens } from '../../../scripts/lib/tokens.mjs';
import { newPath } from '../codes/files.ts';

describe('a count of tokens', () => {
  const cases: readonly (readonly [title: string, text: string, tokens: number])[] = [
    ['counts words, numbers and signs', 'const one = two(3);', 8],
    ['counts no comment and no blank', '// why\n/** what\n * it is */\n\n  a  ;  /* end */', 2],
    ['counts a text as one, however long it is', "say('a long sentence, with // signs in it');", 5],
    ['counts a regular expression as one, and a division by its parts', 'a = /[/"]+/.test(b) ? c / d / 2 : (e) / f;', 21],
    ['counts the pieces of a template, and the code between them', '`a ${b} c ${d({ e: 1 })} f`;', 13],
    ['counts what follows a template in a template', '`a ${`b ${c}`} ${d}`; e;', 10],
    ['counts each end of type arguments, and a shift as one', 'let a: A<B<C>> = b >> c;', 15],
    ['counts a comparison as one', 'a >= b;', 4],
  ];
  for (const [title, text, tokens] of cases) it(title, () => assert.equal(countTokens(text), tokens));
});

describe('the budget of a room', () => {
  async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
    const folder = newPath();
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    return folder;
  }
  const files = { 'src/a/one.ts': 'one;', 'src/b/c/two.ts': 'two();', 'scripts/d.mjs': 'three;', 'src/a/README.md': '# A' };

  it('is held against the sum of its files', async () => {
    const budgets = { 'src/{a,b}/**': { tokens: 5 }, 'scripts/**': { tokens: 2 } };
    const sizes = roomSizes(budgets, await folderWith(files));
    assert.deepEqual(sizes, [
      { room: 'src/{a,b}/**', budget: 5, tokens: 6 },
      { room: 'scripts/**', budget: 2, tokens: 2 },
    ]);
    const [problem = '', ...others] = overBudget(sizes);
    assert.match(problem, /^src\/\{a,b\}\/\*\* has 6 tokens; its budget is 5\./);
    assert.deepEqual(others, []);
  });

  it('asks to be lowered when the room is more than a twentieth below it', () => {
    const line = (tokens: number) => sizeTable([{ room: 'src/a/**', budget: 100, tokens }]);
    assert.doesNotMatch(line(95), /lower/);
    assert.match(line(94), /lower/);
  });

  it('is raised with a new reason alone', () => {
    const before = { 'src/a/**': { tokens: 5, because: 'a table' }, 'src/b/**': { tokens: 5 } };
    const raised = (because?: string) => ({ 'src/a/**': { tokens: 6, ...(because && { because }) }, 'src/b/**': { tokens: 4 } });
    assert.deepEqual(raisedSilently(raised('a chart'), before), []);
    for (const silent of [undefined, 'a table'])
      assert.deepEqual(raisedSilently(raised(silent), before), ['The budget of src/a/** was raised. Say why in its "because".']);
  });

  it('is refused when a file is in no room, or in two', async () => {
    const folder = await folderWith(files);
    const all = { tokens: 9 };
    assert.throws(() => roomSizes({ 'src/**': all }, folder), /no room for scripts.d\.mjs/);
    assert.throws(() => roomSizes({ 'src/**': all, 'src/a/**': all, 'scripts/**': all }, folder), /one\.ts in two rooms/);
  });
});
