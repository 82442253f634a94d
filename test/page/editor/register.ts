// Makes `vscode` the stand-in of this folder, for everything that is loaded after this.
import { registerHooks } from 'node:module';

const standIn = new URL('./vscode.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
