import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { transform } from '@swc/core';

const swcVersion = String(
  (
    JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@swc/core/package.json'), 'utf8')) as {
      version: string;
    }
  ).version,
);

/**
 * First line of every bundle. esbuild's hashes are of the text before conversion, so the converter's version must be
 * part of that text: else two converters give different bytes under one name, and caches and digests break.
 */
export const banner = `/* system-module 1, swc ${swcVersion} */`;

/** Turns one of esbuild's modules into a SystemJS module: live bindings, top-level await and source maps survive. */
export async function toSystemModule(code: string, map: string | undefined): Promise<{ code: string; map?: string }> {
  return transform(code, {
    swcrc: false,
    configFile: false,
    isModule: true,
    minify: true,
    sourceMaps: map !== undefined,
    ...(map !== undefined && { inputSourceMap: map }),
    module: { type: 'systemjs' },
    jsc: { target: 'es2022', minify: { compress: false, mangle: false } },
  });
}
