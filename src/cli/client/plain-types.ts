// What calls take and what a dialect is, as plain types: whoever installs the package has no valibot, from whose schemas the client infers them.
import type { UploadFile } from '../../client/call-parts.ts';
import type { CallInput, Dialect, OperationId } from '../../client/index.ts';

// Never called. As `Plain` is seen in here alone, the declaration of this has to write out what is inferred.
export function plainTypes() {
  type Kept = string | number | bigint | boolean | null | undefined | UploadFile;
  type Plain<T> = unknown extends T
    ? unknown
    : T extends Kept
      ? T
      : T extends readonly (infer Part)[]
        ? Plain<Part>[]
        : { [Name in keyof T]: Plain<T[Name]> };
  return undefined as unknown as Plain<{ inputs: { [Id in OperationId]: CallInput<Id> }; dialect: Dialect }>;
}
