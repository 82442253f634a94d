import assert from 'node:assert/strict';
import { linkTo, quoted, readLink, type Link } from '../../../src/editor/explorer/links.ts';
import { UserError } from '../../../src/editor/platform/user-error.ts';

/** As VS Code reads an address: its path is decoded once, and what is no code of a character stays. */
function read(address: string): Link {
  const { pathname, search, hash } = new URL(address.replace(/^[^:]+:/, 'https:'));
  const path = pathname.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
  return readLink({ path, query: search.slice(1), fragment: hash.slice(1) });
}

const at = (path: string, { query = '', fragment = '' } = {}) => readLink({ path, query, fragment });

describe('a link into the editor', () => {
  it('names an environment, an event and perhaps an item, in the scheme of the product', () => {
    assert.equal(linkTo('vscode', { environment: 'stg', eventId: '1001' }), 'vscode://box-office.box-office/stg/event/1001');
    assert.throws(() => linkTo('vscode', { environment: 'stg', eventId: 'a\u3164b' }), /is not an id/);
    assert.throws(() => linkTo('vscode', { environment: 'stg', eventId: '1', itemId: 'x'.repeat(200) }), /is not an id/);
    assert.equal(
      linkTo('vscode-insiders', { environment: 'stg', eventId: '1001', itemId: '7' }),
      'vscode-insiders://box-office.box-office/stg/event/1001/item/7',
    );
    assert.deepEqual(at('/stg/event/1001'), { environment: 'stg', eventId: '1001' });
    assert.deepEqual(at('/stg/event/9007199254740993/item/7'), { environment: 'stg', eventId: '9007199254740993', itemId: '7' });
  });

  it('leads back to what it was made of, whatever an environment or an id is called', () => {
    const names = [
      'a b',
      'a/b',
      'a\\b',
      'a%b',
      'a%2Fb',
      '100%',
      'São Paulo',
      '日本',
      'a?b#c',
      '..',
      '.',
      'event',
      '[x](command:y)',
      '$(x)',
      '&=',
    ];
    for (const environment of names) {
      const link = { environment, eventId: 'a%2F&=é', itemId: 'c:d@e' };
      assert.deepEqual(read(linkTo('vscode', link)), link, environment);
    }
  });

  const refusals: readonly (readonly [what: string, read: () => Link, message: RegExp])[] = [
    ['nothing', () => at(''), /^This link cannot be opened: “” is not an environment, \/event\//],
    ['the root', () => at('/'), /is not an environment, \/event\//],
    ['an environment alone', () => at('/stg'), /“\/stg” is not an environment, \/event\//],
    ['an event without an id', () => at('/stg/event'), /“\/stg\/event” is not an environment/],
    ['an empty id', () => at('/stg/event/'), /: “” is not an id\.$/],
    ['an item without an id', () => at('/stg/event/1/item'), /is not an environment/],
    ['another kind of record', () => at('/stg/event/1/passkey/2'), /is not an environment/],
    ['another word than event', () => at('/stg/delete/1'), /“\/stg\/delete\/1” is not an environment/],
    ['more segments', () => at('/stg/event/1/item/2/delete'), /is not an environment/],
    ['a slash at the end', () => at('/stg/event/1/'), /is not an environment/],
    ['a path without a root', () => at('stg/event/1'), /is not an environment/],
    ['a blank environment', () => at('/ /event/1'), /: “ ” is not the name of an environment\.$/],
    ['a long environment', () => at(`/${'e'.repeat(101)}/event/1`), /: “e{60}…” is not the name of an environment\.$/],
    ['a way up', () => at('/stg/event/..'), /: “\.\.” is not an id\.$/],
    ['an encoded way up', () => at('/stg/event/%2e%2e%2fitems'), /: “\.\.\/items” is not an id\.$/],
    ['a slash within an id', () => at('/stg/event/1%2Fcrew'), /: “1\/crew” is not an id\.$/],
    ['a backslash within an id', () => at('/stg/event/1%5C2'), /: “1\\2” is not an id\.$/],
    ['a query within an id', () => at('/stg/event/1%3Fmethod=delete'), /: “1\?method=delete” is not an id\.$/],
    ['a line end within an id', () => at('/stg/event/1%0A2'), /: “1\ufffd2” is not an id\.$/],
    ['a nul', () => at('/stg/event/1%00'), /: “1\ufffd” is not an id\.$/],
    ['a text that turns around', () => at('/stg/event/\u202e1'), /: “\ufffd1” is not an id\.$/],
    ['a letter that fills a place with nothing', () => at('/stg/event/1\u3164'), /: “1\ufffd” is not an id\.$/],
    ['a sign of no dots', () => at('/stg/event/1\u2800'), /: “1\ufffd” is not an id\.$/],
    ['a hidden choice of a shape', () => at('/stg/event/1\u{e0101}'), /: “1\ufffd” is not an id\.$/u],
    ['a long id', () => at(`/stg/event/${'9'.repeat(101)}`), /: “9{60}…” is not an id\.$/],
    ['a long item', () => at(`/stg/event/1/item/${'9'.repeat(101)}`), /: “9{60}…” is not an id\.$/],
    [
      'a very long link',
      () => at(`/stg/event/${'9'.repeat(1_000_000)}`),
      /^This link is too long: \d+ characters, of at most 1000\.$/,
    ],
    ['a wrong encoding', () => at('/stg/event/%zz'), /: “%zz” is not encoded as in an address\.$/],
    ['half of a character', () => at('/stg/event/%C3'), /: “%C3” is not encoded as in an address\.$/],
    ['a query', () => at('/stg/event/1', { query: 'run=deleteItem' }), /: it has a query, “run=deleteItem”\.$/],
    ['a fragment', () => at('/stg/event/1', { fragment: 'x' }), /: it has a fragment, “x”\.$/],
  ];
  for (const [what, open, message] of refusals)
    it(`is refused with ${what}, in one sentence that names it`, () => {
      assert.throws(open, (error) => error instanceof UserError && message.test(error.message) && error.message.length < 300);
    });

  it('is shown short, with nothing that hides in it', () => {
    assert.equal(quoted('a\u200bb\u2028c\ud800'), '“a\ufffdb\ufffdc\ufffd”');
    assert.equal(quoted('stg\u115f\u034f\u2800'), '“stg\ufffd\ufffd\ufffd”');
    assert.equal(quoted('😀'.repeat(100)), `“${'😀'.repeat(60)}…”`);
  });
});
