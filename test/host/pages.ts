// Speaks for the pages of the extension, whose own scripts nobody can press here.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../harness/until.ts';

export interface PageStand {
  /** Asks the editor for something, as a button of the page does, and gives its answer. */
  ask(name: string, payload: unknown): Promise<unknown>;
}

interface Reply {
  readonly kind: string;
  readonly id?: number;
  readonly result?: unknown;
  readonly problem?: string;
}

/** Ids that no script of a page reaches. */
let lastId = 1_000_000;

/** For the tests of one `describe`. */
export function usePages(): { readonly next: () => Promise<PageStand> } {
  const { createWebviewPanel } = vscode.window;
  const opened: PageStand[] = [];
  const stand = (...args: Parameters<typeof createWebviewPanel>) => {
    const panel = createWebviewPanel(...args);
    let listen: (message: unknown) => unknown = () => undefined;
    const replies = new Map<number, Reply>();
    const webview = around(panel.webview, {
      onDidReceiveMessage: (listener: (message: unknown) => unknown) => {
        listen = listener;
        return panel.webview.onDidReceiveMessage(listener);
      },
      postMessage: (message: Reply) => {
        if (message.kind === 'reply' && message.id !== undefined) replies.set(message.id, message);
        return panel.webview.postMessage(message);
      },
    });
    opened.push({
      ask: async (name, payload) => {
        const id = ++lastId;
        listen({ kind: 'request', id, name, payload });
        const { problem, result } = await until(`an answer to ${name}`, () => replies.get(id));
        assert.equal(problem, undefined);
        return result;
      },
    });
    return around(panel, { webview });
  };
  before(() => Object.assign(vscode.window, { createWebviewPanel: stand }));
  after(() => Object.assign(vscode.window, { createWebviewPanel }));
  return { next: () => until('a page', () => opened.shift()) };
}

/** The same object, some of whose properties are others. */
function around<T extends object>(object: T, others: Partial<Record<keyof T, unknown>>): T {
  return new Proxy(object, {
    get: (target, name) => {
      if (Object.hasOwn(others, name)) return others[name as keyof T];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
