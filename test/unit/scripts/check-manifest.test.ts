import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkManifest, type Manifest } from '../../../scripts/check-manifest.mjs';
import { root } from '../../../scripts/lib/paths.mjs';

/** A manifest without a fault, to be spoilt in one place by each test. */
function project() {
  return {
    manifest: {
      contributes: {
        commands: [{ command: 'boxOffice.refresh', title: '%command.refresh%', category: 'Box Office', icon: '$(refresh)' }],
        menus: { 'view/title': [{ command: 'boxOffice.refresh', group: 'navigation@1' }] },
        keybindings: [{ command: 'boxOffice.refresh' }],
        viewsWelcome: [{ contents: '%welcome%' }],
        walkthroughs: [
          {
            steps: [
              {
                id: 'browse',
                description: '%step%',
                media: { svg: 'media/browse.svg' },
                completionEvents: ['onCommand:boxOffice.refresh'],
              },
            ],
          },
        ],
        configuration: [{ properties: { 'boxOffice.pageSize': { scope: 'application', description: '%setting.pageSize%' } } }],
      },
    } satisfies Manifest as Manifest,
    english: {
      'command.refresh': 'Refresh',
      'setting.pageSize': 'Rows',
      'welcome': '[Refresh](command:boxOffice.refresh)',
      'step': '[Refresh](command:boxOffice.refresh?%5B1%5D)',
    } as Record<string, string>,
    portuguese: { 'command.refresh': 'Atualizar', 'setting.pageSize': 'Linhas', 'welcome': '', 'step': '' } as Record<
      string,
      string
    >,
    sources: "commands.register('boxOffice.refresh', refresh); setting<number>('boxOffice.pageSize')",
  };
}

function problemsAfter(spoil: (parts: ReturnType<typeof project>) => void): string[] {
  const parts = project();
  spoil(parts);
  const { manifest, english, portuguese, sources } = parts;
  return checkManifest(manifest, { english, translations: { 'package.nls.pt-br.json': portuguese }, sources });
}

describe('the manifest check', () => {
  it('accepts a manifest that tells the truth', () => {
    assert.deepEqual(
      problemsAfter(() => undefined),
      [],
    );
  });

  const faults: [string, (parts: ReturnType<typeof project>) => void, string][] = [
    ...[undefined, 'machine', 'window', 'resource'].map(
      (scope): [string, (parts: ReturnType<typeof project>) => void, string] => [
        `fault 1: a setting with the scope ${scope}, which a folder could set`,
        (p) => {
          const setting = { description: '%setting.pageSize%', scope };
          p.manifest.contributes.configuration = [{ properties: { 'boxOffice.pageSize': setting } }] as NonNullable<
            Manifest['contributes']['configuration']
          >;
        },
        'The setting boxOffice.pageSize decides about requests, so its scope must be application.',
      ],
    ),
    [
      'a command that nobody registers',
      (p) => (p.sources = p.sources.replace(/commands[^;]*;/, '')),
      'boxOffice.refresh is contributed and never registered.',
    ],
    [
      'a command that is registered in secret',
      (p) => (p.sources += "commands.register('boxOffice.hidden', run)"),
      'boxOffice.hidden is registered and not contributed.',
    ],
    [
      'a command registered twice',
      (p) => (p.sources += "commands.register('boxOffice.refresh', run)"),
      'boxOffice.refresh is registered twice.',
    ],
    [
      'a command contributed twice',
      (p) => p.manifest.contributes.commands?.push(p.manifest.contributes.commands[0]!),
      'boxOffice.refresh is contributed twice.',
    ],
    [
      'a command without a category',
      (p) => delete p.manifest.contributes.commands?.[0]?.category,
      'boxOffice.refresh is not in the category Box Office.',
    ],
    [
      'an icon button without an icon',
      (p) => delete p.manifest.contributes.commands?.[0]?.icon,
      'boxOffice.refresh shows as an icon in view/title and has none.',
    ],
    [
      'a menu with an unknown command',
      (p) => p.manifest.contributes.menus?.['view/title']?.push({ command: 'boxOffice.gone' }),
      'The menu view/title names the unknown command boxOffice.gone.',
    ],
    [
      'a key with an unknown command',
      (p) => p.manifest.contributes.keybindings?.push({ command: 'boxOffice.gone' }),
      'A key is bound to the unknown command boxOffice.gone.',
    ],
    [
      'a welcome link to an unknown command',
      (p) => (p.english.welcome = '[Go](command:boxOffice.gone)'),
      'A welcome text links to the unknown command boxOffice.gone.',
    ],
    [
      'a link of the walkthrough to an unknown command, in any language',
      (p) => (p.portuguese.step = '[Ir](command:boxOffice.gone)'),
      'A welcome text links to the unknown command boxOffice.gone.',
    ],
    [
      'a step that waits for an unknown command',
      (p) => p.manifest.contributes.walkthroughs?.[0]?.steps[0]?.completionEvents?.push('onCommand:boxOffice.gone'),
      'A step of the walkthrough waits for the unknown command boxOffice.gone.',
    ],
    [
      'a step that is never done',
      (p) => delete p.manifest.contributes.walkthroughs?.[0]?.steps[0]?.completionEvents,
      'The step browse can never be done.',
    ],
    [
      'a setting that nobody reads',
      (p) => (p.sources = p.sources.replace(/setting.*/, '')),
      'The setting boxOffice.pageSize is read by no typed getter.',
    ],
    [
      'a setting read and not contributed',
      (p) => (p.sources += "setting('boxOffice.secret')"),
      'The setting boxOffice.secret is read and not contributed.',
    ],
    [
      'a string that is missing',
      (p) => delete p.english['command.refresh'],
      'The string command.refresh is missing in package.nls.json.',
    ],
    [
      'a string that is not used',
      (p) => (p.english.extra = p.portuguese.extra = 'x'),
      'The string extra is not used by package.json.',
    ],
    [
      'a string without translation',
      (p) => delete p.portuguese['command.refresh'],
      'The string command.refresh is missing in package.nls.pt-br.json.',
    ],
    [
      'a text that no translator sees',
      (p) => Object.assign(p.manifest.contributes.commands![0]!, { title: 'Refresh' }),
      'commands.0.title is "Refresh": it belongs into package.nls.json.',
    ],
    [
      'such a text deep in a setting',
      (p) =>
        Object.assign(p.manifest.contributes, { configuration: { properties: { x: { enumDescriptions: ['%a%', 'One'] } } } }),
      'configuration.properties.x.enumDescriptions.1 is "One": it belongs into package.nls.json.',
    ],
  ];
  for (const [title, spoil, problem] of faults) {
    it(`reports ${title}`, () => assert.ok(problemsAfter(spoil).includes(problem), problemsAfter(spoil).join('\n')));
  }

  it('fault 1: finds no setting of this project that a folder could set', async () => {
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
    const problems = checkManifest(manifest, { english: {}, translations: {}, sources: '' });
    assert.deepEqual(
      problems.filter((problem) => problem.includes('scope')),
      [],
    );
  });

  it('reports a command without a title and a setting without a description', () => {
    const problems = problemsAfter(({ manifest }) => {
      delete manifest.contributes.commands?.[0]?.title;
      manifest.contributes.configuration = { properties: { 'boxOffice.pageSize': {} } };
    });
    assert.ok(problems.includes('boxOffice.refresh has no title.'));
    assert.ok(problems.includes('The setting boxOffice.pageSize has no description.'));
  });
});
