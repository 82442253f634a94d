// Query parameters that the document does not name: a read can do without them, and a service may refuse whatever it does not know.
import { ApiError } from './errors.ts';
import type { OperationId } from './operations.ts';
import { isPageName, isSizeName } from './page-names.ts';

type Query = Readonly<Record<string, unknown>>;

/** The query parameters that the document names. */
export const documentedQuery: Partial<Record<OperationId, readonly string[]>> = {
  identifyEvent: ['link', 'fields', 'method'],
  getFeatured: ['method', 'state'],
  getEntryReport: ['method', 'sessionId'],
  calculateTax: ['producerId', 'eventId', 'price', 'taxDistribution', 'tax'],
  listPasskeys: ['eventId'],
};

/** What a reply can be searched for as well; a read without any other would mean something else. */
const spare: ReadonlySet<string> = new Set(['term', 'eventId']);

/** A page of so many rows is short enough for most services that have a limit. */
const smallPage = 100;

/** What was learned of a service while it was read, by operation. */
export class ExtraParameters {
  readonly #learned = new Map<OperationId, Learned>();

  of(operation: OperationId): Learned {
    const known = this.#learned.get(operation);
    if (known) return known;
    const learned = newLearned();
    this.#learned.set(operation, learned);
    return learned;
  }

  /** Calls with all parameters; where these are refused, again with fewer, and the next time with no more than the service takes. */
  async call(operation: OperationId, query: Query, send: (query: Query) => Promise<unknown>): Promise<unknown> {
    const learned = this.of(operation);
    const asked = withoutNames(smaller(query, learned.largestPage), learned.refused);
    const extra = Object.keys(asked).filter((name) => asked[name] !== undefined && !documentedQuery[operation]?.includes(name));
    const open = extra.filter((name) => !learned.taken.has(name) && (isPaging(name) || spare.has(name)));
    const first = await tried(() => send(asked));
    if (!first.refusal) {
      for (const name of extra) learned.taken.add(name);
      return first.reply;
    }
    for (const { query: fewer, learn } of lessOf(asked, open, learned)) {
      const next = await tried(() => send(fewer));
      if (next.refusal) continue;
      learn();
      return next.reply;
    }
    throw first.refusal;
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

/** The refusal of a request, which changed nothing; any other failure is thrown. */
async function tried(
  send: () => Promise<unknown>,
): Promise<{ readonly reply?: unknown; readonly refusal?: ApiError | undefined }> {
  try {
    return { reply: await send() };
  } catch (error) {
    const isRefusal = error instanceof ApiError && (error.status === 400 || error.status === 422);
    if (!isRefusal) throw error;
    return { refusal: error };
  }
}

/** The same request with less and less in it, and what is learned when it is taken. */
function* lessOf(query: Query, open: readonly string[], learned: Learned): Generator<{ query: Query; learn: () => void }> {
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
