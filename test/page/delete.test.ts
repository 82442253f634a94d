import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';

interface Passkey {
  readonly id: number;
  readonly passkey: string;
}

for (const isProtected of [false, true])
  describe(`a delete in ${isProtected ? 'a protected' : 'an'} environment`, () => {
    const name = isProtected ? 'prod' : 'stg';
    const place = isProtected ? 'Environment: prod \\(protected\\)' : 'Environment: stg';
    const editor = useEditor({ environment: { name, protected: isProtected } });

    const find = async (passkey: string) => {
      const { data } = (await editor.ask('GET', '/passkeys?eventId=1001&pageSize=1000')) as { data: Passkey[] };
      return data.find((row) => row.passkey === passkey);
    };
    const isSaid = (start: string) => editor.user.shown.find((text) => text.startsWith(start));

    /** A passkey with items and an end. */
    async function newPasskey(passkey: string): Promise<Passkey> {
      const body = { eventId: 1001, passkey, finish: '2099-01-01' };
      const { data } = (await editor.ask('POST', '/passkeys', body)) as { data: { id: number } };
      await editor.ask('PUT', `/passkeys/${data.id}/items`, { itemIds: [300002, 300003] });
      return (await find(passkey))!;
    }

    it('of a passkey is asked about, and undone with its items', async () => {
      const kept = await newPasskey('UNDO-ME');
      editor.user.pick = (rows) =>
        rows.find(({ label }) => label === 'Festival da Primavera') ?? rows.filter(({ label }) => label === 'UNDO-ME');
      const typed: string[] = [];
      editor.user.type = ({ prompt = '' }) => {
        typed.push(prompt);
        return 'UNDO-ME';
      };
      const gone: boolean[] = [];
      editor.user.press = async (message, buttons) => {
        // What is asked or said after the delete: it is undone only after that.
        if (!message.startsWith('Delete Passkey')) gone.push((await find('UNDO-ME')) === undefined);
        return ['Delete Passkey', 'Undo', 'Create Passkey Again', 'Show in Tree'].find((button) => buttons.includes(button));
      };
      await editor.run('deletePasskey');
      await until('it is there again', () => isSaid('Passkey UNDO-ME is there again, with a new id.'));
      assert.match(
        isSaid('Delete Passkey: UNDO-ME?') ?? '',
        new RegExp(
          `${place}\\nEvent: Festival da Primavera\\n\\nUNDO-ME · 2 items · 0 used · until .*2099\\n\\nA copy is kept, so that you can undo this`,
        ),
      );
      assert.deepEqual(typed, isProtected ? ['Type UNDO-ME to confirm.'] : []);
      assert.ok(isSaid(`Passkey UNDO-ME was deleted in ${name}.`), editor.user.shown.join('\n'));
      // In a protected environment to undo is a write like any other.
      const again = isSaid('Create Passkey Again: UNDO-ME?');
      if (isProtected) assert.match(again ?? '', new RegExp(place));
      else assert.equal(again, undefined);
      assert.deepEqual(gone.slice(0, isProtected ? 2 : 1), isProtected ? [true, true] : [true]);
      assert.deepEqual({ ...(await find('UNDO-ME')), id: 0 }, { ...kept, id: 0 });
      await until('its row', () => editor.fake.executed.some(([id]) => id === 'reveal'));
    });

    it('of a passkey does not happen without a yes', async () => {
      const { id } = await newPasskey('KEEP-ME');
      const row = editor.resource('passkey', String(id), { label: 'KEEP-ME', eventId: '1001' });
      await editor.run('deletePasskey', row);
      assert.ok(isSaid('Delete Passkey: KEEP-ME?'));
      if (isProtected) {
        editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Delete Passkey');
        const problems: (string | undefined)[] = [];
        editor.user.type = ({ problem }) => {
          problems.push(problem);
          return problem === undefined ? 'keep-me' : undefined;
        };
        await editor.run('deletePasskey', row);
        assert.deepEqual(problems, [undefined, 'This is not KEEP-ME.']);
      }
      assert.equal((await find('KEEP-ME'))?.id, id);
    });

    it('of a code says where its copy is, and deletes that one', async () => {
      const list = async () =>
        ((await editor.ask('GET', '/items/300002/codes?pageSize=1000')) as { data: { code: string }[] }).data.map(
          ({ code }) => code,
        );
      const before = await list();
      const [code] = before;
      assert.ok(code);
      editor.user.pick = (rows) =>
        rows.find(({ description }) => description?.startsWith('300002')) ?? rows.filter(({ label }) => label === code);
      editor.user.press = (_message, buttons) => buttons.find((button) => button === 'Delete Code');
      editor.user.type = () => code;
      await editor.run('deleteCode');
      await until('it is said', () => isSaid(`Codes in ${name}: 1 deleted`));
      const question = isSaid(`Delete Code: ${code}?`) ?? '';
      assert.match(question, new RegExp(`${place}\\n.*Item: 1º lote`, 's'));
      assert.match(question, /A copy is kept for 30 days; you can open it afterwards\./);
      const copy = /A copy was kept: ([^/]*?\.json)\. \| Open Copy/.exec(isSaid(`Codes in ${name}: 1 deleted`) ?? '')?.[1] ?? '';
      assert.ok((await readFile(join(editor.fake.home, 'storage', 'copies', copy), 'utf8')).includes(code));
      assert.deepEqual(
        await list(),
        before.filter((one) => one !== code),
      );
    });
  });
