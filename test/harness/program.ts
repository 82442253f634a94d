import type { BuildOptions } from 'esbuild';
import { root } from '../../scripts/lib/paths.mjs';

/** How a source becomes one file that Node runs as it is: to take the types away at each start takes longer than most processes of tests live. */
export function asProgram(source: string, outfile: string): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  };
}
