// Where a list goes on, as a text that means something only here.
import { invalidField } from './problems.ts';

export function cursorAt(offset: number): string {
  return Buffer.from(`row ${offset}`).toString('base64url');
}

/** The offset behind a cursor that stood in a field. */
export function offsetIn(cursor: string, field: string): number {
  const [, offset] = /^row (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (offset === undefined) throw invalidField(field, 'must be a cursor of this list');
  return Number(offset);
}
