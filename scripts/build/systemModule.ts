import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { transform } from '@swc/core';
import { TaskError } from '../taskError.ts';

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
export const banner = `/* system-module 2, swc ${swcVersion} */`;

/** Turns one of esbuild's modules into a SystemJS module: live bindings, top-level await and source maps survive. */
export async function toSystemModule(code: string, map: string | undefined): Promise<{ code: string; map?: string }> {
  const made = await transform(code, {
    swcrc: false,
    configFile: false,
    isModule: true,
    minify: true,
    sourceMaps: map !== undefined,
    ...(map !== undefined && { inputSourceMap: map }),
    module: { type: 'systemjs' },
    jsc: { target: 'es2022', minify: { compress: false, mangle: false } },
  });
  return { ...made, code: calledAtOnce(made.code) };
}

const opening =
  /^(System\.register\(\[[^\]]*\],)function\(_export,_context\)(\{.*?return\{setters:\[.*?\],execute:)(async )?function\(\)\{/s;
const ending = /\}\}\}\);\s*$/;

/**
 * A function in parentheses is compiled together with its script, which browsers do beside the page's thread, and not once
 * more when it is called. Arrows, because with a few spaces they are as long as before: source maps stay right.
 */
function calledAtOnce(code: string): string {
  if (!opening.test(code) || !ending.test(code))
    throw new TaskError('swc writes modules differently: see systemModule.ts.');
  return code
    .replace(opening, (_, before: string, between: string, isAsync?: string) => {
      const execute = isAsync === undefined ? '(()     =>{' : '(async()      =>{';
      return `${before}((_export,_context)     =>${between}${execute}`;
    })
    .replace(ending, '})}}));');
}
