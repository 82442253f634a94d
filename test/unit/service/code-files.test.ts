import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { CodeFile, codesIn, readCodeFile } from '../../../src/service/code-files.ts';
import { seededRandom } from './support.ts';

/** A file whose bytes arrive in pieces of these sizes, over and over. */
function arriving(text: string, sizes: readonly number[]): Readable {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let start = 0, count = 0; start < bytes.length; count++) {
    const end = start + sizes[count % sizes.length]!;
    pieces.push(bytes.subarray(start, end));
    start = end;
  }
  return Readable.from(pieces, { objectMode: false });
}

const isTicket = (name: string) => name === 'Pista' || name === 'Camarote';
const read = (text: string, ...sizes: number[]) => readCodeFile(arriving(text, sizes.length > 0 ? sizes : [65_536]), isTicket);

function codesOf({ byTicket }: CodeFile): string[] | undefined {
  return byTicket.get(undefined)?.packs.flatMap(codesIn);
}

function groupsOf({ byTicket }: CodeFile): unknown[] {
  return [...byTicket].map(([ticket, { packs }]) => [ticket, packs.flatMap(codesIn)]);
}

function told(file: CodeFile): unknown {
  const { received, rejected, problems, ascending } = file;
  return { groups: groupsOf(file), received, rejected, problems, ascending };
}

