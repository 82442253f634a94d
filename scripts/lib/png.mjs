// Makes a picture of the workbench small enough for the package: 256 colours are plenty for text and lines.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const maxColours = 256;

/** @typedef {{ width: number, height: number, pixels: Buffer }} Picture Three bytes a pixel. */

/**
 * The same picture with at most 256 colours.
 * @param {Buffer} png
 */
export function smallerPng(png) {
  const { width, height, pixels } = decodePng(png);
  const { palette, indexOf } = paletteFor(pixels);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = indexOf(colourAt(pixels, y * width + x));
  const colours = Buffer.alloc(palette.length * 3);
  palette.forEach((colour, index) => colours.writeUIntBE(colour, index * 3, 3));
  const data = deflateSync(lines, { level: 9 });
  return Buffer.concat([signature, header(width, height), chunk('PLTE', colours), chunk('IDAT', data), chunk('IEND')]);
}

/**
 * Reads what a browser writes: eight bits a channel, no interlacing; and what `smallerPng` writes. What shows through is dropped.
 * @param {Buffer} png
 * @returns {Picture}
 */
export function decodePng(png) {
  const chunks = chunksOf(png);
  const head = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13);
  const [width, height, channels] = [head.readUInt32BE(0), head.readUInt32BE(4), channelsOf(head)];
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const values = unfilter(inflateSync(packed), width * channels, height, channels);
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data;
  const pixels = Buffer.alloc(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [from, at] = palette ? [palette, 3 * (values[pixel] ?? 0)] : [values, pixel * channels];
    from.copy(pixels, pixel * 3, at, at + 3);
  }
  return { width, height, pixels };
}

/** @param {Buffer} head */
function channelsOf(head) {
  const [depth, kind, interlaced] = [head[8], head[9], head[12]];
  const channels = new Map([
    [2, 3],
    [3, 1],
    [6, 4],
  ]).get(kind ?? 0);
  if (depth !== 8 || channels === undefined || interlaced !== 0) throw new Error('This is not a PNG that can be read here.');
  return channels;
}

/** @param {Buffer} png */
function chunksOf(png) {
  /** @type {{ type: string, data: Buffer }[]} */
  const chunks = [];
  for (let at = signature.length; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/**
 * Each line begins with how it was written: as differences to the left, to the line above, or to a guess from both.
 * @param {Buffer} lines
 * @param {number} size of a line
 * @param {number} height
 * @param {number} channels
 */
function unfilter(lines, size, height, channels) {
  const values = Buffer.alloc(size * height);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (size + 1)];
    for (let x = 0; x < size; x++) {
      const at = y * size + x;
      const left = x < channels ? 0 : (values[at - channels] ?? 0);
      const above = y === 0 ? 0 : (values[at - size] ?? 0);
      const corner = y === 0 || x < channels ? 0 : (values[at - size - channels] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0] ?? 0;
      values[at] = (lines[y * (size + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return values;
}

/**
 * @param {number} left
 * @param {number} above
 * @param {number} corner
 */
function paeth(left, above, corner) {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/**
 * The colours that most pixels have, of those that can be told apart; any other becomes the nearest of them.
 * @param {Buffer} pixels
 */
function paletteFor(pixels) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let pixel = 0; pixel * 3 < pixels.length; pixel++) {
    const colour = colourAt(pixels, pixel);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = counts.size <= maxColours ? [...counts.keys()] : maxUsed(counts);
  const indexes = new Map(palette.map((colour, index) => [colour, index]));
  const indexOf = (/** @type {number} */ colour) => {
    const known = indexes.get(colour) ?? nearest(palette, colour);
    indexes.set(colour, known);
    return known;
  };
  return { palette, indexOf };
}

/**
 * Half of them are the very colours of the large areas, which may lie close to each other; the others stand for the shades in between.
 * @param {Map<number, number>} counts
 */
function maxUsed(counts) {
  const large = [...counts].sort(([, one], [, other]) => other - one).slice(0, maxColours / 2);
  /** @type {Map<number, { colour: number, count: number, all: number }>} */
  const boxes = new Map();
  for (const [colour, count] of counts) {
    const box = boxes.get(colour & 0xf0f0f0) ?? { colour, count: 0, all: 0 };
    boxes.set(colour & 0xf0f0f0, box);
    box.all += count;
    if (count > box.count) Object.assign(box, { colour, count });
  }
  const best = [...boxes.values()].sort((one, other) => other.all - one.all);
  return [...new Set([...large.map(([colour]) => colour), ...best.map(({ colour }) => colour)])].slice(0, maxColours);
}

/**
 * @param {number[]} palette
 * @param {number} colour
 */
function nearest(palette, colour) {
  const distances = palette.map((other) => distance(colour, other));
  return distances.indexOf(Math.min(...distances));
}

/**
 * @param {number} one
 * @param {number} other
 */
function distance(one, other) {
  return [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
}

/**
 * @param {Buffer} pixels
 * @param {number} pixel
 */
function colourAt(pixels, pixel) {
  return pixels.readUIntBE(pixel * 3, 3);
}

/**
 * @param {number} width
 * @param {number} height
 */
function header(width, height) {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return chunk('IHDR', data);
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data = Buffer.alloc(0)) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
