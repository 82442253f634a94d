import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { askService } from '../harness/ask-service.ts';
import { until } from '../harness/until.ts';
import { signIn, useUserStub, useService } from './kit.ts';

interface Item {
  id: number;
  name: string;
  eventId: number;
  description: string;
  value: { price: number; finalPrice: number } | null;
  salePeriods: { start: string }[];
}

const environment = 'docs';

async function openItem(item: Item): Promise<vscode.TextDocument> {
  const resource = { kind: 'item', environment, id: String(item.id), label: item.name, value: item };
  const [uri] = await vscode.commands.executeCommand<vscode.Uri[]>('boxOffice.openAsJson', resource);
  return vscode.workspace.openTextDocument(uri!);
}

async function replace(document: vscode.TextDocument, from: string, to: string): Promise<void> {
  const start = document.getText().indexOf(from);
  assert.ok(start >= 0, `${from} is not in the document`);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(start + from.length)), to);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** What VS Code's own support of JSON says of a document, once it is there. */
function provided<T>(command: string, uri: vscode.Uri): Promise<T[]> {
  return until(command, async () => {
    const found = await vscode.commands.executeCommand<T[] | undefined>(command, uri);
    return found !== undefined && found.length > 0 && found;
  });
}

const problemsOf = ({ uri }: vscode.TextDocument) =>
  vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Box Office');

/** With the name of the field: an empty description stands in many others as well. */
const describedAs = (text: unknown) => `"description": ${JSON.stringify(text)}`;
const isDiff = ({ input }: vscode.Tab) => input instanceof vscode.TabInputTextDiff;

