import type { BuildOptions } from 'esbuild';
import { root } from '../../scripts/lib/paths.mjs';

/**
 * How a source becomes one CommonJS file that Node runs as it is: to take the types away at each start takes longer than most processes of
 * tests live, and an ES module that imports `node:http` loads the whole of undici with it.
 */
export function asProgram(source: string, outfile: string): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    logLevel: 'error',
  };
}
