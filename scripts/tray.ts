import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServer } from './build/server.ts';
import { readProject } from './build/project.ts';

/** `npm run tray -- [arguments]`: the tray application, or its simulator, from `plugins/grabcad/tray/`. */
export default async function run(args: string[]): Promise<void> {
  const file = join(process.cwd(), '.build/server/tray.mjs');
  if (!existsSync(file)) await buildServer(readProject(process.cwd()));
  process.argv = [process.argv[0] ?? 'node', file, ...args];
  await import(pathToFileURL(file).href);
}
