import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** `/embed/embed.js`, which runs in pages that are not ours: one plain script, for older browsers too. */
export async function embedScript(sources: string): Promise<Uint8Array | null> {
  const entry = join(sources, 'host/minimal/script/embed.ts');
  if (!existsSync(entry)) return null;
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'iife',
    target: 'es2020',
    minify: true,
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.contents ?? null;
}
