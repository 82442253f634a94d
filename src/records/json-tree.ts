// JSON with the place of every key and value, so that what is wrong can be marked where it stands.

export type JsonPath = readonly (string | number)[];

interface Span {
  readonly start: number;
  readonly end: number;
}

interface PlacedNode extends Span {
  readonly value: unknown;
}

interface JsonEntry {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly node: JsonNode;
}

interface JsonNode extends PlacedNode {
  readonly entries?: readonly JsonEntry[];
  readonly items?: readonly JsonNode[];
}

export type SyntaxRule = 'value' | 'key' | 'colon' | 'comma' | 'text' | 'number' | 'end' | 'twice' | 'deep';

export interface SyntaxProblem extends Span {
  readonly rule: SyntaxRule;
}

class SyntaxFailure extends Error {
  readonly problem: SyntaxProblem;

  constructor(problem: SyntaxProblem) {
    super(problem.rule);
    this.problem = problem;
  }
}

/** The tree of a text, or the first thing that is wrong with it. */
export function parseTree(
  text: string,
): { readonly root: JsonNode; readonly problem?: undefined } | { readonly problem: SyntaxProblem } {
  try {
    return { root: new Parser(text).parse() };
  } catch (error) {
    if (error instanceof SyntaxFailure) return { problem: error.problem };
    throw error;
  }
}

/** Where a path's value stands, or with `at: 'key'` its key; for a path that is not there, the nearest thing around it. */
export function spanOf(root: JsonNode, path: JsonPath, at: 'key' | 'value' = 'value'): Span {
  let node = root;
  let span: Span = { start: root.start, end: root.start + 1 };
  for (const [index, part] of path.entries()) {
    const entry = node.entries?.findLast(({ key }) => key === part);
    const next = entry?.node ?? (typeof part === 'number' ? node.items?.[part] : undefined);
    if (!next) return span;
    const isLast = index === path.length - 1;
    const key = entry && { start: entry.keyStart, end: entry.keyEnd };
    // A whole object would be underlined from end to end: its key says which one is meant.
    const isLarge = next.entries !== undefined || next.items !== undefined;
    const own = isLarge ? { start: next.start, end: next.start + 1 } : { start: next.start, end: next.end };
    span = isLast && at === 'value' ? own : (key ?? own);
    node = next;
  }
  return span;
}

/** The path of the key or value at an offset. */
export function pathAt(root: JsonNode, offset: number): JsonPath {
  for (const { key, keyStart, node } of root.entries ?? [])
    if (keyStart <= offset && offset <= node.end) return [key, ...pathAt(node, offset)];
  for (const [index, node] of root.items?.entries() ?? [])
    if (node.start <= offset && offset <= node.end) return [index, ...pathAt(node, offset)];
  return [];
}

const maxDepth = 200;
const blanks: ReadonlySet<number> = new Set([' ', '\t', '\r', '\n'].map((blank) => blank.charCodeAt(0)));

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonNode {
    if (this.#text.startsWith('\ufeff')) this.#at = 1;
    const root = this.#value(0);
    this.#blank();
    if (this.#at < this.#text.length) this.#fail('end');
    return root;
  }

  #value(depth: number): JsonNode {
    this.#blank();
    if (depth > maxDepth) this.#fail('deep');
    const character = this.#text[this.#at];
    if (character === '{') return this.#object(depth);
    if (character === '[') return this.#array(depth);
    if (character === '"') return this.#string();
    return this.#literal() ?? this.#number();
  }

  #object(depth: number): JsonNode {
    const start = this.#at++;
    const entries: JsonEntry[] = [];
    const seen = new Set<string>();
    for (this.#blank(); this.#text[this.#at] !== '}'; this.#blank()) {
      if (entries.length > 0) this.#take(',', 'comma');
      this.#blank();
      if (this.#text[this.#at] !== '"') this.#fail('key');
      const key = this.#string();
      if (seen.has(key.value as string)) this.#fail('twice', key.start, key.end);
      seen.add(key.value as string);
      this.#blank();
      this.#take(':', 'colon');
      entries.push({ key: key.value as string, keyStart: key.start, keyEnd: key.end, node: this.#value(depth + 1) });
    }
    this.#at++;
    // Unlike an assignment, this makes `__proto__` a field like any other.
    const value = Object.fromEntries(entries.map(({ key, node }) => [key, node.value]));
    return { start, end: this.#at, value, entries };
  }

  #array(depth: number): JsonNode {
    const start = this.#at++;
    const items: JsonNode[] = [];
    for (this.#blank(); this.#text[this.#at] !== ']'; this.#blank()) {
      if (items.length > 0) this.#take(',', 'comma');
      items.push(this.#value(depth + 1));
    }
    this.#at++;
    return { start, end: this.#at, value: items.map(({ value }) => value), items };
  }

  #string(): PlacedNode {
    const start = this.#at;
    const [found] = this.#match(/"(?:[^"\\\r\n]|\\.)*"/y);
    const value = found === undefined ? undefined : textIn(found);
    if (found === undefined || value === undefined) this.#fail('text', start, this.#endOfLine(start));
    this.#at += found.length;
    return { start, end: this.#at, value };
  }

  #literal(): PlacedNode | undefined {
    const start = this.#at;
    const [word] = this.#match(/true|false|null/y);
    if (word === undefined) return undefined;
    this.#at += word.length;
    return { start, end: this.#at, value: JSON.parse(word) as unknown };
  }

  #number(): PlacedNode {
    const start = this.#at;
    const [found, fraction, exponent] = this.#match(/-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y);
    if (found === undefined) this.#fail('value');
    this.#at += found.length;
    if (/[\w.]/.test(this.#text[this.#at] ?? '')) this.#fail('number', start, this.#endOfLine(start));
    const number = Number(found);
    const isLongId = fraction === undefined && exponent === undefined && !Number.isSafeInteger(number);
    return { start, end: this.#at, value: isLongId ? BigInt(found) : number };
  }

  /** What a sticky pattern finds at this very place, if anything. */
  #match(pattern: RegExp): readonly (string | undefined)[] {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text) ?? [];
  }

  #blank(): void {
    while (blanks.has(this.#text.charCodeAt(this.#at))) this.#at++;
  }

  #take(character: string, rule: SyntaxRule): void {
    if (this.#text[this.#at] !== character) this.#fail(rule);
    this.#at++;
  }

  #endOfLine(from: number): number {
    const end = this.#text.slice(from).search(/[\r\n]/);
    return end < 0 ? this.#text.length : from + end;
  }

  #fail(rule: SyntaxRule, start = Math.min(this.#at, Math.max(0, this.#text.length - 1)), end = start + 1): never {
    throw new SyntaxFailure({ rule, start, end });
  }
}

/** What a quoted text says; undefined when something in it is not allowed. */
function textIn(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}
