// Query parameters that the document does not name: a read can do without them, and a service may refuse whatever it does not know.
import { ApiError } from './errors.ts';
import { operations, type Operation, type OperationId } from './operations.ts';
import { isPageName, isSizeName } from './page-names.ts';
import { remembering } from './remembering.ts';
import { fieldsIn } from './schemas.ts';

type Query = Readonly<Record<string, unknown>>;

/** The query parameters that the document names: those of the table, but for the list of items. */
export const documentedQuery: Partial<Record<OperationId, readonly string[]>> = Object.fromEntries(
  Object.values<Operation>(operations).map(({ id, query }) => [id, id === 'listItems' ? [] : Object.keys(fieldsIn(query))]),
);

/** What a reply can be searched for as well; a read without any other would mean something else. */
const spare: ReadonlySet<string> = new Set(['term', 'eventId']);

/** A page of so many rows is short enough for most services that have a limit. */
const smallPage = 100;

/** What was learned of a service while it was read, by operation. */
export class ExtraParameters {
  readonly of: (operation: OperationId) => Learned = remembering(newLearned);

  /** Calls with all parameters; where these are refused, again with fewer, and the next time with no more than the service takes. */
  async call(operation: OperationId, query: Query, send: (query: Query) => Promise<unknown>): Promise<unknown> {
    const learned = this.of(operation);
    const asked = withoutNames(smaller(query, learned.largestPage), learned.refused);
    const extra = Object.keys(asked).filter((name) => asked[name] !== undefined && !documentedQuery[operation]?.includes(name));
    let refusal: ApiError | undefined;
    for (const { query: wanted, learn } of waysToAsk(asked, extra, learned)) {
      try {
        const reply = await send(wanted);
        learn();
        return reply;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refusal ??= error;
      }
    }
    throw refusal as ApiError;
  }
}

export interface Learned {
  readonly taken: Set<string>;
  readonly refused: Set<string>;
  /** The events whose items were compared with all of them. */
  readonly compared: Set<string>;
  largestPage?: number;
  /** Its lists come whole, whatever page of them is asked for. */
  isWhole?: true;
  /** The most rows that one reply had. */
  longest?: number;
  /** The total that it tells is that of the list, and not the number of rows of a page. */
  isTotalOfAll?: true;
  /** The list of items is that of the event which `eventId` names. */
  eventChooses?: true;
  /** What a person said of items: whether they are those of an event, by its id and theirs. */
  readonly said: Map<string, ReadonlyMap<string, boolean>>;
}

export function newLearned(): Learned {
  return { taken: new Set(), refused: new Set(), compared: new Set(), said: new Map() };
}

/** A refusal changed nothing. */
function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 400 || error.status === 422);
}

/** The request, and then the same with less and less in it; and what is learned when it is taken. */
function* waysToAsk(
  query: Query,
  extra: readonly string[],
  learned: Learned,
): Generator<{ readonly query: Query; readonly learn: () => void }> {
  const open = extra.filter((name) => !learned.taken.has(name) && (isPaging(name) || spare.has(name)));
  yield { query, learn: () => extra.forEach((name) => learned.taken.add(name)) };
  const isLong = open.some((name) => isSizeName(name) && Number(query[name]) > smallPage);
  if (isLong) yield { query: smaller(query, smallPage), learn: () => (learned.largestPage = smallPage) };
  const parts = [open.filter(isPaging), open.filter((name) => !isPaging(name))].filter((names) => names.length > 0);
  for (const names of parts.length > 1 ? [...parts, open] : parts)
    yield { query: withoutNames(query, new Set(names)), learn: () => names.forEach((name) => learned.refused.add(name)) };
}

function isPaging(name: string): boolean {
  return isPageName(name) || isSizeName(name);
}

function smaller(query: Query, largest = Infinity): Query {
  const entries = Object.entries(query).map(([name, value]) => [
    name,
    isSizeName(name) && Number(value) > largest ? largest : value,
  ]);
  return Object.fromEntries(entries) as Query;
}

function withoutNames(query: Query, names: ReadonlySet<string>): Query {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.has(name)));
}
