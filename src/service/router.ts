// The routes of the service are the rows of the client's table.
import { operations, type Group, type Operation } from '../client/index.ts';

interface Match {
  /** The rows with this method and path; several rows share a few of them. */
  readonly operations: readonly Operation[];
  readonly path: Readonly<Record<string, string>>;
}

interface Route {
  readonly segments: readonly string[];
  readonly byMethod: Map<string, Operation[]>;
}

type RouteResult = Match | { readonly allowed: readonly string[] } | undefined;

/** Finds the operation of a request: a word of the path wins over a placeholder. */
export class Router {
  readonly #routes: readonly Route[];

  constructor(group: Group) {
    const routes = new Map<string, Route>();
    for (const operation of Object.values(operations) as Operation[]) {
      if (operation.group !== group) continue;
      const segments = operation.path.slice(1).split('/');
      const key = segments.map((segment) => (isPlaceholder(segment) ? '{}' : segment)).join('/');
      const route = routes.get(key) ?? { segments, byMethod: new Map<string, Operation[]>() };
      routes.set(key, route);
      route.byMethod.set(operation.method, [...(route.byMethod.get(operation.method) ?? []), operation]);
    }
    this.#routes = [...routes.values()].sort((a, b) => placeholders(a) - placeholders(b));
  }

  /** The match, the methods that the path takes if this is none of them, or undefined. */
  find(method: string, path: string): RouteResult {
    const segments = path.slice(1).split('/');
    for (const route of this.#routes) {
      const values = matchSegments(route.segments, segments);
      if (!values) continue;
      const found = route.byMethod.get(method);
      return found
        ? { operations: found, path: namedAs(found[0] as Operation, segments) }
        : { allowed: [...route.byMethod.keys()] };
    }
    return undefined;
  }
}

function isPlaceholder(segment: string): boolean {
  return segment.startsWith('{');
}

function placeholders({ segments }: Route): number {
  return segments.filter(isPlaceholder).length;
}

function matchSegments(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (isPlaceholder(part) ? segments[index] !== '' : part === segments[index]))
  );
}

/** The values of the path under the names that the row gives them. */
function namedAs({ path }: Operation, segments: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [index, part] of path.slice(1).split('/').entries()) {
    if (isPlaceholder(part)) values[part.slice(1, -1)] = decodeURIComponent(segments[index] ?? '');
  }
  return values;
}
