import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../harness/until.ts';
import {
  Back,
  chooseEnvironment,
  forgetEnvironments,
  readLogs,
  signIn,
  startRecordingServer,
  useGuidedInputs,
  useUserStub,
  useService,
  type RecordingServer,
} from './kit.ts';
import { eventsTree } from './tree.ts';
import { shownWindow } from './window.ts';

const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`boxOffice.${command}`, ...args);
const setting = (name: string) => vscode.workspace.getConfiguration().get(name);
const statusBar = (isIt: (item: vscode.StatusBarItem) => boolean) =>
  until('the item in the status bar', () => [shownWindow().statusBar].find((item) => item && isIt(item)));

describe('who is signed in', () => {
  const user = useUserStub();
  const held = useService('named');
  beforeEach(() => run('signOut'));
  after(() => run('signOut'));

  it('stands in the status bar with the end of the sign-in, for a screen reader too', async () => {
    await eventsTree();
    await statusBar(({ text }) => text === '$(tag) named · signed out');
    user.shown.length = 0;
    await signIn(user, `Bearer ${held.service.token}`);
    assert.deepEqual(user.shown, ['Signed in to named as Ana Souza. | Show Events']);
    const { accessibilityInformation } = await statusBar(({ text }) => text === '$(tag) named · Ana Souza');
    assert.match(accessibilityInformation?.label ?? '', /Signed in as Ana Souza until \w+ \d+, \d{4}, \d+:\d\d/);
    assert.match(accessibilityInformation?.label ?? '', /Environment: named/);
  });

  it('is asked for in a password input that says what cannot be right', async () => {
    user.asked.length = 0;
    const typed = ['two words', 'abc', `Bearer ${held.service.token}`];
    const refused: string[] = [];
    user.type = () => typed.shift();
    user.refused = (message) => refused.push(message);
    await run('signIn');
    const [asked] = user.asked;
    assert.equal(asked?.password, true);
    assert.match(asked.prompt ?? '', /It is kept in the secret storage of VS Code/);
    assert.deepEqual(refused, [
      'It must be one word, without blanks or line ends.',
      'Not accepted by the ticket group of named (sent as Authorization: Bearer). Configure Environments says how it is sent.',
    ]);
    assert.deepEqual(user.remarks, ['This does not look like a JWT. It is used as it is.']);
    assert.deepEqual(user.shown.at(-1), 'Signed in to named as Ana Souza. | Show Events');
  });

  it('is shown as signed out once that is done', async () => {
    await signIn(user, held.service.token);
    await run('signOut');
    assert.deepEqual(user.shown.at(-1), 'Signed out of named. | Sign In');
    await statusBar(({ text }) => text === '$(tag) named · signed out');
  });
});

describe('the log', () => {
  it('names the versions in its file', async function () {
    // On a desktop VS Code keeps its logs elsewhere.
    if (vscode.env.remoteName === undefined) this.skip();
    await vscode.extensions.getExtension('box-office.box-office')?.activate();
    await until('the first line', () => /Box Office \d+\.\d+\.\d+ in VS Code 1\.\d+/.test(readLogs()));
  });
});

