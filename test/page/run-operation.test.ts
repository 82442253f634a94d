import assert from 'node:assert/strict';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';

describe('Run Operation from the palette', () => {
  const editor = useEditor();
  const label = (text: string) => text.replace(/^\$\([\w~-]+\) /, '');

  /** Takes the rows in this order; those of a search are found by their labels, too. */
  function choose(...wanted: readonly string[]): void {
    const left = [...wanted];
    editor.user.pick = (rows) => {
      const next = left.shift() ?? '';
      return rows.find((row) => label(row.label) === next);
    };
  }

  const reply = () => editor.fake.documents.at(-1)?.text ?? '';

  it('asks which operation in which environment, and shows the reply of a read', async () => {
    const titles: string[] = [];
    choose('List ticket types', 'Nothing more');
    const { pick } = editor.user;
    editor.user.pick = (rows, title) => {
      titles.push(title);
      return pick(rows, title);
    };
    await editor.run('runOperation');
    assert.deepEqual(titles, ['Run Operation · Environment: stg', 'List ticket types · Environment: stg']);
    const last = editor.user.offered.at(-1)?.map((row) => label(row.label));
    assert.deepEqual(last, ['Nothing more', 'Add query parameters…']);
    assert.match(reply(), /"Group"/);
  });

  it('offers what was used lately first, once', async () => {
    choose('List ticket types', 'Nothing more');
    await editor.run('runOperation');
    await editor.run('runOperation');
    const labels = (editor.user.offered.at(-1) ?? []).map((row) => label(row.label));
    assert.equal(labels[0], 'Recently used');
    assert.equal(labels[1], 'List ticket types');
    assert.equal(labels.filter((text) => text === 'List ticket types').length, 1);
  });

  it('asks for what a write needs and for what it may have, and refuses what cannot be sent', async () => {
    choose('Create passkey', 'Festival da Primavera', 'Add fields…', 'Add query parameters…', 'Nothing more');
    const prompts: string[] = [];
    editor.user.type = ({ prompt = '', problem }) => {
      prompts.push(problem ?? prompt);
      if (prompt === 'passkey: Text of the passkey.') return 'ASKED-FOR';
      if (prompt.startsWith('Optional query parameters')) return '{"more": 1}';
      return problem === undefined ? '{"finish": "soon"}' : '{"finish": "2099-01-01"}';
    };
    await editor.run('runOperation');
    assert.equal(prompts[0], 'passkey: Text of the passkey.');
    assert.match(prompts[1] ?? '', /^Optional fields \(JSON\): .*finish/);
    assert.match(prompts[2] ?? '', /finish must be a day or time/);
    assert.match(prompts[3] ?? '', /^Optional query parameters \(JSON\)/);
    const shown = await until('its reply', () => reply() !== '' && reply());
    assert.match(shown, /"passkey": "ASKED-FOR"/);
    const { data } = (await editor.ask('GET', '/passkeys?eventId=1001&term=ASKED-FOR')) as { data: { finish: string }[] };
    assert.deepEqual(
      data.map(({ finish }) => finish.slice(0, 10)),
      ['2099-01-01'],
    );
  });
});