describe('records as documents', () => {
  const user = useUserStub();
  const held = useService(environment);
  /** Each test has an item of its own. */
  let items: Item[];
  let item: Item;

  before(async () => {
    await signIn(user, held.service.token);
    const { data: all } = await ask<{ data: Item[] }>('GET', '/items?type=Ticket&pageSize=100');
    items = all.filter(({ value, salePeriods }) => value !== null && value.price > 0 && salePeriods.length > 0);
  });
  beforeEach(async () => (item = await getItem(items.pop()!.id)));
  afterEach(async () => {
    for (const { uri } of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
      await vscode.window.showTextDocument(uri);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const ask = <T>(method: string, path: string, body?: object) => askService<T>(held.service, method, path, body);
  const getItem = async (id: number) => (await ask<{ data: Item }>('GET', `/items/${id}`)).data;
  const describeAs = ({ id, name }: Item, description: string) => ask('PUT', `/items/${id}`, { name, description });

  it('opens an event to read and an item to edit, as JSON', async () => {
    const event = { kind: 'event', environment, id: String(item.eventId), label: 'a/b %2F? event', value: {} };
    const [uri] = await vscode.commands.executeCommand<vscode.Uri[]>('boxOffice.openAsJson', event);
    const shown = await vscode.workspace.openTextDocument(uri!);
    assert.equal(uri!.scheme, 'box-office');
    assert.equal(shown.languageId, 'json');
    assert.equal((JSON.parse(shown.getText()) as Item).id, item.eventId);

    const document = await openItem(item);
    assert.equal(document.uri.scheme, 'box-office-edit');
    assert.equal(document.languageId, 'json');
    assert.deepEqual(JSON.parse(document.getText()), item);
  });

  it('have an outline and can be folded, whether they show a record or a reply', async () => {
    const event = { kind: 'event', environment, id: String(item.eventId), label: 'An event', value: {} };
    const [record] = await vscode.commands.executeCommand<vscode.Uri[]>('boxOffice.openAsJson', event);
    const reply = await vscode.commands.executeCommand<vscode.Uri>('boxOffice.runOperation', 'getEvent', {
      path: { id: item.eventId },
    });
    for (const uri of [record!, reply]) {
      const document = await vscode.workspace.openTextDocument(uri);
      const keys = Object.keys(JSON.parse(document.getText()) as object);
      const symbols = await provided<vscode.DocumentSymbol>('vscode.executeDocumentSymbolProvider', uri);
      assert.deepEqual(symbols.map(({ name }) => name).sort(), keys.sort());
      const ranges = await provided<vscode.FoldingRange>('vscode.executeFoldingRangeProvider', uri);
      assert.ok(
        ranges.some(({ start, end }) => start === 0 && end >= document.lineCount - 3),
        'the whole of it folds',
      );
    }
  });

  it('say what a field means where somebody points at it, and nothing of what the interface does not name', async () => {
    const document = await openItem(item);
    const hoverAt = async (key: string) => {
      const position = document.positionAt(document.getText().indexOf(`"${key}"`) + 2);
      const found = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, position);
      const texts = found.flatMap(({ contents }) => contents.map((content) => (content as vscode.MarkdownString).value));
      // The schema's hover may be empty, which is not shown.
      return texts.filter((text) => text !== '');
    };
    // It is of the schema, which VS Code may not have read yet.
    await until('the schema', async () => (await hoverAt('price')).length > 0);
    assert.deepEqual(await hoverAt('price'), ['As it is sent: Price, in cents.']);
    assert.deepEqual(await hoverAt('start'), ['As it is sent: When the sale starts, as YYYY-MM-DD HH:MM:SS.']);
    assert.deepEqual(await hoverAt('hidden'), []);
  });

  it('offer the fields that they lack, with what each means, and mark what is of another kind', async () => {
    const document = await openItem(item);
    const marks = () => vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
    const at = document.positionAt(document.getText().indexOf('"name"'));
    const offered = async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        document.positionAt(document.getText().indexOf('{') + 1),
      );
      return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    await replace(document, '"salePeriods"', '"other"');
    await until('what is offered', async () => (await offered()).includes('salePeriods'));
    assert.ok(!(await offered()).includes('itemIds'), 'of a passkey');
    assert.deepEqual(
      marks().filter((mark) => mark.startsWith('Incorrect type')),
      [],
    );
    await replace(document, `"name": ${JSON.stringify(item.name)}`, '"name": 5');
    await until('the mark', () => marks().some((mark) => mark.startsWith('Incorrect type')));
    assert.equal(document.positionAt(document.getText().indexOf('"name"')).line, at.line);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('saves just what changed and shows what the service made of it', async () => {
    const document = await openItem(item);
    const price = item.value!.price + 10.5;
    await replace(document, `"price": ${item.value!.price}`, `"price": ${price}`);
    assert.ok(await document.save());
    const now = await getItem(item.id);
    assert.equal(now.value?.price, price);
    assert.deepEqual({ ...now, value: null }, { ...item, value: null });
    await until('the new final price is shown', () => document.getText().includes(`"finalPrice": ${now.value?.finalPrice}`));
    assert.equal(document.isDirty, false);

    await replace(document, JSON.stringify(item.name), JSON.stringify(`${item.name}!`));
    assert.ok(await document.save(), 'it can be saved again');
    assert.equal((await getItem(item.id)).name, `${item.name}!`);
  });

  it('marks the very value that is wrong and saves nothing', async () => {
    const document = await openItem(item);
    await replace(document, `"price": ${item.value!.price}`, '"price": 12.345');
    await until('a mark', () => problemsOf(document).length === 1);
    const [problem] = problemsOf(document);
    assert.equal(document.getText(problem!.range), '12.345');
    assert.match(problem!.message, /^value\.price must be an amount/);
    assert.equal(await document.save(), false);
    assert.ok(document.isDirty);
    await replace(document, '12.345', String(item.value!.price));
    await until('no mark', () => problemsOf(document).length === 0);
    assert.deepEqual(await getItem(item.id), item);
  });

  for (const [what, edit, message] of [
    ['where the text is no JSON', (text: string) => text.replace('"name":', '"name"'), 'A colon is missing here.'],
    ['a text that is no record', () => '[]', 'The record must be an object.'],
  ] as const)
    it(`marks ${what} when it is to be saved, and the check of the last edit leaves the mark`, async () => {
      const document = await openItem(item);
      const whole = new vscode.Range(new vscode.Position(0, 0), document.positionAt(document.getText().length));
      const change = new vscode.WorkspaceEdit();
      change.replace(document.uri, whole, edit(document.getText()));
      assert.ok(await vscode.workspace.applyEdit(change));
      assert.equal(await document.save(), false);
      const marks = () => problemsOf(document).map((problem) => problem.message);
      assert.deepEqual(marks(), [message]);
      // An edit is checked a quarter of a second later; by then nothing may have changed.
      await new Promise((resolve) => setTimeout(resolve, 400));
      assert.deepEqual(marks(), [message]);
      assert.deepEqual(await getItem(item.id), item);
    });

  it('sends nothing by auto save', async () => {
    const settings = vscode.workspace.getConfiguration('files');
    await settings.update('autoSaveDelay', 100, vscode.ConfigurationTarget.Global);
    await settings.update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Global);
    try {
      const begun = new Promise<void>((resolve) => {
        const listener = vscode.workspace.onWillSaveTextDocument(() => (listener.dispose(), resolve()));
      });
      const document = await openItem(item);
      await replace(document, JSON.stringify(item.name), '"Half typ"');
      await begun;
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.ok(document.isDirty);
      assert.equal((await getItem(item.id)).name, item.name);
      // A save that joins the automatic one is none.
      await until('a person can save it', async () => document.save());
      assert.equal((await getItem(item.id)).name, 'Half typ');
    } finally {
      await settings.update('autoSave', 'off', vscode.ConfigurationTarget.Global);
    }
  });

  it('fault 38: refuses to overwrite what somebody else changed, and shows both', async () => {
    const document = await openItem(item);
    const theirs = `Theirs ${Date.now()}`;
    await replace(document, describedAs(item.description), describedAs('Mine'));
    await describeAs(item, theirs);
    assert.equal(await document.save(), false);
    assert.equal((await getItem(item.id)).description, theirs);
    assert.ok(document.isDirty, 'the edit is kept');
    await until('a diff', () => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isDiff)));
  });

  for (const choice of ['Take Theirs', 'Overwrite with Mine'] as const)
    it(`fault 38: has their version or mine, as is chosen: ${choice}`, async () => {
      const [mine, theirs] = [`Mine ${Date.now()}`, `Theirs ${Date.now()}`];
      const expected = choice === 'Take Theirs' ? theirs : mine;
      const document = await openItem(item);
      await replace(document, describedAs(item.description), describedAs(mine));
      await describeAs(item, theirs);
      user.press = (_message, buttons) => buttons.find((button) => button === choice);
      assert.equal(await document.save(), false, 'the question comes first');
      await until('no edit is left', () => !document.isDirty && document.getText().includes(`"description": "${expected}"`));
      assert.match(user.shown[0] ?? '', /has changed on the service since you opened it/);
      assert.equal((await getItem(item.id)).description, expected);
      await until('no diff is left', () => !vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isDiff)));
    });

  it('fault 39: saving three times at once sends once', async () => {
    const document = await openItem(item);
    const key = `twice${Date.now()}`;
    // The service refuses to create the same attribute again.
    await replace(document, '"attributes": {', `"attributes": { "${key}": 1,`);
    const { fs } = vscode.workspace;
    const content = new TextEncoder().encode(document.getText());
    const saves = [fs.writeFile(document.uri, content), fs.writeFile(document.uri, content), document.save()];
    assert.equal((await Promise.all(saves))[2], true);
    assert.equal(((await getItem(item.id)) as unknown as { attributes: Record<string, number> }).attributes[key], 1);
  });

  it('fault 41: stays in its environment when another one is chosen', async () => {
    const document = await openItem(item);
    await vscode.workspace.getConfiguration().update('boxOffice.environment', 'elsewhere', vscode.ConfigurationTarget.Global);
    try {
      await replace(document, JSON.stringify(item.name), '"Pinned"');
      assert.ok(await document.save());
    } finally {
      await vscode.workspace.getConfiguration().update('boxOffice.environment', environment, vscode.ConfigurationTarget.Global);
    }
    assert.equal((await getItem(item.id)).name, 'Pinned');
  });
});
