// Says what a package consists of: npm run package prints it.

/** @typedef {{ name: string, bytes: number }} Entry a file of the package, and what it takes there */

/** By the beginning of the path, in the order in which they are tried. */
const groups = /** @type {const} */ ([
  ['Editor', /^extension\/dist\/(extension|editor)\.cjs$/],
  ['Local service', /^extension\/dist\/service\.cjs$/],
  ['Server for agents', /^extension\/dist\/mcp\.cjs$/],
  ['Checks of files of codes', /^extension\/dist\/codes-worker\.cjs$/],
  ['Pages', /^extension\/(dist\/pages\.js|media\/page\.css)$/],
  ['Pictures', /^extension\/media\//],
  ['Translation', /^extension\/(l10n\/|package\.nls)/],
  ['Manifest and schemas', /^extension\/(package\.json|schemas\/)/],
  ['Texts', /^extension\/[\w-]+\.(md|txt)$/i],
]);

/**
 * The entries of a ZIP file, from the list at its end.
 * @param {Buffer} zip
 * @returns {Entry[]}
 */
export function entriesOf(zip) {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error('This is not a ZIP file.');
  /** @type {Entry[]} */
  const entries = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const begin = at + 46;
    entries.push({ name: zip.toString('utf8', begin, begin + (name ?? 0)), bytes: zip.readUInt32LE(at + 20) });
    at = begin + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

/**
 * The groups of files, the largest first. What the container itself takes is the last one, so that the sum is the size of the package.
 * @param {Entry[]} entries
 * @param {number} size
 */
export function groupsOf(entries, size) {
  /** @type {Map<string, { files: number, bytes: number }>} */
  const sums = new Map();
  for (const { name, bytes } of entries) {
    const group = groups.find(([, pattern]) => pattern.test(name))?.[0] ?? 'Other';
    const sum = sums.get(group) ?? { files: 0, bytes: 0 };
    sums.set(group, { files: sum.files + 1, bytes: sum.bytes + bytes });
  }
  const rows = [...sums].map(([group, sum]) => ({ group, ...sum })).sort((one, other) => other.bytes - one.bytes);
  const container = size - rows.reduce((sum, { bytes }) => sum + bytes, 0);
  return [...rows, { group: 'Container', files: 0, bytes: container }];
}

/**
 * @param {ReturnType<typeof groupsOf>} rows
 * @param {number} size
 */
export function tableText(rows, size) {
  const cells = rows.map(({ group, files, bytes }) => [
    group,
    String(files),
    String(bytes),
    `${((100 * bytes) / size).toFixed(1)} %`,
  ]);
  const files = rows.reduce((sum, row) => sum + row.files, 0);
  const lines = [['What', 'Files', 'Bytes', 'Share'], ...cells, ['All', String(files), String(size), '100.0 %']];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
    )
    .join('\n');
}
