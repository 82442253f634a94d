// Everything of the extension but VS Code itself: its commands, pages and requests run as they are, against a local service.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type * as vscode from 'vscode';
import { seenDialect } from '../../../src/service/own-dialect.ts';
import { Vault } from '../../../src/editor/account/vault.ts';
import type { Pauses } from '../../../src/editor/platform/settings.ts';
import { activate } from '../../../src/extension.ts';
import { startService, type Service, type ServiceOptions } from '../../../src/service/index.ts';
import { askService } from '../../harness/ask-service.ts';
import { sampleDatabase } from '../../harness/sample-database.ts';
import { until } from '../../harness/until.ts';
import { FakeEditor, newUser, setEditor, type EditorOptions } from './fake-editor.ts';
import type { Panel } from './tabs.ts';
import type { ThemeName } from './themes.ts';

export interface PageTestOptions extends EditorOptions {
  /** A local service with its faults; one with the seed 1 by default. */
  readonly service?: ServiceOptions;
  /** How that service is configured and called; `stg` by default. */
  readonly environment?: { readonly name?: string } & Readonly<Record<string, unknown>>;
  /** False starts without a token. */
  readonly signedIn?: boolean;
  /** How long the extension waits for files and the service; hardly at all by default. */
  readonly pauses?: Partial<Pauses>;
}

/** In the order of the real ones. */
const shortPauses: Pauses = { fileQuiet: 30, uploadReads: [0, 40, 100], runReads: [0, 40, 100], runLook: 50 };

/** The page of a panel, however often it is hidden, shown and restored. */
export class Tab {
  readonly #panel: () => Panel;

  constructor(panel: () => Panel) {
    this.#panel = panel;
  }

  get panel(): Panel {
    return this.#panel();
  }

  get title(): string {
    return this.panel.title;
  }

  /** Its tab has this title, at once or after what it shows was read. */
  async isNamed(title: string | RegExp): Promise<void> {
    await until(`the tab is named ${String(title)}`, () =>
      typeof title === 'string' ? this.title === title : title.test(this.title),
    );
  }

  /** The page as it is now: another one after it was hidden. */
  async page(): Promise<Page> {
    return until('the page is shown', () => this.panel.webview.page);
  }

  /** Shows it in front of the others, as a click on its tab does. */
  async show(): Promise<Page> {
    this.panel.reveal();
    return this.page();
  }

  close(): void {
    this.panel.dispose();
  }
}

export class PageEditor {
  readonly #fake: FakeEditor;
  readonly service: Service;
  readonly environment: string;
  readonly #pauses: Pauses;
  #context: ReturnType<FakeEditor['newContext']>;
  readonly #otherServices: Service[] = [];

  constructor(fake: FakeEditor, service: Service, environment: string, pauses: Partial<Pauses> = {}) {
    this.#pauses = { ...shortPauses, ...pauses };
    this.#fake = fake;
    this.service = service;
    this.environment = environment;
    this.#context = this.#activate();
  }

  #activate(): ReturnType<FakeEditor['newContext']> {
    const context = this.#fake.newContext();
    activate(context as unknown as vscode.ExtensionContext, this.#pauses);
    return context;
  }

  /** The one who answers what is asked. */
  get user() {
    return this.#fake.user;
  }

  get fake(): FakeEditor {
    return this.#fake;
  }

  get panels(): readonly Panel[] {
    return this.#fake.tabs.panels;
  }

  /** A row of the tree, or whatever else a command acts upon. */
  resource(kind: 'event' | 'item' | 'passkey' | 'session' | 'code', id: string, more: object = {}): object {
    return { kind, environment: this.environment, id, label: id, value: undefined, ...more };
  }

  run(command: string, ...args: unknown[]): Promise<unknown> {
    return this.#fake.run(`boxOffice.${command}`, ...args);
  }

  /** Runs a command that shows a page, and gives its tab. */
  async open(command: string, ...args: unknown[]): Promise<Tab> {
    const failures = this.user.shown.length;
    await this.run(command, ...args);
    const panel = await until(`${command} shows a page`, () => {
      assert.equal(this.user.shown.length, failures, this.user.shown.slice(failures).join('\n'));
      return this.#fake.tabs.active;
    });
    return this.tab(panel);
  }

