import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The file that a worker thread or a process of its own starts with, by its name among the entries of the server's build. It is built
 * beside the server; the tests run unbundled and use the last build.
 */
export function threadFile(name: string): URL {
  const beside = new URL(`./${name}.mjs`, import.meta.url);
  return existsSync(fileURLToPath(beside)) ? beside : pathToFileURL(resolve(`.build/server/${name}.mjs`));
}
