import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** One plain script without imports, for where no module loader is: `/embed/embed.js` in pages of others, a worker. */
export async function plainScript(sources: string, path: string, target: string): Promise<Uint8Array | null> {
  const entry = join(sources, path);
  if (!existsSync(entry)) return null;
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    target,
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.contents ?? null;
}
