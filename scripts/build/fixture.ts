import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readProject, type Project } from './project.ts';

/** Writes a small project for a test, inside the repository so that it finds the installed packages. */
export function fixtureProject(name: string, files: Record<string, string>): Project {
  const folder = join(process.cwd(), '.build/fixtures', name);
  for (const part of ['sdk', 'host', 'plugins', 'registry'])
    rmSync(join(folder, part), { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return readProject(process.cwd(), folder);
}
