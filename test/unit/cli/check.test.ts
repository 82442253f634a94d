import assert from 'node:assert/strict';
import { planText, textOf } from '../../../src/plans/index.ts';
import { event } from '../plans/files.ts';
import { Folder } from './in-folder.ts';

interface Checked {
  readonly kind: string;
  readonly codes?: number;
  readonly count: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly {
    readonly line: number;
    readonly column: number;
    readonly kind: string;
    readonly message: string;
  }[];
  readonly more: number;
  readonly error?: { readonly kind: string; readonly message: string };
}

describe('box-office check', () => {
  let folder: Folder;
  beforeEach(async () => (folder = await Folder.make()));
  afterEach(() => folder.remove());

  const check = (...args: string[]) => folder.run(['check', ...args]);
  async function checked(...args: string[]): Promise<Checked & { readonly code: number }> {
    const { code, out } = await check(...args, '--json');
    return { code, ...(JSON.parse(out) as Checked) };
  }

  it('prints one line for each problem as compilers do, and exits with 1', async () => {
    await folder.write('codes.csv', 'code;name\nAAA;x\nBBB;y\nAAA;z\n CCC;w\n');
    const { code, out, err } = await check('codes.csv');
    assert.deepEqual(out.split('\n'), [
      'codes.csv:4:1: duplicate: AAA is there already, on line 2.',
      'codes.csv:5:1: whitespace: The code begins with a space.',
    ]);
    assert.match(err, /^codes\.csv: 4 codes; UTF-8; 2 problems; /);
    assert.equal(code, 1);
  });

  it('exits with 0 where nothing is wrong, and where there are only notes', async () => {
    await folder.write('codes.txt', 'A001\nA002\n');
    assert.deepEqual(await check('codes.txt'), { code: 0, out: '', err: 'codes.txt: 2 codes; UTF-8; no problems' });
    await folder.write('zeros.txt', '0012\n0034\n');
    const { code, out } = await check('zeros.txt');
    assert.match(out, /^zeros\.txt:1:1: leadingZeros: /);
    assert.equal(code, 0);
  });

  it('gives one document with all counts, as many problems as were asked for, and how many more there are', async () => {
    await folder.write('codes.txt', `${'AAA\n'.repeat(6)}A B\u00a0C\n`);
    const { code, codes, count, counts, problems, more } = await checked('codes.txt', '--max-problems', '2');
    assert.deepEqual([code, codes, count, counts.duplicate, more], [1, 7, 6, 5, 3]);
    assert.deepEqual(
      problems.map(({ line, column, kind }) => [line, column, kind]),
      [
        [2, 1, 'duplicate'],
        [3, 1, 'duplicate'],
        [7, 4, 'whitespace'],
      ],
    );
  });

  it('reads other encodings, and a workbook', async () => {
    await folder.write('utf16.csv', Buffer.from('\ufeffcode\r\nAÇÃO\r\nAÇÃO\r\n', 'utf16le'));
    assert.deepEqual((await checked('utf16.csv')).counts, { duplicate: 1 });
    const { code, err } = await check('utf16.csv', '--encoding', 'ebcdic');
    assert.equal(code, 2);
    assert.match(err, /--encoding must be one of utf-8, /);
    await folder.write('broken.xlsx', 'no workbook');
    const broken = await checked('broken.xlsx');
    assert.deepEqual([broken.code, broken.counts], [1, { workbook: 1 }]);
  });

  it('takes a column by its name or number, and asks for it where it is not clear', async () => {
    await folder.write('codes.csv', 'one,two\nAAA,BBB\nAAC, BBD\n');
    const unclear = await check('codes.csv', '--header', 'yes');
    assert.equal(unclear.code, 2);
    assert.match(
      unclear.err,
      /not clear which column of codes\.csv holds the codes\. Say it with --column: one \(1\), two \(2\)\./,
    );
    assert.deepEqual((await checked('codes.csv', '--column', 'TWO')).counts, { whitespace: 1 });
    assert.equal((await check('codes.csv', '--column', '1')).code, 0);
    for (const column of ['three', '3', '0']) assert.equal((await check('codes.csv', '--column', column)).code, 2, column);
  });

  it('says where a file is missing, a folder or empty', async () => {
    assert.deepEqual(await check('none.csv'), {
      code: 2,
      out: '',
      err: 'box-office check: none.csv is not there.\nSee box-office check --help.',
    });
    assert.equal((await checked('none.csv')).error?.message, 'none.csv is not there.');
    assert.equal((await check('.')).code, 2);
    assert.equal((await check('none.boxoffice.json')).code, 2);
    assert.equal((await check()).code, 2);
    await folder.write('empty.csv', '');
    const { code, out } = await check('empty.csv');
    assert.match(out, /^empty\.csv:1:1: empty: /);
    assert.equal(code, 1);
  });

  it('shows characters that would steer a terminal', async () => {
    await folder.write('codes.txt', 'A\u001b[2JB\nA\u001b[2JB\n');
    const { out } = await check('codes.txt');
    assert.match(out, /A\\u001b\[2JB is there already/);
    assert.ok(!out.includes('\u001b'));
  });

  it('checks an event as a file, with the place of each problem', async () => {
    await folder.write('good.boxoffice.json', textOf(event));
    assert.deepEqual(await check('good.boxoffice.json'), { code: 0, out: '', err: 'good.boxoffice.json: an event; no problems' });
    await folder.write('wrong.boxoffice.json', textOf(event).replace('"price": "150.00"', '"price": "cheap"'));
    const wrong = await checked('wrong.boxoffice.json');
    const [problem] = wrong.problems;
    assert.deepEqual([wrong.code, wrong.count, problem?.kind], [1, 1, 'field']);
    assert.match(problem?.message ?? '', /^items\[0\]\.items\[1\]\.price must be /);
    const line = textOf(event).split('\n')[(problem?.line ?? 0) - 1] ?? '';
    assert.equal(line.slice((problem?.column ?? 0) - 1), '"150.00",');
    await folder.write('broken.boxoffice.json', '{\n  "items": [\n}\n');
    assert.match((await check('broken.boxoffice.json')).out, /^broken\.boxoffice\.json:3:1: syntax: /);
    await folder.write(
      'doubt.boxoffice.json',
      textOf(event)
        .replaceAll('2º lote', '1º lote')
        .replace(/"id": 12,/, ''),
    );
    const doubt = await checked('doubt.boxoffice.json');
    assert.deepEqual([doubt.code, doubt.counts], [1, { doubt: 1 }]);
  });

  it('checks a plan, and sees that somebody changed it', async () => {
    const plan = {
      version: 2 as const,
      event: { id: 1001, environment: 'stg' },
      addresses: { event: 'https://example.com', ticket: 'https://example.com' },
      made: '2026-06-15T15:00:00.000Z',
      madeFrom: { file: 'a', event: 'b' },
      steps: [],
    };
    await folder.write('good.boxoffice-plan.json', planText(plan));
    assert.equal((await check('good.boxoffice-plan.json')).code, 0);
    await folder.write('hollow.boxoffice-plan.json', '{}');
    assert.equal((await checked('hollow.boxoffice-plan.json')).kind, 'plan');
    await folder.write('changed.json', planText(plan).replace('example.com', 'example.org'));
    const { code, out } = await check('changed.json');
    assert.match(out, /^changed\.json:\d+:\d+: field: sha256 does not fit the rest/);
    assert.equal(code, 1);
  });

  it('ends with 130 when it is cancelled', async () => {
    await folder.write('codes.txt', 'AAA\n');
    const cancelled = AbortSignal.abort(new DOMException('It was cancelled.', 'AbortError'));
    assert.equal((await folder.run(['check', 'codes.txt'], { signal: cancelled })).code, 130);
  });
});
