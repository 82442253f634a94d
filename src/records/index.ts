// Items and passkeys: one table of fields, and all that follows from it.
export * from './changes.ts';
export * from './documented.ts';
export * from './edits.ts';
export * from './kinds.ts';
export { probe, type Finding } from './probe.ts';
export * from './proof.ts';
export * from './read.ts';
export * from './steps.ts';
export * from './table.ts';
