// Takes and releases locks as it is told, on the machine whose name it gets.
import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isLock, tryLock, type Lock } from '../../../src/runs/lock-file.ts';
import type { LockAnswer, LockOrder } from './lock-order.ts';

const [host] = process.argv.slice(2);
if (host !== undefined) os.hostname = () => host;
let lock: Lock | undefined;

async function obey(order: LockOrder): Promise<LockAnswer> {
  if ('path' in order) {
    await wait(order.delay);
    const result = await tryLock(order.path, order.times);
    lock = isLock(result) ? result : undefined;
    return { isHeld: lock !== undefined };
  }
  const isHeld = lock?.isHeld() ?? false;
  if (order.release) await lock?.release();
  return { isHeld };
}

process.on('message', (order: LockOrder) => {
  void obey(order).then((answer) => process.send?.(answer));
});
