// The states of a record as tags: the same word and tone wherever it is shown. Pure.
import type { State } from '../../protocol/record-head.ts';
import type { Status, Tools } from './event-facts.ts';
import { saleStates, type SaleState } from './item-facts.ts';

/** Not by its colour alone: each has its word. */
export function stateOf({ text, badge, isOnSale, isAhead }: Status): { state?: State } {
  if (text === undefined) return {};
  const byBadge: Partial<Record<string, State['tone']>> = { soldOut: 'soldOut', over: 'ended', cancelled: 'cancelled' };
  return { state: { word: text, tone: byBadge[badge ?? ''] ?? (isOnSale ? 'onSale' : isAhead ? 'ahead' : 'plain') } };
}

const tones: Partial<Record<SaleState, State['tone']>> = { over: 'ended', open: 'onSale', soldOut: 'soldOut', ahead: 'ahead' };

/** A group is sold by what is in it. */
export function itemStates(value: unknown, isGroup: boolean, tools: Tools): State[] {
  const states = saleStates(value, isGroup, tools);
  return states.map(({ state, word }) => ({ word, tone: tones[state] ?? 'plain' }));
}