describe('choosing an environment', () => {
  const user = useUserStub();
  useGuidedInputs(user);
  let server: RecordingServer;
  const nowhere = 'http://127.0.0.1:9';

  before(async () => (server = await startRecordingServer(() => ({ body: { data: [] } }))));
  beforeEach(async () => {
    // Who starts it is told so; one that runs already is only chosen.
    await run('stopLocalService');
    await chooseEnvironment('prod', { eventUrl: server.url, ticketUrl: server.url, protected: true });
    user.shown.length = 0;
  });
  after(async () => {
    await run('stopLocalService');
    await forgetEnvironments();
    server.stop();
  });

  it('marks a protected one in the status bar and in the Events view', async () => {
    const { view } = await eventsTree();
    const { backgroundColor, command } = await statusBar(({ text }) => text.startsWith('$(shield) prod'));
    assert.deepEqual(backgroundColor, new vscode.ThemeColor('statusBarItem.warningBackground'));
    assert.equal(command, 'boxOffice.switchEnvironment');
    await until(
      'the name above its rows',
      () => view.title === 'prod (protected)' || view.message?.startsWith('prod (protected)'),
    );
  });

  it('offers the local service and the settings, and starts the local service that is chosen', async () => {
    user.pick = (items) => items.find(({ label }) => label === 'Local service');
    await run('switchEnvironment');
    const labels = user.offered[0]?.map(({ label }) => label) ?? [];
    assert.ok(labels.includes('$(check) prod') && labels.includes('$(gear) Configure Environments…'), labels.join());
    await until('it says so', () => user.shown.some((text) => text.includes('The local service is running')));
    await statusBar(({ text }) => text.startsWith('$(tag) Local service'));
  });

  it('is not done by a sign-in that is left', async () => {
    user.pick = (items) => items.find(({ label }) => label === 'Local service');
    await run('switchEnvironment');
    await statusBar(({ text }) => text.startsWith('$(tag) Local service'));
    user.asked.length = 0;
    await run('signIn');
    assert.deepEqual(
      user.asked.map(({ title }) => title),
      ['Sign in to prod'],
    );
    assert.notEqual(setting('boxOffice.environment'), 'prod');
  });

  it('begins with a guided input that checks each address, and says when nothing answers', async () => {
    const typed = ['http://events.example', nowhere, nowhere];
    const refused: string[] = [];
    user.type = () => typed.shift();
    user.refused = (message) => refused.push(message);
    const choices = ['hmla', 'The token of the sign-in', 'Nothing', 'Not protected'];
    user.pick = (items) => items.find(({ label }) => label === choices[0] && choices.shift());
    await run('configureEnvironments');
    assert.equal(user.offered[0]?.find(({ label }) => label === 'hmla')?.description, 'not configured yet');
    assert.match(refused.join(), /^Plain http is allowed only for this machine/);
    assert.match(user.shown.join(), /^hmla is saved, and prod stays the current environment\./);
    assert.equal(setting('boxOffice.environment'), 'prod');
  });

  it('asks how each group carries its credential, by any name, and writes it as the dialect', async () => {
    const old = { eventUrl: server.url, ticketUrl: server.url, eventCredential: ['apikey'], dialect: { clock: 'UTC' } };
    await chooseEnvironment('stg', old);
    const typed = [server.url, server.url, 'X Access', 'X-Access-Token', 'Token', 'key, user'];
    const refused: string[] = [];
    user.type = () => typed.shift();
    user.refused = (message) => refused.push(message);
    const choices = ['stg', 'The token in another header…', 'Keys of its own in query parameters…', 'Not protected'];
    user.pick = (items) => items.find(({ label }) => label === choices[0] && choices.shift());
    await run('configureEnvironments');
    assert.deepEqual(refused, ['This cannot be used: must be the name of a header.']);
    assert.deepEqual(setting('boxOffice.environments'), {
      stg: {
        eventUrl: server.url,
        ticketUrl: server.url,
        protected: false,
        dialect: { clock: 'UTC', token: { ticket: { header: 'X-Access-Token', prefix: 'Token ' }, event: ['key', 'user'] } },
      },
    });
    assert.doesNotMatch(JSON.stringify(user.offered), /apikey|usertoken/);
  });

  it('offers to look at the service of an environment of which nothing else is known', async () => {
    const typed = [server.url, server.url];
    user.type = () => typed.shift();
    const choices = ['hmlb', 'Nothing', 'Nothing', 'Not protected'];
    user.pick = (items) => items.find(({ label }) => label === choices[0] && choices.shift());
    const offered: (readonly string[])[] = [];
    user.press = (message, buttons) => {
      if (message.startsWith('hmlb is configured.')) offered.push(buttons);
      return undefined;
    };
    await run('configureEnvironments');
    await until('the offer', () => offered.length > 0);
    assert.deepEqual(offered, [['Describe Service…']]);
  });

  it('takes the new one all the same when somebody wants it', async () => {
    const typed = [nowhere, nowhere];
    user.type = () => typed.shift();
    const choices = ['hmla', 'The token of the sign-in', 'Nothing', 'Not protected'];
    user.pick = (items) => items.find(({ label }) => label === choices[0] && choices.shift());
    user.press = (_message, buttons) => buttons.find((button) => button === 'Switch to It');
    await run('configureEnvironments');
    await until('it is chosen', () => setting('boxOffice.environment') === 'hmla');
  });

  it('leads back from every step to the one before, with what was typed', async () => {
    const example = 'https://evnts.example';
    const asked: string[] = [];
    /** What a step asks for, what stands there, and what somebody does. */
    const steps: [string, string, string | Back | undefined][] = [
      ['A short name', '', 'mine'],
      ['Address of the event group', '', example],
      ['Address of the ticket group', example, example],
      ['Address of the ticket group', example, new Back()],
      ['Address of the event group', example, new Back('https://events.exa')],
      ['A short name', 'mine', 'mine'],
      ['Address of the event group', 'https://events.exa', 'https://events.example'],
      ['Address of the ticket group', 'https://events.example', undefined],
    ];
    user.type = ({ prompt = '', value = '' }) => {
      asked.push(`${prompt.replace(/[:,].*/, '')}: ${value}`);
      return steps[asked.length - 1]?.[2];
    };
    const picks = ['Another name…', new Back(), 'Another name…'];
    user.pick = (items) => {
      const wanted = picks.shift();
      return wanted instanceof Back ? wanted : items.find(({ label }) => label === wanted);
    };
    await run('configureEnvironments');
    assert.deepEqual(
      asked,
      steps.map(([prompt, value]) => `${prompt}: ${value}`),
    );
  });
});
