import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { slashed } from './project.ts';
import { writeAtomically } from './writeAtomically.ts';

const compress = promisify(brotliCompress);

/** Brotli at its best, kept by content in `<out>/cache/`: all files together take seconds. */
export async function brotli(bytes: Buffer, out: string): Promise<Buffer> {
  const cached = join(out, 'cache', `${createHash('sha256').update(bytes).digest('hex')}.br`);
  if (existsSync(cached)) return readFileSync(cached);
  const packed = await compress(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  mkdirSync(join(out, 'cache'), { recursive: true });
  writeAtomically(cached, packed);
  return packed;
}

const compressible = new Set(['.js', '.css', '.json', '.svg']);

/** Puts `<file>.br` beside every file of `<out>/web/` that a browser asks for: not beside what is `packed` in another. */
export async function precompress(out: string, packed: ReadonlySet<string>): Promise<void> {
  const web = join(out, 'web');
  const records = new Set(['index.json', 'importmap.json', 'files.json', 'record.json', 'dev.json']);
  const files = readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)) && !records.has(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !packed.has(slashed(relative(web, file))));
  await Promise.all(files.map(async (file) => writeFileSync(`${file}.br`, await brotli(readFileSync(file), out))));
}
