import assert from 'node:assert/strict';
import { nameIn, pathOf } from '../../../src/editor/documents/addresses.ts';

const labels = [
  '1º lote',
  '50% off',
  '50%25',
  'a/b\\c',
  '..',
  '.',
  '  ',
  'C:\\x?y#z',
  '日本語 😀',
  'e\u0301',
  'tab\tnew\nline',
  '.json',
  'x.json',
  '%2F',
  '\ud800broken',
];

describe('the names of documents', () => {
  it('are readable', () => {
    assert.equal(pathOf({ environment: 'stg', kind: 'item', id: '300002', label: '1º lote' }), '/stg/item/300002/1º lote.json');
  });

  it('are four parts whatever the label, and can be read back', () => {
    for (const label of labels) {
      const name = { environment: 'a/b', kind: 'item', id: '9007199254740993', label };
      const path = pathOf(name);
      assert.equal(path.split('/').length, 5, path);
      const expected = label.trim() === '' ? name.id : label.toWellFormed();
      assert.deepEqual(nameIn(path), { ...name, label: expected }, path);
    }
  });

  it('do not break a pair of characters where a long label is cut', () => {
    const { label } = nameIn(pathOf({ environment: 'x', kind: 'item', id: '1', label: '😀'.repeat(300) }))!;
    assert.equal(label, '😀'.repeat(100));
  });

  it('are nothing else', () => {
    for (const path of ['/', '/a/b', '/a/b/c/d', '/a/b/c/d/e.json', 'a/b/c/d.json']) assert.equal(nameIn(path), undefined, path);
  });
});
