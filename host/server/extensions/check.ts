import { extname } from 'node:path';
import type * as z from 'zod';
import type { Sentence } from '@sinter/sdk/contract';
import type { findingSchema } from '@sinter/sdk/contract/host/extensionReview';
import type { PackageFile } from '#registry/packageFile';
import { satisfies } from '#registry/versions';
import { say } from '../say.ts';

export type Finding = z.infer<typeof findingSchema>;

/** What the server sends to browsers, by the end of the name. */
const served = ['.js', '.css', '.json', '.svg', '.png', '.jpg', '.webp', '.woff2', '.wasm', '.txt', '.md'];
const isScript = (path: string): boolean => path.endsWith('.js');

/**
 * Reads a package as a reviewer would first: what cannot work is an error, what deserves a look is a warning. `sinter-plugin check`
 * of the vendor runs it and looks at more.
 */
export function checkPackage(
  { descriptor, files, contents, signature }: PackageFile,
  host: { sdk: string; shared: readonly string[] },
): Finding[] {
  const findings: Finding[] = [];
  const add = (level: Finding['level'], file: string, { message, said }: Sentence) =>
    findings.push({ level, file, message, said });
  if (!signature) add('WARNING', '', say('check.unsigned'));
  if (!satisfies(host.sdk, descriptor.sdk)) {
    add('ERROR', 'plugin.json', say('module.otherSdk', { range: descriptor.sdk, version: host.sdk }));
  }
  const modules = descriptor.shared.filter((one) => !host.shared.includes(one));
  if (modules.length > 0) add('ERROR', 'plugin.json', say('module.notShared', { modules }));
  const limit = descriptor.budgets.entryKb;
  const entryKb = Math.ceil(weightOf(files, contents) / 1024);
  if (limit !== undefined && entryKb > limit) {
    add('WARNING', files.entry, say('check.budget', { weight: entryKb, limit }));
  }
  if (!contents.has('locales/en_US.json')) add('WARNING', 'locales/en_US.json', say('check.noEnglish'));
  for (const [path, content] of contents) {
    if (!served.includes(extname(path))) add('ERROR', path, say('check.notServed', { ending: extname(path) }));
    if (!isScript(path)) continue;
    const text = Buffer.from(content).toString('utf8');
    if (!text.includes('System.register')) add('ERROR', path, say('check.notSystem'));
    if (/\beval\s*\(|\bnew\s+Function\s*\(/.test(text)) add('WARNING', path, say('check.evaluates'));
    const address = /["'`](https?:\/\/[^"'`\s]{1,200})/.exec(text)?.[1];
    if (address !== undefined && !address.includes('www.w3.org')) {
      add('WARNING', path, say('check.address', { address }));
    }
  }
  return findings;
}

/** Bytes of the entry and all that it imports first. */
function weightOf({ entry, depcache }: PackageFile['files'], contents: PackageFile['contents']): number {
  const seen = new Set<string>();
  const open = [entry];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (!seen.has(path)) open.push(...(depcache[path] ?? []));
    seen.add(path);
  }
  return [...seen].reduce((sum, path) => sum + (contents.get(path)?.length ?? 0), 0);
}