  /** Does something that shows another page, such as a click in this one, and gives the tab of that page. */
  async openBy(work: () => Promise<unknown>): Promise<Tab> {
    const { active: before } = this.#fake.tabs;
    await work();
    const panel = await until('another page is shown', () => this.#fake.tabs.active !== before && this.#fake.tabs.active);
    return this.tab(panel);
  }

  /** The tab of a panel, also after the window was reloaded. */
  tab(panel: Panel): Tab {
    let now = panel;
    const { viewType, title } = panel;
    return new Tab(() => {
      if (now.isDisposed)
        now =
          this.panels.find((other) => other.viewType === viewType && (other.title === now.title || other.title === title)) ?? now;
      return now;
    });
  }

  /** The tab that is in front. */
  get active(): Tab {
    const { active } = this.#fake.tabs;
    assert.ok(active, 'no page is shown');
    return this.tab(active);
  }

  /** Puts something else in front, so that the page is gone until it is shown again. */
  hide(): void {
    this.#fake.tabs.activate(undefined);
  }

  /** Reloads the window: the extension starts anew, and the panels come back with what was kept of them. */
  async reload(): Promise<void> {
    const kept = this.panels.map(({ viewType, title, active, webview: { state } }) => ({ viewType, title, active, state }));
    this.#context.dispose();
    await this.#fake.tabs.closeAll();
    this.#fake.serializers.clear();
    this.#context = this.#activate();
    for (const { viewType, title, active, state } of kept) {
      const serializer = await until('the extension has started', () => this.#fake.serializers.get(viewType));
      const panel = this.#fake.tabs.create(viewType, title, state, !active);
      await serializer.deserializeWebviewPanel(panel, state);
    }
  }

  async signIn(environment = this.environment, token = this.service.token): Promise<void> {
    await this.#keepToken(environment, this.service, token);
  }

  async #keepToken(environment: string, { ticketUrl, eventUrl }: Service, token: string): Promise<void> {
    const { secrets } = this.#context;
    const vault = new Vault(secrets, () => undefined);
    for (const [group, url] of [
      ['ticket', ticketUrl],
      ['event', eventUrl],
    ] as const)
      await vault.write(environment, group, new URL(url).origin, { token });
  }

  /** Adds another environment with a service of its own, signed in; which one is chosen stays as it is. */
  async addEnvironment(name: string, options: ServiceOptions = { seed: 1 }): Promise<Service> {
    const service = await startSampled(options);
    this.#otherServices.push(service);
    const { eventUrl, ticketUrl } = service;
    const others = this.#fake.setting('boxOffice.environments') as Readonly<Record<string, unknown>>;
    this.#fake.change('boxOffice.environments', {
      ...others,
      [name]: { eventUrl, ticketUrl, dialect: seenDialect, currency: 'BRL' },
    });
    await this.#keepToken(name, service, service.token);
    return service;
  }

  async signOut(): Promise<void> {
    await this.#context.secrets.delete(`credentials:${this.environment}`);
  }

  /** Waits until what was typed is on disk, where it outlives the window. */
  async draftKept(text: string): Promise<void> {
    await until(`a draft has "${text}"`, () =>
      globSync('storage/drafts/*.json', { cwd: this.#fake.home }).some((name) =>
        readFileSync(join(this.#fake.home, name), 'utf8').includes(text),
      ),
    );
  }

  /** What was typed and not saved is nobody's any more. */
  async forgetDrafts(): Promise<void> {
    await this.#fake.tabs.draftsKept();
    await rm(join(this.#fake.home, 'storage', 'drafts'), { recursive: true, force: true, maxRetries: 5 });
  }

  /** Asks the service itself, past the extension. */
  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    return askService(this.service, method, path, body);
  }

  get theme(): ThemeName {
    return this.#fake.tabs.theme;
  }

  /** Puts the sample in the place of what tests have written. */
  async restoreSample(): Promise<void> {
    await this.service.restore(await sampleDatabase());
  }

  setTheme(name: ThemeName): Promise<void> {
    return this.#fake.tabs.setTheme(name);
  }

  /** After each test: nothing of it is left for the next one but what is at the service and on disk. */
  async cleanUp(): Promise<void> {
    await this.#fake.tabs.closeAll();
    this.#fake.user = newUser();
    this.#fake.executed.length = 0;
    this.#fake.textEditor = undefined;
    await this.#fake.tabs.setTheme('dark');
  }

  async stop(): Promise<void> {
    this.#context.dispose();
    await this.#fake.stop();
    await Promise.all([this.service, ...this.#otherServices].map((service) => service.stop()));
  }
}

/** With a copy of the sample, where the options ask for nothing else. */
async function startSampled(options: ServiceOptions): Promise<Service> {
  const { file, seed = 1, scale = 1, sample = true, today } = options;
  const isUsual = file === undefined && seed === 1 && scale === 1 && sample && today === undefined;
  const seen = { dialect: {}, ...options };
  return startService(isUsual ? { ...seen, file: await sampleDatabase() } : seen);
}

/** An editor for the tests of the surrounding `describe`; its pages are closed after each test. */
export function useEditor(options: PageTestOptions = {}): PageEditor {
  let running: PageEditor | undefined;
  before(async () => {
    const { name = 'stg', ...rest } = options.environment ?? {};
    const service = await startSampled(options.service ?? { seed: 1 });
    const { eventUrl, ticketUrl } = service;
    const settings = {
      'boxOffice.environments': { [name]: { eventUrl, ticketUrl, dialect: seenDialect, currency: 'BRL', ...rest } },
      'boxOffice.environment': name,
      ...options.settings,
    };
    const fake = await FakeEditor.start({ ...options, settings });
    setEditor(fake);
    running = new PageEditor(fake, service, name, options.pauses);
    if (options.signedIn !== false) await running.signIn();
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await keepFailure(running!, this.currentTest.fullTitle());
    const { errors, requested } = running!.fake.tabs;
    await running!.cleanUp();
    // Nothing of a page may fail unseen, and nothing may leave it.
    const [failed, left] = [errors.splice(0), requested.splice(0)];
    assert.deepEqual(failed, []);
    assert.deepEqual(left, []);
  });
  after(async () => {
    await running?.stop();
    setEditor(undefined);
  });
  return new Proxy({} as PageEditor, {
    get(_, name: keyof PageEditor) {
      assert.ok(running, 'The editor runs only while tests run.');
      const value: unknown = Reflect.get(running, name, running);
      return typeof value === 'function' ? (value.bind(running) as unknown) : value;
    },
  });
}

async function keepFailure(editor: PageEditor, title: string): Promise<void> {
  const { saveFailure } = await import('./failures.ts');
  const page = await editor.fake.tabs.active?.webview.page;
  console.log(`      kept in ${await saveFailure(title, page, [...editor.user.shown, ...editor.fake.logged])}`);
}
