// JSON with the place of every key and value, so that what is wrong can be marked where it stands.

export type JsonPath = readonly (string | number)[];

interface Span {
  readonly start: number;
  readonly end: number;
}

interface JsonNode extends Span {
  readonly value: unknown;
  /** The fields of an object, the rows of a list. */
  readonly parts?: readonly JsonPart[];
}

interface JsonPart {
  readonly key: string | number;
  /** Of a field: its key with the quotes. */
  readonly keySpan?: Span;
  readonly node: JsonNode;
}

export type SyntaxRule = 'value' | 'key' | 'colon' | 'comma' | 'text' | 'number' | 'end' | 'twice' | 'deep';

export interface SyntaxProblem extends Span {
  readonly rule: SyntaxRule;
}

/** The tree of a text, or the first thing that is wrong with it. */
export function parseTree(
  text: string,
): { readonly root: JsonNode; readonly problem?: undefined } | { readonly problem: SyntaxProblem } {
  const parser = new Parser(text);
  try {
    return { root: parser.parse() };
  } catch (error) {
    if (parser.problem) return { problem: parser.problem };
    throw error;
  }
}

/** Where a path's value stands, or with `at: 'key'` its key; for a path that is not there, the nearest thing around it. */
export function spanOf(root: JsonNode, path: JsonPath, at: 'key' | 'value' = 'value'): Span {
  let node = root;
  let span: Span = { start: root.start, end: root.start + 1 };
  for (const [index, key] of path.entries()) {
    const part = node.parts?.find((one) => one.key === key);
    if (!part) return span;
    node = part.node;
    // A whole object would be underlined from end to end: its key says which one is meant.
    const own = { start: node.start, end: node.parts ? node.start + 1 : node.end };
    span = index === path.length - 1 && at === 'value' ? own : (part.keySpan ?? own);
  }
  return span;
}

/** The path of the key or value at an offset. */
export function pathAt({ parts = [] }: JsonNode, offset: number): JsonPath {
  const part = parts.find(({ keySpan, node }) => (keySpan ?? node).start <= offset && offset <= node.end);
  return part ? [part.key, ...pathAt(part.node, offset)] : [];
}

const maxDepth = 200;
const blanks: ReadonlySet<number> = new Set([' ', '\t', '\r', '\n'].map((blank) => blank.charCodeAt(0)));

class Parser {
  problem: SyntaxProblem | undefined;
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
    return character === '"' ? this.#string() : this.#scalar();
  }

  #object(depth: number): JsonNode {
    const parts = new Map<string, JsonPart>();
    const span = this.#list('}', () => {
      this.#blank();
      if (this.#text[this.#at] !== '"') this.#fail('key');
      const { value: key, ...keySpan } = this.#string();
      if (parts.has(key)) this.#fail('twice', keySpan.start, keySpan.end);
      this.#blank();
      this.#take(':', 'colon');
      parts.set(key, { key, keySpan, node: this.#value(depth + 1) });
    });
    // Unlike an assignment, this makes `__proto__` a field like any other.
    const value = Object.fromEntries([...parts].map(([key, { node }]) => [key, node.value]));
    return { ...span, value, parts: [...parts.values()] };
  }

  #array(depth: number): JsonNode {
    const parts: JsonPart[] = [];
    const span = this.#list(']', () => parts.push({ key: parts.length, node: this.#value(depth + 1) }));
    return { ...span, value: parts.map(({ node }) => node.value), parts };
  }

  #list(end: string, readPart: () => void): Span {
    const start = this.#at++;
    let isFirst = true;
    for (this.#blank(); this.#text[this.#at] !== end; this.#blank()) {
      if (!isFirst) this.#take(',', 'comma');
      isFirst = false;
      readPart();
    }
    return { start, end: ++this.#at };
  }

  #string(): Span & { readonly value: string } {
    const start = this.#at;
    const found = this.#match(/"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y);
    if (found === undefined) this.#fail('text', start, this.#endOfLine(start));
    return { start, end: this.#at, value: JSON.parse(found) as string };
  }

  #scalar(): JsonNode {
    const start = this.#at;
    const found = this.#match(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
    if (found === undefined) this.#fail('value');
    const value = JSON.parse(found) as unknown;
    if (typeof value === 'number' && /[\w.]/.test(this.#text[this.#at] ?? ''))
      this.#fail('number', start, this.#endOfLine(start));
    const isLongId = /^-?\d+$/.test(found) && !Number.isSafeInteger(value);
    return { start, end: this.#at, value: isLongId ? BigInt(found) : value };
  }

  /** What a sticky pattern finds at this very place, if anything. */
  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found;
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
    this.problem = { rule, start, end };
    throw new SyntaxError(rule);
  }
}
