// Which of a file's codes an event has.
import type * as vscode from 'vscode';
import { compareCodes, CodeFileError, type CodeListener, type Comparison, type Preflight } from '../../codes/index.ts';
import type { Connection } from '../account/index.ts';
import { nameOf } from './files.ts';
import { codeLists } from '../reading/reads.ts';
import { readEventCodes } from './event-codes.ts';
import { errorText } from './messages.ts';

export interface CompareWork {
  readonly signal: AbortSignal;
  /** Whether somebody waits for it, who can be asked to sign in. */
  readonly interactive: boolean;
  readonly onProgress?: ((read: number, total: number) => void) | undefined;
}

export interface EventComparison extends Comparison {
  /** The items that have any of the file's codes, with their labels. */
  readonly receivers: ReadonlyMap<string, string>;
}

export async function compareWithEvent(
  connection: Connection,
  eventId: string,
  uri: vscode.Uri,
  result: Preflight,
  { signal, interactive, onProgress }: CompareWork,
): Promise<EventComparison> {
  const lists = codeLists(connection, eventId, { signal, interactive });
  const { codes, encoding, delimiter, header, column } = result;
  const options = { codes, encoding, delimiter, header: header !== undefined, column, signal };
  let receivers: ReadonlyMap<string, string> = new Map();
  const read = async (onCodes: CodeListener) => {
    receivers = await readEventCodes(lists, { onCodes, onProgress });
  };
  try {
    const comparison = await compareCodes(uri.fsPath, read, options);
    return { ...comparison, receivers };
  } catch (error) {
    if (error instanceof CodeFileError) throw new Error(errorText(nameOf(uri), error.data), { cause: error });
    throw error;
  }
}
