import assert from 'node:assert/strict';

import { breaksIn, layOut, spoken, type ChartData, type Shape } from '../../../src/webview/kit/chart-layout.ts';

const measure = (text: string) => text.length * 7;
const options = { width: 600, fontSize: 13, measure, withTitle: false };
const data: ChartData = {
  title: 'Entries per type',
  labels: ['Pista', 'Camarote', 'Free'],
  series: [
    { name: 'Entered', values: [10, 5, 0] },
    { name: 'Sold', values: [20, null, 1] },
  ],
  format: (value) => `${value}`,
  isTime: false,
};

const bars = (shapes: readonly Shape[]) => shapes.filter((shape) => shape.kind === 'bar').filter(({ title }) => title !== '');
const texts = (shapes: readonly Shape[]) => shapes.filter((shape) => shape.kind === 'text').map(({ text }) => text);

describe('a series of times', () => {
  const clock = (day: number, hour: number) => `2026-11-${day} ${String(hour).padStart(2, '0')}:00:00`;

  it('has breaks where hours are left out', () => {
    assert.deepEqual(breaksIn([clock(27, 22), clock(27, 23), clock(28, 0), clock(28, 18), clock(28, 19)]), [3]);
    assert.deepEqual(breaksIn([-1.5, -1, -0.5, 0, 0.5, 20, 20.5]), [5]);
  });

  it('has none where all steps are alike, or there is one time', () => {
    assert.deepEqual(breaksIn(['2026-11-27', '2026-11-28', '2026-11-29']), []);
    assert.deepEqual(breaksIn([clock(27, 22)]), []);
    assert.deepEqual(breaksIn([]), []);
  });
});

describe('a bar chart', () => {
  for (const isTime of [false, true]) {
    it(`has bars in proportion, inside its picture (${isTime ? 'standing' : 'lying'})`, () => {
      const { width, height, shapes } = layOut({ ...data, isTime }, options);
      const length = ({ box }: ReturnType<typeof bars>[number]) => (isTime ? box.height : box.width);
      const drawn = bars(shapes);
      assert.equal(drawn.length, 4, 'nothing is drawn for nothing');
      const longest = drawn.find(({ title }) => title === 'Pista · Sold: 20');
      const half = drawn.find(({ title }) => title === 'Pista · Entered: 10');
      assert.ok(longest && half);
      assert.equal(length(half) * 2, length(longest));
      for (const { box } of drawn) {
        assert.ok(box.x >= 0 && box.x + box.width <= width);
        assert.ok(box.y >= 0 && box.y + box.height <= height);
      }
      for (const shape of shapes) if (shape.kind === 'text') assert.ok(shape.y <= height && shape.y > 0);
    });
  }

  it('names its series, and has a title only in a file', () => {
    assert.ok(texts(layOut(data, options).shapes).includes('Sold'));
    assert.ok(!texts(layOut(data, options).shapes).includes(data.title));
    assert.ok(texts(layOut(data, { ...options, withTitle: true }).shapes).includes(data.title));
  });

  it('shortens a long name', () => {
    const { shapes } = layOut({ ...data, labels: ['x'.repeat(200), 'Camarote', 'Free'] }, options);
    const [name = ''] = texts(shapes).filter((text) => text.startsWith('xx'));
    assert.ok(name.endsWith('…') && measure(name) <= 600 * 0.4);
  });

  it('fills the room of a long name, and measures it only a few times', () => {
    let measured = 0;
    const counting = (text: string) => {
      measured++;
      return measure(text);
    };
    const { shapes } = layOut({ ...data, labels: ['x'.repeat(100_000), 'y', 'z'] }, { ...options, measure: counting });
    // The names may have 240 of the 600 pixels: 33 characters and the dots.
    assert.ok(texts(shapes).includes(`${'x'.repeat(33)}…`));
    assert.ok(measured < 50, `${measured} times`);
  });

  it('marks where times are left out, and says the time that follows before others', () => {
    const labels = Array.from({ length: 20 }, (_, hour) => `Fri, Nov 27, ${hour}:00`);
    const series = [{ name: 'Entered', values: labels.map(() => 1) }];
    const lines = (breaks: readonly number[]) =>
      layOut({ ...data, isTime: true, labels, series, breaks }, options).shapes.filter((shape) => shape.kind === 'line');
    const { shapes } = layOut({ ...data, isTime: true, labels, series, breaks: [7] }, options);
    assert.equal(lines([7]).length, lines([]).length + 2);
    const [before, after] = bars(shapes).slice(6, 8);
    for (const { x1, x2 } of lines([7]).slice(1)) assert.ok(before && after && x1 > before.box.x && x2 < after.box.x);
    assert.ok(texts(shapes).includes('Fri, Nov 27, 7:00'));
    assert.ok(!texts(layOut({ ...data, isTime: true, labels, series }, options).shapes).includes('Fri, Nov 27, 7:00'));
  });

  it('leaves out times for which there is no room', () => {
    const labels = Array.from({ length: 100 }, (_, hour) => `Fri, Nov 27, ${hour}:00`);
    const { shapes } = layOut(
      { ...data, isTime: true, labels, series: [{ name: 'Entered', values: labels.map(() => 1) }] },
      options,
    );
    const drawn = shapes.filter((shape) => shape.kind === 'text').filter(({ text }) => labels.includes(text));
    for (const [place, { x, text }] of drawn.entries()) {
      const next = drawn[place + 1];
      if (next) assert.ok(x + measure(text) / 2 < next.x - measure(next.text) / 2, `${text} runs into ${next.text}`);
    }
    assert.ok(drawn.length > 2);
  });

  it('draws nothing below nothing, and no NaN without any value', () => {
    for (const values of [[-5, 0, null], [], [0, 0, 0]])
      for (const isTime of [true, false]) {
        const { shapes } = layOut({ ...data, isTime, series: [{ name: 'Net', values }] }, options);
        assert.equal(bars(shapes).length, 0);
        assert.ok(!JSON.stringify(shapes).includes('null'), 'NaN');
      }
  });

  it('says its numbers in words', () => {
    assert.equal(
      spoken(data, (count) => `${count} more`),
      'Entries per type. Pista: Entered 10, Sold 20; Camarote: Entered 5; Free: Entered 0, Sold 1',
    );
    const labels = Array.from({ length: 50 }, (_, place) => `type ${place}`);
    const long = spoken({ ...data, labels, series: [{ name: 'Sold', values: labels.map(() => 1) }] }, (count) => `${count} more`);
    assert.match(long, /type 39: 1 10 more$/);
  });
});
