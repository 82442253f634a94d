import assert from 'node:assert/strict';
import { visible, visibleJson } from '../../../src/client/unseen.ts';

const tag = '\u{e0041}';
const name = `Fair\r\n\u001b[31m\u202e\u2028${tag}`;

describe('signs that nobody sees', () => {
  it('fault 90: are written out where a text of a service stands in a line', () => {
    const shown = visible(name);
    assert.equal(shown, String.raw`Fair\u000d\u000a\u001b[31m\u202e\u2028\udb40\udc41`);
    assert.equal(visible(shown), shown);
    assert.equal(visible('Sábado – 1º lote 🎟'), 'Sábado – 1º lote 🎟');
  });

  it('fault 90: are written out in JSON, which stays the same JSON on the same lines', () => {
    const json = JSON.stringify({ name, list: [1] }, null, 2);
    const shown = visibleJson(json);
    assert.deepEqual(JSON.parse(shown), { name, list: [1] });
    assert.equal(shown.split('\n').length, json.split('\n').length);
    assert.doesNotMatch(shown, /[\u202e\u2028\u{e0041}]/u);
  });
});
