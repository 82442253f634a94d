// Calls of operations that are known only when they run. What they are given is checked by the table, not by the compiler.
import type { CallInput, OperationId, UploadFile } from '../../client/index.ts';
import type { LocalFile } from '../../codes/local-file.ts';
import type { Connection } from './index.ts';
import type { ReadOptions, WriteOptions } from './connection.ts';

export interface AnyInput {
  readonly path?: Readonly<Record<string, string | number | bigint>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly file?: (UploadFile & Partial<Pick<LocalFile, 'linkTo'>>) | undefined;
}

export function readAny(
  connection: Connection,
  operation: OperationId,
  input: AnyInput,
  options?: ReadOptions,
): Promise<unknown> {
  return connection.read(operation as 'getEvent', input as CallInput<'getEvent'>, options);
}

export function writeAny(
  connection: Connection,
  operation: OperationId,
  input: AnyInput,
  options: WriteOptions,
): Promise<unknown> {
  return connection.write(operation as 'updateItem', input as unknown as CallInput<'updateItem'>, options);
}
