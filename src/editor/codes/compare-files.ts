// Several files and one event: its codes are read once for all of them.
import { codesInOneRead, compareCodes } from '../../codes/compare.ts';
import { readCodes, type CodeListener, type Comparison } from '../../codes/index.ts';
import type { Connection } from '../account/index.ts';
import { eventNameOf } from '../reading/resources.ts';
import { withOwnItems } from '../ask/own-items.ts';
import { codeLists } from '../reading/reads.ts';
import { readEventCodes } from './event-codes.ts';
import { asChecked, compareWithEvent, requireAllRead, type CheckedCodes, type CompareOptions } from './services.ts';

/**
 * Which of the files' codes the event has, each counted as if the event had those of the files before it. What is wrong with one file is told
 * of it and of those behind it.
 */
export async function compareFiles(
  connection: Connection,
  eventId: string,
  files: readonly CheckedCodes[],
  { earlier = [], ...options }: CompareOptions,
): Promise<PromiseSettledResult<Comparison>[]> {
  const compared: PromiseSettledResult<Comparison>[] = [];
  for (const group of groupsOf(files)) {
    const before = { ...options, earlier: [...earlier, ...files.slice(0, compared.length)] };
    const [first] = group;
    if (first && group.length === 1) {
      const one = compareWithEvent(connection, eventId, first.uri, first.result, before).then(requireAllRead);
      compared.push(...(await Promise.allSettled([one])));
    } else compared.push(...(await compareTogether(connection, eventId, group, before)));
  }
  options.signal.throwIfAborted();
  return compared;
}

/** As many in a row as have the codes that are held at once. */
function groupsOf(files: readonly CheckedCodes[]): CheckedCodes[][] {
  const groups: CheckedCodes[][] = [];
  let codes = Infinity;
  for (const file of files) {
    codes += file.result.codes;
    if (codes <= codesInOneRead) groups.at(-1)?.push(file);
    else [codes] = [file.result.codes, groups.push([file])];
  }
  return groups;
}

function compareTogether(
  connection: Connection,
  eventId: string,
  files: readonly CheckedCodes[],
  { signal, interactive, onProgress, earlier = [] }: CompareOptions,
): Promise<PromiseSettledResult<Comparison>[]> {
  const listeners = new Map<number, CodeListener>();
  const failures = new Map<number, Error>();
  const ready = Promise.withResolvers<undefined>();
  let awaited = files.length;
  const arrive = () => --awaited === 0 && ready.resolve(undefined);
  const readAll = async () => {
    await ready.promise;
    if (listeners.size === 0) return;
    const { dialect, name } = connection.environment;
    const onCodes: CodeListener = (codes) => {
      for (const listener of listeners.values()) listener(codes);
      return [];
    };
    const readOnce = () =>
      readEventCodes(codeLists(connection, eventId, { signal, interactive }), {
        dialect,
        onCodes,
        onProgress,
      });
    const event = { id: eventId, label: eventNameOf(name, eventId) ?? eventId };
    requireAllRead(await (interactive ? withOwnItems(connection, event, readOnce) : readOnce()));
    for (const [index, file] of [...earlier, ...files].entries()) {
      const behind = [...listeners].filter(([place]) => place + earlier.length > index);
      if (behind.length === 0) return;
      await asChecked(file, async (path, options) => {
        for await (const { code } of readCodes(path, { ...options, signal })) for (const [, listener] of behind) listener([code]);
      }).catch((error: unknown) => {
        for (const [place] of behind) failures.set(place, error as Error);
      });
    }
  };
  const reading = readAll();
  const compareOne = (file: CheckedCodes, place: number) => {
    const source = async (onCodes: CodeListener) => {
      listeners.set(place, onCodes);
      arrive();
      await reading;
      const failure = failures.get(place);
      if (failure) throw failure;
    };
    const { codes } = file.result;
    const compared = asChecked(file, (path, options) =>
      compareCodes(path, source, { ...options, codes, signal, keepsPlaces: true }),
    );
    // Nobody waits for a file that cannot be read.
    return compared.finally(() => listeners.has(place) || arrive());
  };
  return Promise.allSettled(files.map(compareOne));
}
