// One row of a list of codes, whatever its keys are called: the only reader of codes.
import type { Dialect } from './dialect.ts';
import { aliases, idText, meantIn, namesOf, ownId, pick, pickField } from './fields.ts';
import { isObject } from './replies.ts';

interface CodeRead {
  readonly id?: string | undefined;
  /** The code's own text. */
  readonly code?: string | undefined;
  /** Whether somebody used it; undefined where the row does not tell. */
  readonly used?: boolean | undefined;
  /** The id of the item that it belongs to. */
  readonly ticket?: string | undefined;
}

const codeAliases = aliases('code voucher externalcode barcode number text');
const usedAliases = aliases('used isused redeemed isredeemed consumed isconsumed usedcount uses usedat redeemedat');
const idAliases = aliases('codeid externalcodeid');
const ticketAliases = aliases('itemid ticketid');
/** A moment says by being there that it was used. */
const momentAliases = aliases('usedat redeemedat');

export function readCode(value: unknown, dialect: Dialect): CodeRead {
  if (!isObject(value)) return { code: idText(value) };
  return {
    id: ownId(value) ?? pick([value], idAliases, idText),
    code: pickField(value, dialect, 'code', codeAliases, idText),
    used: pickField(value, dialect, 'used', usedAliases, asUsed) ?? pick([value], momentAliases, asMoment),
    ticket: pick([value], ticketAliases, idText) ?? ownId(value.item) ?? ownId(value.ticket),
  };
}

/** The key that holds the code's text. */
export function codeKeyIn(value: unknown, dialect: Dialect): string | undefined {
  if (!isObject(value)) return undefined;
  return meantIn(value, namesOf(dialect, 'code', codeAliases)).find((key) => idText(value[key]) !== undefined);
}

function asUsed(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' && value >= 0) return value > 0;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (['true', 'yes', 'sim', 'used', 'redeemed'].includes(word)) return true;
  if (['false', 'no', 'não', 'nao', 'unused'].includes(word)) return false;
  return /^\d{1,15}$/.test(word) ? Number(word) > 0 : undefined;
}

/** Nothing in the place of the moment says that there was none. */
function asMoment(value: unknown): boolean | undefined {
  if (value === null || value === '') return false;
  return typeof value === 'string' ? true : undefined;
}
