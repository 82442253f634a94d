import assert from 'node:assert/strict';
import { slugIn } from '../../../src/editor/platform/slug.ts';

describe('the slug in a text', () => {
  const slugs: Record<string, string> = {
    'https://tickets.example/event/rock-2026?ref=mail#top': 'rock-2026',
    'HTTPS://tickets.example/event/rock-2026/': 'rock-2026',
    'tickets.example/event/rock-2026': 'rock-2026',
    '/event/rock-2026': 'rock-2026',
    'rock-2026': 'rock-2026',
    '1001': '1001',
    'AC/DC': 'AC/DC',
    'Act 2: the end': 'Act 2: the end',
    '/': '/',
    '': '',
  };
  for (const [text, slug] of Object.entries(slugs)) it(`of "${text}" is "${slug}"`, () => assert.equal(slugIn(text), slug));
});
