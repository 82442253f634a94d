import assert from 'node:assert/strict';
import { parseArguments } from '../../../src/cli/arguments.ts';
import { UsageError, type Option } from '../../../src/cli/command.ts';
import { box, documentIn } from './support.ts';

const options: readonly Option[] = [
  { name: 'file', value: 'FILE', about: '' },
  { name: 'yes', about: '' },
  { name: 'query.', value: 'VALUE', about: '', isMany: true },
];
const parse = (...args: string[]) => parseArguments(args, options);

describe('the arguments of a command', () => {
  it('have values behind a blank or an equals sign, whatever the value holds', () => {
    const given = parse('one', '--file', 'a b', '--query.page=2=3', '--query.page', '-5', '--yes', 'two');
    assert.deepEqual(given.positionals, ['one', 'two']);
    assert.equal(given.one('file'), 'a b');
    assert.deepEqual(given.values.get('query.page'), ['2=3', '-5']);
    assert.ok(given.has('yes'));
    assert.equal(parse('--file=').one('file'), '');
    assert.equal(parse('--file=--odd').one('file'), '--odd');
    assert.equal(parse('--file', '-').one('file'), '-');
  });

  it('end at two dashes', () => {
    assert.deepEqual(parse('--yes', '--', '--file', '-x').positionals, ['--file', '-x']);
  });

  for (const [args, message] of [
    [['--fil', 'x'], /no option --fil\. Did you mean --file\?/],
    [['--qwertz'], /no option --qwertz\.$/],
    [['-y'], /no option -y/],
    [['--query.'], /no option --query\./],
    [['--file'], /--file needs a value/],
    [['--file', '--yes'], /--file needs a value/],
    [['--yes=1'], /--yes takes no value/],
    [['--yes', '--yes'], /--yes is given twice/],
    [['--token=x'], /no option --token: .* Set BOX_OFFICE_TOKEN, or give --token-command a command that prints it\.$/],
  ] as const)
    it(`are refused with a word on what is wrong: ${args.join(' ')}`, () => {
      assert.throws(
        () => parse(...args),
        (error) => error instanceof UsageError && message.test(error.message),
      );
    });
});

describe('the command box-office', () => {
  it('explains itself, and each of its commands', async () => {
    const { code, out } = await box(['--help']);
    assert.equal(code, 0);
    assert.deepEqual(documentIn(await box(['--help', '--json'])), { help: out });
    for (const name of ['call', 'check', 'plan', 'apply', 'service', 'mcp']) {
      assert.match(out, new RegExp(`^  ${name} `, 'm'));
      const help = await box([name, '--help']);
      assert.equal(help.code, 0);
      assert.match(help.out, new RegExp(`Usage\n  box-office ${name}`));
      assert.match(help.out, /--json /);
      assert.match(help.out, /Exit codes\n {2}0 /);
      assert.equal((await box(['help', name])).out, help.out);
      assert.deepEqual(documentIn(await box([name, '--help', '--json'])), { help: help.out });
    }
  });

  it('says what is wrong with a wrong command, for a person and for a script', async () => {
    const typed = await box(['cal', 'listItems']);
    assert.deepEqual([typed.code, typed.out], [2, '']);
    assert.match(typed.err, /There is no command cal\. Did you mean call\?/);
    const scripted = await box(['call', 'listItms', '--json']);
    assert.deepEqual([scripted.code, scripted.err], [2, '']);
    assert.deepEqual(documentIn(scripted), {
      error: { kind: 'usage', message: 'There is no operation listItms. Did you mean listItems?' },
    });
    assert.equal((await box([])).code, 2);
    const early = await box(['--json', 'call']);
    assert.equal(early.code, 2);
    assert.match(early.out, /The command comes before its options/);
    const unknown = await box(['help', 'cal']);
    assert.deepEqual([unknown.code, unknown.out], [2, '']);
  });
});
