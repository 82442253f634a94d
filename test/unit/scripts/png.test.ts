import assert from 'node:assert/strict';
import { decodePng, smallerPng } from '../../../scripts/lib/png.mjs';
import { crc32, deflateSync } from 'node:zlib';

/** A picture as a browser writes it: four bytes a pixel, each line in another one of the five ways. */
function browserPng(width: number, height: number, colourAt: (x: number, y: number) => number): Buffer {
  const lines = Array.from({ length: height }, (_, y) => filtered(y % 5, y, width, colourAt));
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0]);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(lines))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}

function filtered(way: number, y: number, width: number, colourAt: (x: number, y: number) => number): Buffer {
  const value = (at: number, line: number) =>
    at < 0 || line < 0 ? 0 : at % 4 === 3 ? 255 : (colourAt(Math.floor(at / 4), line) >> (16 - 8 * (at % 4))) & 255;
  const line = Array.from({ length: width * 4 }, (_, at) => {
    const [left, above, corner] = [value(at - 4, y), value(at, y - 1), at < 4 ? 0 : value(at - 4, y - 1)];
    const near = [left, above, corner].toSorted((one, other) => {
      const guess = left + above - corner;
      return Math.abs(guess - one) - Math.abs(guess - other);
    });
    const guess = [0, left, above, (left + above) >> 1, near[0] ?? 0][way] ?? 0;
    return (value(at, y) - guess) & 255;
  });
  return Buffer.from([way, ...line]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

describe('a picture of the workbench', () => {
  it('with few colours is made smaller and stays as it is, pixel by pixel', () => {
    const colourAt = (x: number, y: number) => ((x * y) % 7) * 0x1f1f1f + (y % 3);
    const png = browserPng(40, 30, colourAt);
    const { width, height, pixels } = decodePng(smallerPng(png));
    assert.deepEqual([width, height], [40, 30]);
    for (let pixel = 0; pixel < 1200; pixel++)
      assert.equal(pixels.readUIntBE(pixel * 3, 3), colourAt(pixel % 40, Math.floor(pixel / 40)), `pixel ${pixel}`);
    assert.ok(smallerPng(png).length < png.length);
  });

  it('with many colours keeps those of its large areas, and the others nearly', () => {
    const isLarge = (y: number) => y < 20;
    const colourAt = (x: number, y: number) =>
      isLarge(y) ? (x < 20 ? 0x181818 : 0x1f1f1f) : (x >> 1) * 0x0c0000 + (y - 20) * 0x000c00;
    const { pixels } = decodePng(smallerPng(browserPng(40, 40, colourAt)));
    for (let pixel = 0; pixel < 1600; pixel++) {
      const [x, y] = [pixel % 40, Math.floor(pixel / 40)];
      const [shown, meant] = [pixels.readUIntBE(pixel * 3, 3), colourAt(x, y)];
      const away = Math.max(...[16, 8, 0].map((shift) => Math.abs(((shown >> shift) & 255) - ((meant >> shift) & 255))));
      assert.ok(isLarge(y) ? shown === meant : away <= 40, `${x}, ${y}: ${shown.toString(16)} for ${meant.toString(16)}`);
    }
  });

  it('that was written in another way is refused', () => {
    const png = browserPng(4, 4, () => 0);
    png[24] = 16;
    assert.throws(() => decodePng(png), /not a PNG that can be read/);
  });
});
