// Tools for VS Code's agent mode. Their list stands in the manifest; what they do is loaded a moment later.
import { Disposable, lm } from 'vscode';
import type { Tools } from './tools.ts';

/** Not later than the start: whoever calls a tool wakes the extension, and finds no tool unless it is there when the start ends. */
export function registerTools(names: readonly string[], tools: () => Promise<Tools>): Disposable {
  const register = (name: string) =>
    lm.registerTool(name, {
      prepareInvocation: async ({ input }) => (await tools()).prepare(name, input),
      invoke: async (options, token) => (await tools()).invoke(name, options, token),
    });
  return Disposable.from(...names.map(register));
}

/** Under this the version of the extension is kept whose server was copied for other programs, if one was. */
export const copiedKey = 'boxOffice.copiedServer';