describe('a file of codes', () => {
  it('is read by ticket, and what fits none is rejected with its line', async () => {
    const file = await read('ticket;code\nPista;A1\nCamarote;B1\nPista;A2\n;C1\nPista;\n\nA3\nNobody;D1\n');
    assert.deepEqual(groupsOf(file), [
      ['Pista', ['A1', 'A2']],
      ['Camarote', ['B1']],
      [undefined, ['A3']],
    ]);
    assert.deepEqual([file.received, file.rejected], [7, 3]);
    assert.deepEqual(file.problems, [
      { line: 5, code: 'C1', message: 'the event has no ticket named ' },
      { line: 6, code: '', message: 'the code is empty' },
      { line: 9, code: 'D1', message: 'the event has no ticket named Nobody' },
    ]);
  });

  it('with its columns the wrong way round is rejected line by line, the first hundred by name', async () => {
    const { received, rejected, problems, byTicket } = await read(
      Array.from({ length: 300_000 }, (_, number) => `C${number};Pista\n`).join(''),
    );
    assert.deepEqual([received, rejected, problems.length, byTicket.size], [300_000, 300_000, 100, 0]);
  });

  const rowsOf =
    (...rows: string[][]) =>
    (delimiter: string) =>
      rows.map((row) => row.join(delimiter)).join('\r\n');
  const headed: [title: string, text: (delimiter: string) => string, groups: unknown[]][] = [
    [
      'codes and the names of people',
      rowsOf(['C\u00f3digo', 'Nome'], ['A1', 'Jo\u00e3o'], ['A2', 'Bia']),
      [[undefined, ['A1', 'A2']]],
    ],
    [
      'codes before the tickets',
      rowsOf(['Barcode', 'Ingresso'], ['A1', 'Pista'], ['B1', 'Camarote']),
      [
        ['Pista', ['A1']],
        ['Camarote', ['B1']],
      ],
    ],
    [
      'a sector, and codes in the last column',
      rowsOf(['#', 'E-mail', 'SETOR', 'voucher'], ['1', 'a@b.c', 'Pista', 'A1'], ['2', '', 'Pista', 'A2']),
      [['Pista', ['A1', 'A2']]],
    ],
    [
      'the name of the ticket before the code, and more behind',
      rowsOf(['Nome', 'C\u00f3digo', 'CPF'], ['Pista', 'A1', '1'], ['Camarote', 'A2', '2']),
      [
        ['Pista', ['A1']],
        ['Camarote', ['A2']],
      ],
    ],
    [
      'a ticket behind the code in the second column',
      rowsOf(['Nome', 'C\u00f3digo', 'Tipo de ingresso'], ['Jo\u00e3o', 'A1', 'Pista']),
      [['Pista', ['A1']]],
    ],
    [
      'every cell in quotes',
      rowsOf(['"C\u00d3DIGO DE BARRAS"', '"Observa\u00e7\u00e3o"'], ['"A1"', '"a, b; c|d\te"'], ['"A""2"', '""']),
      [[undefined, ['A1', 'A"2']]],
    ],
  ];
  for (const [title, text, groups] of headed) {
    for (const delimiter of [',', ';', '\t', '|']) {
      it(`whose header says so has ${title}, split at ${JSON.stringify(delimiter)}`, async () => {
        for (const mark of ['', '\uFEFF'])
          for (const sizes of [[65_536], [1], [7]]) {
            const file = await read(mark + text(delimiter), ...sizes);
            assert.deepEqual([groupsOf(file), file.rejected], [groups, 0], JSON.stringify([mark, sizes]));
          }
      });
    }
  }

  it('may have blank rows and the word for Excel above its header', async () => {
    assert.deepEqual(codesOf(await read('sep=;\r\n;\r\n\r\nC\u00f3digo;Nome\r\nA1;x\r\n')), ['A1']);
  });

  it('with a header is rejected where the code is missing, and skipped where the row is blank', async () => {
    const file = await read('Nome;Setor;C\u00f3digo\nJo\u00e3o;Pista;A1\nBia;Pista;\nEva;Frisa;A2\nPista\n\n');
    assert.deepEqual([groupsOf(file), file.received], [[['Pista', ['A1']]], 4]);
    assert.deepEqual(file.problems, [
      { line: 3, code: '', message: 'the code is empty' },
      { line: 4, code: 'A2', message: 'the event has no ticket named Frisa' },
      { line: 5, code: '', message: 'the code is empty' },
    ]);
    const withoutTickets = await read('C\u00f3digo;Nome\n;Jo\u00e3o\n;\nA1;Bia\n');
    assert.deepEqual([codesOf(withoutTickets), withoutTickets.received, withoutTickets.rejected], [['A1'], 2, 1]);
  });

  it('whose header names two columns of codes is read as the name of a ticket and the code', async () => {
    assert.deepEqual(groupsOf(await read('voucher;code\nPista;A1\n')), [['Pista', ['A1']]]);
  });

  it('says whether its codes ascend, each once', async () => {
    for (const [text, ascends] of [
      ['A1\nA2\nA3', true],
      ['A1\nA1', false],
      ['A2\nA1', false],
      ['A9\nA10', false],
      ['x', true],
    ] as const)
      assert.equal((await read(text)).ascending, ascends, text);
  });

  it('may end its lines as any program does, also between two pieces', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      for (const sizes of [[65_536], [1], [3], [4], [2, 5]]) {
        const file = await read(['code', 'A1', 'A2', '', 'A3', ''].join(end), ...sizes);
        assert.deepEqual(codesOf(file), ['A1', 'A2', 'A3'], JSON.stringify([end, sizes]));
      }
  });

  it('is read to the end by the same rules when a quote comes late', async () => {
    const plain = Array.from({ length: 20_000 }, (_, number) => `P${number}`);
    const file = await read([...plain, '"Q,1"', '"Q""2"', '"Q', '3"', 'last'].join('\n'), 1000);
    assert.deepEqual(codesOf(file), [...plain, 'Q,1', 'Q"2', 'Q\n3', 'last']);
    await assert.rejects(read([...plain, '"open'].join('\n'), 1000), /quote on line 20001 that is not closed/);
  });

  it('without a line end is read in a moment', async () => {
    const [code] = codesOf(await read('x'.repeat(50_000_000))) ?? [];
    assert.equal(code?.length, 50_000_000);
    assert.equal((await read('x,'.repeat(5_000_000))).rejected, 1);
  }).timeout(5000);

  it('is read as Papa Parse alone would read it, however it is cut', async () => {
    const random = seededRandom(11);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    const cells = [
      'Pista',
      'Camarote',
      'A1',
      ' B2 ',
      '',
      'ünïcödé',
      '🎟️',
      '00123',
      '"q"',
      '"a,b"',
      '"a""b"',
      '"a;\nb"',
      'mid"dle',
      'code',
      "'x'",
    ];
    for (let round = 0; round < 3000; round++) {
      const [end, delimiter, columns] = [pick(['\n', '\r\n']), pick([',', ';', '\t']), pick([1, 1, 2])];
      const quotes = random() < 0.5;
      const cell = () => pick(quotes ? cells : cells.filter((text) => !text.includes('"')));
      const rows = Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
        Array.from({ length: random() < 0.1 ? 1 : columns }, cell).join(delimiter),
      );
      const text = `${pick(['', '\uFEFF'])}head${columns === 2 ? `${delimiter}code` : ''}${end}${rows.join(end)}${pick(['', end])}`;
      const expected = new CodeFile(isTicket);
      const used = columns === 2 ? delimiter : ',';
      for (const cells of Papa.parse<string[]>(text, { delimiter: used }).data) expected.addRow(cells);
      expected.close();
      const whole = await read(text);
      assert.deepEqual(told(whole), told(expected), JSON.stringify(text));
      const cut = [text.length, 1 + Math.floor(random() * 7)];
      assert.deepEqual(told(await read(text, ...cut)), told(whole), JSON.stringify([text, cut]));
    }
  });
});
