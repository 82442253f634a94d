// How long the editor waits for files and services to settle. Whoever starts the extension may pass others.

/** In milliseconds. */
export interface Pauses {
  /** How long nothing may happen to a file before it is checked again: a program that saves it tells of that several times. */
  readonly fileQuiet: number;
  /** When to read back an upload, after its end: a service may store late what it was sent. */
  readonly uploadReads: readonly number[];
  /** When to read back what is in doubt in a run, after the last response; the runs' own by default. */
  readonly runReads?: readonly number[] | undefined;
  /** How often a run is looked at that seems to be at work in another window. */
  readonly runLook: number;
}

export const defaultPauses: Pauses = {
  fileQuiet: 300,
  uploadReads: [0, 4000, 10_000],
  runLook: 2000,
};
