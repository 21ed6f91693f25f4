import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { writeAtomically } from './web.ts';

const compress = promisify(brotliCompress);

/** The budgets and a release use 11; the plain build must be quick. */
export type Quality = 5 | 11;

/** Brotli, kept by content in `<out>/cache/`: quality 11 takes seconds for all files. */
export async function brotli(bytes: Buffer, quality: Quality, out: string): Promise<Buffer> {
  const cached = join(out, 'cache', `${createHash('sha256').update(bytes).digest('hex')}.${quality}.br`);
  if (existsSync(cached)) return readFileSync(cached);
  const packed = await compress(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  mkdirSync(join(out, 'cache'), { recursive: true });
  writeAtomically(cached, packed);
  return packed;
}

const compressible = new Set(['.js', '.css', '.json', '.svg']);

/** Puts `<file>.br` beside every file of `<out>/web/` that a browser asks for. */
export async function precompress(out: string, quality: Quality): Promise<void> {
  const web = join(out, 'web');
  const records = new Set(['index.json', 'importmap.json', 'files.json', 'record.json', 'dev.json']);
  const files = readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)) && !records.has(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => writeFileSync(`${file}.br`, await brotli(readFileSync(file), quality, out))),
  );
}
