// The jobs of the matrix, and the verdict of every cell, as docs/dialects.md shows them.
import type { ServiceName } from './dialects.ts';

/**
 * `done`: as it was meant, and said so. `asked`: the same, after a question about what is not known of the service. `partly`: what is not
 * known, or not all there, was said. `stopped`: nothing was changed, and the reason was said.
 */
export type Verdict = 'done' | 'asked' | 'partly' | 'stopped';

const marks: Readonly<Record<Verdict, string>> = { done: '✓', asked: '?', partly: '~', stopped: '–' };

export function markOf(verdict: Verdict): string {
  return marks[verdict];
}

export const jobNames = [
  ...(['find', 'sessions', 'items', 'passkeys', 'codes', 'event page'] as const),
  ...(['price only', 'sale period', 'create item', 'passkey with items', 'run of 300', 'upload'] as const),
  ...(['delete one code', 'delete codes of one ticket', 'tax', 'reports', 'plan'] as const),
] as const;
export type JobName = (typeof jobNames)[number];

/** A mark for each job, in their order. */
export const matrix: Readonly<Record<ServiceName, string>> = {
  literal: '✓✓✓✓✓✓?✓✓✓✓✓✓✓✓~✓',
  literalStrict: '✓✓✓✓✓✓?✓✓✓✓✓✓✓✓~✓',
  literalNamed: '✓✓✓✓✓✓?✓✓✓✓✓✓✓✓~✓',
  literalMixed: '✓✓~✓✓~?✓✓✓✓~✓–✓~–',
  literalOne: '✓✓~✓✓~?✓✓✓✓✓✓?✓~?',
  literalPrice: '✓✓✓✓✓✓?✓~✓✓✓✓✓✓~✓',
  literalUnseen: '✓✓~✓✓~~✓~✓✓✓✓✓✓~✓',
  literalCodes: '✓✓✓✓✓✓?✓✓✓✓✓––✓~✓',
  literalLate: '✓✓✓✓✓✓?✓✓✓✓✓✓✓✓~✓',
  literalLater: '✓✓✓✓✓✓?✓✓✓✓✓✓✓✓~✓',
  literalTokyo: '✓✓✓✓✓✓?✓✓✓✓✓✓✓✓~✓',
  literalTexts: '✓✓✓✓✓✓?✓✓✓✓✓✓✓✓~✓',
  literalLost: '✓✓✓✓✓✓?✓✓✓✓✓✓✓✓~✓',
  described: '✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓✓',
  plain: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  cents: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  whole: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  text: '✓✓✓✓✓✓✓?✓✓✓✓✓✓✓✓?',
  comma: '✓✓✓✓✓✓✓?✓✓✓✓✓✓✓~?',
  fees: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  snake: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  names: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  flat: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  objects: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  unseen: '✓~~✓✓~~~~~✓✓✓✓✓~?',
  cap: '✓✓✓✓✓~??✓✓✓✓✓✓✓~?',
  silent: '✓✓✓✓✓~??✓✓✓✓✓✓✓~?',
  zero: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  offset: '✓✓✓✓✓~??✓✓✓✓✓✓✓~?',
  cursor: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  unpaged: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  uuid: '✓✓✓✓✓✓??✓–✓✓✓✓–~–',
  utc: '✓✓✓✓✓✓??~✓✓✓✓✓✓~?',
  epoch: '✓✓✓✓✓✓??~✓✓✓✓✓✓~?',
  replaces: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  empty: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  accepted: '✓✓✓✓✓✓~~~~✓✓~✓✓~?',
  refusing: '✓✓✓✓✓✓??✓✓~✓✓✓✓~?',
  mute: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  careless: '✓✓✓✓✓~??✓✓✓✓✓✓✓~?',
  headers: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  query: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  forgetful: '✓✓✓✓✓✓??✓✓✓✓✓✓✓~?',
  everything: '✓✓✓✓✓~??~✓✓✓✓✓✓~?',
  stranger: '✓✓~~~~–~~~–~~–✓~–',
  strangerDescribed: '✓✓✓✓✓~✓✓✓✓✓✓✓~✓✓✓',
  mixedA: '✓✓✓✓✓✓??~✓✓✓✓✓✓~?',
  mixedB: '✓✓✓✓✓~✓?~✓✓✓✓✓✓✓?',
  mixedC: '✓✓✓✓✓✓~~~–✓✓~✓–~–',
  mixedD: '✓✓✓✓✓✓✓?✓✓~✓✓✓✓~?',
  mixedE: '✓✓✓✓✓✓??~✓✓✓✓✓✓~?',
  mixedF: '✓✓✓✓✓~??~✓~✓✓✓✓~?',
  mixedG: '✓~~✓✓~~~~–✓✓✓✓–~–',
  mixedH: '✓~~✓✓~~~~~✓✓~✓✓✓?',
};
