import { defaultReads } from '../../src/runs/reconcile.ts';

/** A hundredth of the time after which runs read back what is in doubt. */
export const shortReads = defaultReads.map((milliseconds) => milliseconds / 100);
