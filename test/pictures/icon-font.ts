// Reads the outlines of signs from a TrueType font: the workbench draws its icons with one, and a picture cannot bring it along.

/** The outline of a sign as an SVG path, in a square of one by one with y downwards. */
export type OutlineOf = (code: number) => string;

export function iconFont(font: Buffer): OutlineOf {
  const tables = new Map<string, Buffer>();
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16)
    tables.set(font.toString('latin1', at, at + 4), font.subarray(font.readUInt32BE(at + 8)));
  const table = (name: string) => {
    const found = tables.get(name);
    if (!found) throw new Error(`The font has no table ${name}.`);
    return found;
  };
  const head = table('head');
  const unitsPerEm = head.readUInt16BE(18);
  const isLong = head.readInt16BE(50) === 1;
  const start = (index: number) => (isLong ? table('loca').readUInt32BE(index * 4) : table('loca').readUInt16BE(index * 2) * 2);
  const indexOf = signIndex(table('cmap'));
  return (code) => {
    const index = indexOf(code);
    if (index === 0) throw new Error(`The font has no sign ${code.toString(16)}.`);
    return pathOf(contoursOf(table('glyf').subarray(start(index), start(index + 1))), unitsPerEm);
  };
}

/** By the table of 16-bit codes, which every font has. */
function signIndex(cmap: Buffer): (code: number) => number {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, at) => cmap.readUInt32BE(8 + 8 * at));
  const offset = offsets.find((at) => cmap.readUInt16BE(at) === 4);
  if (offset === undefined) throw new Error('The font has no table of 16-bit codes.');
  const map = cmap.subarray(offset);
  const size = map.readUInt16BE(6);
  const [ends, starts, deltas, ranges] = [14, 16 + size, 16 + 2 * size, 16 + 3 * size] as const;
  return (code) => {
    for (let at = 0; at < size; at += 2) {
      if (code > map.readUInt16BE(ends + at)) continue;
      const first = map.readUInt16BE(starts + at);
      if (code < first) return 0;
      const range = map.readUInt16BE(ranges + at);
      const index = range === 0 ? code : map.readUInt16BE(ranges + at + range + 2 * (code - first));
      return index === 0 ? 0 : (index + map.readUInt16BE(deltas + at)) % 65_536;
    }
    return 0;
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly isOn: boolean;
}

function contoursOf(sign: Buffer): Point[][] {
  const count = sign.readInt16BE(0);
  if (count < 0) throw new Error('A sign is made of others.');
  const ends = Array.from({ length: count }, (_, at) => sign.readUInt16BE(10 + 2 * at));
  const total = (ends.at(-1) ?? -1) + 1;
  let at = 10 + 2 * count;
  at += 2 + sign.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < total) {
    const flag = sign.readUInt8(at++);
    const repeats = flag & 8 ? sign.readUInt8(at++) : 0;
    for (let time = 0; time <= repeats; time++) flags.push(flag);
  }
  const along = (short: number, same: number) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? sign.readUInt8(at++) : -sign.readUInt8(at++);
      else if (!(flag & same)) {
        value += sign.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = along(2, 16);
  const ys = along(4, 32);
  const points = flags.map((flag, index) => ({ x: xs[index]!, y: ys[index]!, isOn: (flag & 1) === 1 }));
  return ends.map((end, index) => points.slice(index === 0 ? 0 : ends[index - 1]! + 1, end + 1));
}

function pathOf(contours: readonly Point[][], unitsPerEm: number): string {
  const place = ({ x, y }: Pick<Point, 'x' | 'y'>) => `${short(x / unitsPerEm)} ${short(1 - y / unitsPerEm)}`;
  return contours.map((points) => contourPath(points, place)).join('');
}

const short = (value: number) => Number(value.toFixed(3));
const middle = (one: Point, other: Point) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, isOn: true });

function contourPath(points: readonly Point[], place: (point: Point) => string): string {
  const first = points.findIndex(({ isOn }) => isOn);
  if (first < 0) return '';
  const turned = [...points.slice(first + 1), ...points.slice(0, first + 1)];
  let path = `M${place(points[first]!)}`;
  for (const [at, point] of turned.entries()) {
    const before = at === 0 ? points[first]! : turned[at - 1]!;
    // Between two that are beside the line, the line goes through the middle.
    if (!point.isOn && !before.isOn) path += place(middle(before, point));
    path += point.isOn ? (before.isOn ? `L${place(point)}` : place(point)) : `Q${place(point)} `;
  }
  return `${path}z`;
}
