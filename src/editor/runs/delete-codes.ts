// Deletes the codes of a ticket as a run, and tells how it ended.
import type { DeletionOrder } from '../../runs/index.ts';
import type { Connection } from '../account/index.ts';
import { notifyRunEnd } from './run-end.ts';
import type { RunHost, RunOrder } from './run-host.ts';

export async function deleteCodes(
  host: RunHost,
  connection: Connection,
  event: RunOrder['event'],
  order: DeletionOrder,
): Promise<void> {
  const { id, report } = await host.deleteCodes(connection, event, order);
  void notifyRunEnd(host, id, report);
}
