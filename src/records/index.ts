// Items and passkeys: one table of fields, and all that follows from it.
export * from './changes.ts';
export * from './edits.ts';
export * from './kinds.ts';
export * from './proof.ts';
export * from './read.ts';
export * from './steps.ts';
export * from './table.ts';
