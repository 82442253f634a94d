import assert from 'node:assert/strict';
import * as v from 'valibot';
import { Receiver } from '../../../src/editor/pages/receiver.ts';
import { readState } from '../../../src/editor/pages/state.ts';

const contract = {
  init: {} as { name: string },
  requests: { save: { payload: v.string(), result: {} as number }, look: { payload: v.string(), result: {} as number } },
  events: {},
};

/** The page's end. Its types are a browser's, which these tests do not have. */
interface Channel {
  request(name: 'save' | 'look', payload: string): Promise<number>;
}
type Connect = (show: (init: unknown, channel: Channel) => void, fail: (problem: string) => void) => void;
const pagesEnd = '../../../src/webview/kit/channel.ts';

const never = (text: string) => {
  throw new Error(text);
};

type Listener = (event: { origin: string; data: unknown }) => void;

/** A page and its editor, with a line between them that loses what it is told to lose. */
class Line {
  readonly done: string[] = [];
  readonly shown: Channel[] = [];
  readonly #listeners: Listener[] = [];
  readonly #timers: (() => void)[] = [];
  readonly #receiver: Receiver<typeof contract>;
  /** How many of the next messages get lost, to the editor and to the page. */
  lose = { toEditor: 0, toPage: 0 };
  #inits = 0;

  constructor() {
    const note = (text: string) => Promise.resolve(this.done.push(text));
    this.#receiver = new Receiver(
      {
        contract,
        init: () => {
          this.#inits++;
          return Promise.resolve({ name: 'x' });
        },
        handlers: { save: note, look: note },
      },
      {
        post: (message) => {
          if (this.lose.toPage-- <= 0)
            for (const hear of this.#listeners) hear({ origin: 'page', data: structuredClone(message) });
          return Promise.resolve();
        },
        warn: never,
        error: never,
        l10n: () => ({ l10n: {}, language: 'en' }),
        isCancel: () => false,
        help: () => undefined,
        open: () => undefined,
        unknownRequest: 'unknown',
      },
    );
  }

  get inits(): number {
    return this.#inits;
  }

  /** Opens the page, as after it was hidden. */
  async openPage(): Promise<void> {
    this.#listeners.length = 0;
    this.#timers.length = 0;
    const { connect } = (await import(pagesEnd)) as { connect: Connect };
    const later = (work: () => void) => this.#timers.push(work);
    Object.assign(globalThis, {
      window: { origin: 'page', addEventListener: (_: string, listener: Listener) => this.#listeners.push(listener) },
      acquireVsCodeApi: () => ({
        postMessage: (message: unknown) => {
          if (this.lose.toEditor-- <= 0) void this.#receiver.receive(structuredClone(message));
        },
        getState: () => undefined,
        setState: () => undefined,
      }),
    });
    Object.assign(globalThis, { setTimeout: later, setInterval: later, clearInterval: () => undefined });
    connect((_, channel) => this.shown.push(channel), never);
    await confirmed();
  }

  /** The patience of the page is over. */
  async waitLong(): Promise<void> {
    for (const timer of [...this.#timers]) timer();
    await confirmed();
  }

  close(): void {
    Object.assign(globalThis, realTimers);
    delete (globalThis as { window?: unknown }).window;
  }
}

const realTimers = { setTimeout, setInterval, clearInterval };
const confirmed = () => new Promise<void>((resolve) => void setImmediate(resolve));

describe('what was read while a page loads', () => {
  /** The names that a page is given to begin with. */
  function page() {
    const shown: unknown[] = [];
    const record = { name: 'old' };
    const handlers = { save: () => Promise.resolve(1), look: () => Promise.resolve(1) };
    const receiver = new Receiver(
      { contract, init: () => Promise.resolve({ ...record }), handlers },
      {
        post: (message) => Promise.resolve(shown.push(message.kind === 'init' && (message.payload as { name: string }).name)),
        warn: never,
        error: never,
        l10n: () => ({ l10n: {}, language: 'en' }),
        isCancel: () => false,
        help: () => undefined,
        open: () => undefined,
        unknownRequest: 'unknown',
      },
    );
    return { receiver, record, shown };
  }

  it('is shown as it was read', async () => {
    const { receiver, record, shown } = page();
    receiver.prepare();
    record.name = 'new';
    await receiver.receive({ kind: 'ready' });
    assert.deepEqual(shown, ['old']);
  });

  it('is read again when the page was told something before it listened', async () => {
    const { receiver, record, shown } = page();
    receiver.prepare();
    record.name = 'new';
    receiver.invalidate();
    await receiver.receive({ kind: 'ready' });
    assert.deepEqual(shown, ['new']);
  });
});

describe('a page whose messages get lost', () => {
  let line: Line;
  beforeEach(() => (line = new Line()));
  afterEach(() => line.close());

  it('fault 59: says that it is ready until it is heard', async () => {
    line.lose.toEditor = 2;
    await line.openPage();
    await line.waitLong();
    assert.equal(line.shown.length, 0);
    await line.waitLong();
    assert.equal(line.shown.length, 1);
    await line.waitLong();
    assert.equal(line.inits, 1, 'what is shown is not asked for again');
  });

  it('fault 59: asks again when the request was lost', async () => {
    await line.openPage();
    line.lose.toEditor = 1;
    const saved = line.shown[0]!.request('save', 'A');
    await confirmed();
    assert.deepEqual(line.done, []);
    await line.waitLong();
    assert.equal(await saved, 1);
    assert.deepEqual(line.done, ['A']);
  });

  it('fault 59: does nothing twice when only the answer was lost', async () => {
    await line.openPage();
    line.lose.toPage = 1;
    const saved = line.shown[0]!.request('save', 'A');
    await confirmed();
    await line.waitLong();
    assert.equal(await saved, 1);
    assert.deepEqual(line.done, ['A']);
  });

  it('fault 59: takes the first request of a page that was shown again for a new one', async () => {
    await line.openPage();
    await line.shown[0]!.request('look', 'first');
    await line.openPage();
    await line.shown[1]!.request('look', 'second');
    assert.deepEqual(line.done, ['first', 'second']);
  });

  it('fault 59: keeps many requests apart', async () => {
    await line.openPage();
    const texts = Array.from({ length: 60 }, (_, index) => `request ${index}`);
    const results = await Promise.all(texts.map((text) => line.shown[0]!.request('look', text)));
    assert.deepEqual(line.done, texts);
    assert.deepEqual(
      results,
      texts.map((_, index) => index + 1),
    );
  });
});

const title = (state: unknown) => (state === undefined ? 'nothing' : JSON.stringify(state).slice(0, 60));

describe('the saved state of a page', () => {
  it('fault 59: is read when it is whole', () => {
    const state = { environment: 'stg', kind: 'item', id: '300002' };
    assert.deepEqual(readState(state), state);
  });

  const corrupt: readonly unknown[] = [
    undefined,
    null,
    '',
    'item',
    7,
    [],
    {},
    { environment: 'stg' },
    { kind: 'item' },
    { environment: '', kind: 'item' },
    { environment: 'stg', kind: 'item', id: 300002 },
    { environment: 'stg', kind: 'item', more: 'x' },
    { environment: { toString: 'stg' }, kind: 'item' },
    { environment: 'x'.repeat(201), kind: 'item' },
    { environment: 'stg', kind: 'item', id: 'x'.repeat(10_001) },
  ];
  for (const state of corrupt) {
    it(`fault 59: ${title(state)} is not taken for one`, () => {
      assert.equal(readState(state), undefined);
    });
  }
});
