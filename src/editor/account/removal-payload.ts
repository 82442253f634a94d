// What removes an item in an environment: the document does not show it.
import type { Environment } from './environments.ts';

/** What is sent to remove an item; null: nothing. */
export type RemovalPayload = Readonly<Record<string, unknown>> | null;

/** How an environment removes an item; undefined: nobody knows. */
export function removalPayloadOf({ dialect, removalPayload }: Environment): RemovalPayload | undefined {
  return dialect.removal === undefined ? removalPayload : dialect.removal;
}
