import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/paths.mjs';

/** The numbers in `fault 36: …`, `faults 20 and 75: …` and `faults 43, 46 and 66: …`. */
function citedIn(text: string): number[] {
  return [...text.matchAll(/\bfaults? (\d+(?:(?:, | and )\d+)*):/g)].flatMap(([, list = '']) =>
    (list.match(/\d+/g) ?? []).map(Number),
  );
}

describe('docs/faults.md', () => {
  const text = readFileSync(join(root, 'docs', 'faults.md'), 'utf8');
  const rows = [...text.matchAll(/^\| +(\d+) \|/gm)].map(([, id]) => Number(id));
  // The examples below are nobody's titles.
  const tests = globSync('test/{dialects,host,package,page,ui,unit}/**/*.ts', { cwd: root })
    .filter((file) => file !== join('test', 'unit', 'scripts', 'faults.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const cited = new Set(tests.flatMap(citedIn));

  it('has a row for each fault that a test title names', () => {
    assert.deepEqual(
      [...cited].filter((id) => !rows.includes(id)),
      [],
    );
  });

  it('has no row that no test title names, and none twice', () => {
    assert.deepEqual(
      rows.filter((id, index) => !cited.has(id) || rows.indexOf(id) !== index),
      [],
    );
  });

  it('has a row under each heading', () => {
    const [, ...sections] = text.split(/^## /m);
    assert.ok(sections.length > 1);
    for (const section of sections) assert.match(section, /^\| +\d+ \|/m);
  });

  it('is found by one number and by several', () => {
    assert.deepEqual(citedIn("it('fault 36: a'); it('faults 43, 46 and 66: b')"), [36, 43, 46, 66]);
  });
});
