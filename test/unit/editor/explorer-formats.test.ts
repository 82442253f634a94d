import assert from 'node:assert/strict';
import { Formats } from '../../../src/editor/reading/formats.ts';

const at = (language: string, now = '2026-03-01T12:00:00Z') =>
  new Formats({ language, currency: 'BRL', timeZone: 'UTC', now: () => Date.parse(now) });

describe('days as a range', () => {
  /** As Intl itself writes them. */
  const written = (language: string, first: string, last: string) => {
    const year = [first, last].every((date) => date.startsWith('2026')) ? {} : ({ year: 'numeric' } as const);
    const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', day: 'numeric', month: 'short', ...year });
    return format.formatRange(Date.parse(`${first}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`));
  };
  const ranges = [
    ['2026-03-20', '2026-03-22'],
    ['2026-03-02', '2026-03-31'],
    ['2026-03-30', '2026-04-02'],
    ['2026-03-09', '2026-04-10'],
    ['2025-12-30', '2026-01-02'],
    ['2025-12-01', '2026-01-31'],
    ['2027-02-27', '2027-02-28'],
    ['2027-02-01', '2027-02-10'],
  ] as const;

  for (const language of ['en', 'pt-br', 'de', 'ja', 'zh-cn', 'ko', 'ru', 'fr', 'ar-EG', 'fa', 'hi-u-nu-deva'])
    it(`are written as in ${language}, whichever days of a month came first`, () => {
      const formats = at(language);
      for (const [first, last] of ranges) assert.equal(formats.days(first, last), written(language, first, last));
      for (const [first, last] of ranges.toReversed()) assert.equal(formats.days(first, last), written(language, first, last));
    });

  it('get a year once theirs is over', () => {
    let now = '2026-12-31T23:00:00Z';
    const formats = new Formats({ language: 'en', currency: 'BRL', timeZone: 'UTC', now: () => Date.parse(now) });
    assert.doesNotMatch(formats.days('2026-12-20', '2026-12-22'), /2026/);
    now = '2027-01-01T01:00:00Z';
    assert.match(formats.days('2026-12-20', '2026-12-22'), /2026/);
  });

  it('are one day where they begin and end on it', () => {
    assert.equal(at('en').days('2026-03-20', '2026-03-20'), 'Mar 20');
  });
});

describe('a day', () => {
  for (const language of ['en', 'pt-br', 'de', 'ja', 'zh-cn', 'ko', 'ru', 'fr', 'ar-EG', 'fa', 'hi-u-nu-deva'])
    it(`is written as in ${language}, whichever day of its month came first`, () => {
      const formats = at(language);
      const days = ['2026-03-20', '2026-03-02', '2026-03-31', '2026-02-02', '2025-12-30', '2025-12-01', '2027-02-28'];
      for (const date of [...days, ...days.toReversed()]) {
        const year = date.startsWith('2026') ? {} : ({ year: 'numeric' } as const);
        const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', day: 'numeric', month: 'short', ...year });
        assert.equal(formats.day(date), format.format(Date.parse(`${date}T00:00:00Z`)));
      }
    });
});

describe('a time', () => {
  const spaced = (text: string) => text.replaceAll('\u202f', ' ');

  it('has no zero before it in English, as everywhere else', () => {
    assert.equal(spaced(at('en').weekday('2026-03-20', '18:00:00')), 'Fri, Mar 20, 6:00 PM');
    assert.equal(spaced(at('en').moment('2026-03-20 07:05:00')), 'Mar 20, 7:05 AM');
  });

  it('is that of 24 hours in Portuguese', () => {
    assert.equal(at('pt-br').moment('2026-03-20 18:00:00'), '20 de mar., 18:00');
    assert.equal(at('pt-br').moment('2026-03-20 07:05:00'), '20 de mar., 07:05');
  });
});
