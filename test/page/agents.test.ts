import assert from 'node:assert/strict';
import { until } from '../harness/until.ts';
import { useEditor } from './editor/use-editor.ts';
import { CancellationTokenSource } from './editor/vscode-types.ts';

/** VS Code asks between the two calls of a tool; here nobody is asked, and the answer is always yes. */
describe('a write of a tool for agents', () => {
  const editor = useEditor();
  const { token } = new CancellationTokenSource();

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
    assert.match(message.value, /Target: \/event\/1001\/passkeys\n/);
    assert.match(message.value, /Count: 1 \(codes: 1\)\n/);
    assert.equal(await timesMade('TOOL-YES'), 0);
    const { content } = await (await tool()).invoke(order, token);
    assert.match(content[0]?.value ?? '', /^Reply of createPasskeys in the environment stg\./);
    assert.equal(await timesMade('TOOL-YES'), 1);
    await assert.rejects(async () => (await tool()).invoke(order, token), /Nothing was sent/, 'one yes is good for one write');
  });

  it('does not happen after a yes to a question that named another environment', async () => {
    const order = orderOf('TOOL-MOVED');
    await (await tool()).prepareInvocation(order);
    const { eventUrl, ticketUrl } = editor.service;
    editor.fake.change('boxOffice.environments', { stg: { eventUrl, ticketUrl }, other: { eventUrl, ticketUrl } });
    await editor.signIn('other');
    editor.fake.change('boxOffice.environment', 'other');
    try {
      const problem = /^Error: Nothing was sent: the environment has changed since it was asked for\. Ask again\.$/;
      await assert.rejects(async () => (await tool()).invoke(order, token), problem);
    } finally {
      editor.fake.change('boxOffice.environment', 'stg');
    }
    assert.equal(await timesMade('TOOL-MOVED'), 0);
  });
});
