import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { CancellationTokenSource } from './editor/vscode-types.ts';
import { eventId, eventText, firstLot, type EditableEvent } from './plan.support.ts';

describe('for agents', () => {
  const editor = useEditor();
  const { token } = new CancellationTokenSource();

  /** VS Code asks between the two calls of a tool; here nobody is asked, and the answer is always yes. */
  describe('a write of a tool for agents', () => {
    const tool = () => until('the tool', () => editor.fake.tools.get('box_office_create_passkeys'));
    const orderOf = (code: string) => ({ input: { path: { eventId: '1001' }, body: { codes: [code] } } });
    const timesMade = async (code: string) => {
      const reply = (await editor.ask('GET', `/passkeys?eventId=1001&term=${code}`)) as { data: { passkey: string }[] };
      return reply.data.filter(({ passkey }) => passkey === code).length;
    };

    it('names the environment, the target and the count before it is made, and is made once', async () => {
      const order = orderOf('TOOL-YES');
      const { confirmationMessages } = await (await tool()).prepareInvocation(order);
      const { title, message } = confirmationMessages as { title: string; message: { value: string } };
      assert.equal(title, 'Create passkeys in stg?');
      assert.match(message.value, /Environment: stg\n/);
      assert.match(message.value, /Target: Festival da Primavera \(\/event\/1001\/passkeys\)\n/);
      assert.match(message.value, /Count: 1 \(codes: 1\)\n/);
      assert.equal(await timesMade('TOOL-YES'), 0);
      const { content } = await (await tool()).invoke(order, token);
      assert.match(content[0]?.value ?? '', /^Reply of createPasskeys in the environment stg\./);
      assert.equal(await timesMade('TOOL-YES'), 1);
      await assert.rejects(async () => (await tool()).invoke(order, token), /Nothing was sent/, 'one yes is good for one write');
    });

    const asked = async (name: string, input: object) => {
      const one = await until('the tool', () => editor.fake.tools.get(`box_office_${name}`));
      const { confirmationMessages } = await one.prepareInvocation({ input });
      return (confirmationMessages as { message: { value: string } }).message.value;
    };
    const body = { price: 15_500, feeSale: 1200, feeProducer: 250 };

    it('shows what a field has and what it gets, as money, where nothing is protected', async () => {
      const text = await asked('update_values', { path: { id: '300002' }, body });
      assert.match(
        text,
        /Target: Festival da Primavera › .+ › 1º lote \(\/items\/300002\/values\)\nPrice: R\$120\.00 → R\$155\.00\n/,
      );
    });

    it('says that what a record has now could not be read, and shows what it gets', async () => {
      const text = await asked('update_values', { path: { id: '1' }, body });
      assert.match(
        text,
        /Target: \/items\/1\/values\nWhat it has now could not be read\.\nPrice: not known → R\$155\.00\nSale fee: not known → R\$12\.00\n/,
      );
      const made = await asked('create_values', { path: { id: '1' }, body });
      assert.match(made, /What it has now could not be read\.\nPrice: R\$155\.00\n/);
    });

    it('shows what will be made, with the names of the items that it opens', async () => {
      const many = { path: { eventId: '1001' }, body: { codes: ['TOOL-A', 'TOOL-B'], itemIds: [300002], limit: 3 } };
      assert.match(await asked('create_passkeys', many), /passkeys\)\nItems: .*1º lote\nLimit: 3\nCount: 2 /);
      const one = await asked('create_passkey', { body: { eventId: 1001, passkey: 'TOOL-C' } });
      assert.match(one, /Target: Festival da Primavera › TOOL-C \(\/passkeys, eventId 1001\)\n/);
      const file = await asked('request_export', { path: { eventId: '1001' }, body: { type: 'transactions', format: 'csv' } });
      assert.match(file, /Target: Festival da Primavera \(\/event\/1001\/export\)\nCount: 1\n/);
    });

    it('does not happen after a yes to a question that named another environment', async () => {
      const order = orderOf('TOOL-MOVED');
      await (await tool()).prepareInvocation(order);
      const { eventUrl, ticketUrl } = editor.service;
      const { stg } = editor.fake.setting('boxOffice.environments') as { stg: object };
      editor.fake.change('boxOffice.environments', { stg, other: { eventUrl, ticketUrl } });
      await editor.signIn('other');
      editor.fake.change('boxOffice.environment', 'other');
      try {
        const problem = /^Error: Nothing was sent: the environment has changed since it was asked for\. Ask again\.$/;
        await assert.rejects(async () => (await tool()).invoke(order, token), problem);
      } finally {
        editor.fake.change('boxOffice.environment', 'stg');
        editor.fake.change('boxOffice.environments', { stg });
      }
      assert.equal(await timesMade('TOOL-MOVED'), 0);
    });
  });

  describe('a plan that a tool for agents makes', () => {
    const tool = (name: string) => until('the tool', () => editor.fake.tools.get(`box_office_${name}`));
    const dataOf = (text = '') => /<data-\w+>\n(.*)\n<\/data-\w+>$/s.exec(text)?.[1] ?? '';
    const read = async () => {
      const { content } = await (await tool('read_event_as_file')).invoke({ input: { eventId } }, token);
      return dataOf(content[0]?.value);
    };
    const plan = async (file: string) => {
      const call = { input: { eventId, file } };
      const prepared = await (await tool('plan_event_changes')).prepareInvocation(call);
      const { content } = await (await tool('plan_event_changes')).invoke(call, token);
      return { prepared, text: content[0]?.value ?? '' };
    };

    it('opens its page for the person, tells the model what is in it, reads the event once for both, and sends nothing', async () => {
      const before = await eventText(editor);
      const given = await read();
      assert.equal(`${given}\n`, before);
      const file = JSON.parse(given) as EditableEvent;
      firstLot(file).price = '162.00';
      editor.fake.logged.length = 0;
      /** Each read with how often it was made, whatever of a list it was. */
      const reads = () => {
        const lines = editor.fake.logged.flatMap((line) => /^debug (GET \S+?)(?:\?\S*)? → /.exec(line)?.[1] ?? []);
        return Object.fromEntries(
          [...Map.groupBy(lines, (line) => line)].map(([line, times]) => [new URL(line.slice(4)).pathname, times.length]),
        );
      };
      const { prepared, text } = await plan(JSON.stringify(file));
      assert.equal(prepared.confirmationMessages, undefined, 'nothing is written, so nothing is asked');
      assert.match(
        text,
        /^The page of a plan for event 1001 in the environment stg is open\. Nothing was sent: only the person can apply it\.\n/,
      );
      const { summary, changed } = JSON.parse(dataOf(text)) as { summary: string; changed: { fields: object[] }[] };
      assert.match(summary, /^1 price changed\./);
      assert.deepEqual(changed[0]?.fields, [{ field: 'price', before: '120.00', after: '162.00' }]);
      const panel = await until('the page', () => editor.panels.find(({ title }) => title.startsWith('Changes by an agent')));
      const page = await editor.tab(panel).page();
      await page.getByText(/^1 change: 1 price changed/).waitFor();
      const once = reads();
      assert.ok(Object.keys(once).length > 2, 'its name, its items and its passkeys');
      assert.deepEqual(new Set(Object.values(once)), new Set([1]), JSON.stringify(once));
      await page.getByRole('button', { name: 'Refresh' }).click();
      await until('somebody who asks for it has it read again', () => Object.values(reads()).every((times) => times === 2));
      assert.equal(await eventText(editor), before);
    });

    it('asks when the file was read from another event, and refuses a text that is no file with its place', async () => {
      const other = { event: { id: 2002, name: 'Outro', environment: 'stg' }, items: [] };
      const { prepared } = await plan(JSON.stringify(other));
      const { title, message } = prepared.confirmationMessages as { title: string; message: { value: string } };
      assert.equal(title, 'Plan changes to event in stg?');
      assert.match(message.value, /The file was read from Outro \(stg\)\. Plan its changes to 1001\?/);
      await assert.rejects(
        plan('{\n"items": [{ "name": 7 }]}'),
        /nothing was planned \(1 problems\)\. line 2: items\.0\.name must be text/,
      );
    });
  });

  describe('the configuration for other programs', () => {
    const server = () => join(editor.fake.home, 'storage', 'mcp.cjs');

    it('is copied for the program that is chosen, without the token of the sign-in, and says which variable to set', async () => {
      const shown: string[] = [];
      editor.user.press = (message) => void shown.push(message);
      editor.user.pick = (rows) => rows[1];
      await editor.run('copyMcpConfiguration');
      const copied = editor.fake.clipboard;
      assert.match(copied, /"BOX_OFFICE_TOKEN": "\$\{env:BOX_OFFICE_STG_TOKEN\}"/);
      assert.ok(copied.includes(JSON.stringify(server())));
      assert.ok(!copied.includes(editor.service.token));
      await until('the notification', () =>
        shown.some((message) => message.includes('set BOX_OFFICE_STG_TOKEN where it is started')),
      );
    });

    it('is not copied where no program is chosen', async () => {
      editor.fake.clipboard = 'before';
      editor.user.pick = () => undefined;
      await editor.run('copyMcpConfiguration');
      assert.equal(editor.fake.clipboard, 'before');
    });

    it('starts the server of the new version after an update', async () => {
      await editor.run('copyMcpConfiguration', 'plain');
      const current = await readFile(server(), 'utf8');
      await writeFile(server(), 'of an older version');
      editor.fake.state.global.set('boxOffice.copiedServer', '0.0.1');
      await editor.reload();
      await until('the copy', async () => (await readFile(server(), 'utf8')) === current);
    });
  });
});
