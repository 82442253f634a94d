// What an error of SQLite says.

/** The primary result codes that the service tells apart. */
export const sqliteCodes = {
  permission: 3,
  busy: 5,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

export function isSqliteError(error: unknown, ...codes: readonly number[]): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  // The other bits tell more of the same.
  return typeof errcode === 'number' && codes.includes(errcode & 0xff);
}
