// `npm run watch`: installs what is missing, then builds on every change. F5 starts it and waits for its first "build finished".
import { ensureDependencies } from './setup.mjs';

await ensureDependencies();
const { watchExtension } = await import('../esbuild.mjs');
await watchExtension();
