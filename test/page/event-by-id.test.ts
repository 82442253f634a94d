import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceFault } from '../../src/service/index.ts';
import { until } from '../harness/until.ts';
import type { OpenList } from './editor/fake-editor.ts';
import { Uri } from './editor/vscode-types.ts';
import { useEditor } from './editor/use-editor.ts';
import { tableEnvironment } from './table.support.ts';

const ofEventGroup = ['getEvent', 'identifyEvent', 'getFeatured', 'searchCategory', 'getHomeSections'];

describe('an event group that cannot be read', () => {
  const faults: ServiceFault[] = [];
  const editor = useEditor({ service: { seed: 1, faults }, environment: tableEnvironment });
  let lists: OpenList[] = [];

  beforeEach(() => {
    lists = [];
    editor.user.browse = (list) => lists.push(list);
  });
  afterEach(() => void (faults.length = 0));

  const breakGroup = (kind: '401' | '403' | 'html') => faults.push(...ofEventGroup.map((operation) => ({ kind, operation })));

  /** Types an id into the list of events, and takes it as it is. */
  async function typeId(id: string): Promise<string> {
    const list = await until('the list of events', () => lists.at(-1));
    await until('it says that nothing could be read', () =>
      list.items.some(({ label }) => label === '$(error) The event group could not be read. Type the id of the event.'),
    );
    list.enter(id);
    const row = await until('the id', () => list.items.find(({ label }) => label === `Use the id ${id} as it is`));
    list.choose(row);
    return row.detail ?? '';
  }

  for (const kind of ['401', '403', 'html'] as const) {
    it(`lets a passkey be made with the id of the event alone (${kind})`, async () => {
      breakGroup(kind);
      const opened = editor.open('createPasskey');
      const detail = await typeId('1001');
      if (kind === '401') assert.match(detail, /^The event group of stg refused "Identify event" .*which carries no credential/);
      const page = await (await opened).page();
      await page.getByText('Event: 1001').waitFor();
      await page.getByLabel('Passkey', { exact: true }).fill(`BYID${kind.toUpperCase()}`);
      await page.getByRole('checkbox').first().waitFor();
      await page.getByRole('button', { name: 'Create' }).click();
      await until('it is at the service', async () => {
        const { data } = (await editor.ask('GET', '/passkeys?eventId=1001&pageSize=1000')) as { data: { passkey: string }[] };
        return data.some(({ passkey }) => passkey === `BYID${kind.toUpperCase()}`);
      });
    });
  }

  it('lets codes be uploaded with the id of the event alone', async () => {
    breakGroup('401');
    const file = join(editor.fake.workspace, 'by-id.csv');
    await writeFile(file, 'BYID-UPLOAD-1\nBYID-UPLOAD-2\n');
    editor.user.press = (_message, buttons) => buttons.find((button) => /^Upload/.test(button));
    const uploaded = editor.run('uploadCodes', Uri.file(file));
    await typeId('1001');
    await uploaded;
    assert.match(editor.user.shown.join('\n'), /2 codes uploaded to 1001/);
  });

  it('opens the form for many passkeys and the tax calculator with the id', async () => {
    breakGroup('403');
    const many = await (await editor.open('createPasskeys', editor.resource('event', '1001'))).page();
    await many.getByText('Event: 1001').waitFor();
    const tax = await (await editor.open('calculateTax', editor.resource('event', '1001'))).page();
    await tax.getByLabel('Event').waitFor();
    assert.equal(await tax.getByLabel('Event').inputValue(), '1001');
  });

  it('offers no id as it is where the group can be read and only has no such event', async () => {
    const opened = editor.run('createPasskey');
    const list = await until('the list of events', () => lists.at(-1));
    await until('the events', () => list.items.length > 3);
    list.enter('99999999');
    await until('nothing', () => list.items.some(({ label }) => label === '$(info) Nothing found'));
    list.choose();
    (list as unknown as { hide(): void }).hide();
    await opened;
  });
});
