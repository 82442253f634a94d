// Gives one source another text, in whatever process this is imported first. Nothing is written to its place.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { BOX_OFFICE_BREAK: path = '' } = process.env;
const { url: broken, text: source } = JSON.parse(readFileSync(path, 'utf8'));

registerHooks({
  load: (url, context, next) =>
    url === broken ? { format: 'module-typescript', source, shortCircuit: true } : next(url, context),
});
