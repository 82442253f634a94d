import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { editorLayers, featureImports, rooms } from '../../../dependency-cruiser.config.mjs';
import { root } from '../../../scripts/lib/paths.mjs';

const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const [picture = '', layers = ''] = codeBlocksOf('Architecture');
const [list = ''] = codeBlocksOf('Rooms');

function codeBlocksOf(heading: string): string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^```\n([^]*?)^```$/gm)].map(([, block = '']) => block);
}

function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function listed(pattern: RegExp): string[] {
  return [...list.matchAll(pattern)].map(([, name = '']) => name).sort();
}

describe('the map in CONTRIBUTING.md', () => {
  it('lists each folder of src, of src/editor and of test', () => {
    assert.deepEqual(listed(/^src\/([\w-]+)\/ /gm), foldersIn('src'));
    assert.deepEqual(listed(/^ {2}([\w-]+)\/ /gm), foldersIn('src/editor'));
    assert.deepEqual(listed(/^test\/([\w-]+) /gm), foldersIn('test'));
  });

  it('draws each room above all rooms that it may import', () => {
    const lines = picture.split('\n');
    const lineOf = (room: string) => lines.findIndex((line) => new RegExp(`\\b${room}\\b`).test(line));
    for (const [room, allowed] of Object.entries(rooms)) {
      assert.notEqual(lineOf(room), -1, `${room} is drawn`);
      for (const other of allowed) {
        const isBelow = lineOf(other) > lineOf(room);
        // Codes and workbooks are drawn side by side: each may import the other.
        const areBeside = rooms[other]?.includes(room) === true && lineOf(other) === lineOf(room);
        assert.ok(isBelow || areBeside, `${other} stands below ${room}`);
      }
    }
  });

  it('draws the layers of the editor in their order', () => {
    const drawn = layers.trimEnd().split('\n').reverse();
    const names = drawn.map((line) =>
      line
        .replace(/^ {3}(features|kernel)/, '')
        .trim()
        .split(/ +/)
        .sort(),
    );
    assert.deepEqual(
      names,
      editorLayers.map((layer) => [...layer].sort()),
    );
  });
});

describe('the table of what a room may import', () => {
  it('has each folder of src and of src/editor', () => {
    assert.deepEqual(Object.keys(rooms).sort(), foldersIn('src'));
    assert.deepEqual(editorLayers.flat().sort(), foldersIn('src/editor'));
  });

  it('lists imports between features of files that are there', () => {
    const gone = featureImports.flat().filter((file) => !existsSync(join(root, 'src', 'editor', file)));
    assert.deepEqual(gone, []);
  });
});
