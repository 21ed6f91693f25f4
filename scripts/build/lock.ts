import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const packageSchema = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  /** `sha512-…`, in base64. */
  integrity: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  /** A folder of this project. */
  link: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  peerDependencies: z.record(z.string(), z.string()).optional(),
});
export type LockedPackage = z.infer<typeof packageSchema>;

export interface Lock {
  name: string;
  version: string;
  /** By folder: `node_modules/a/node_modules/b`; the project itself under the empty one. */
  packages: Readonly<Record<string, LockedPackage>>;
}

const lockSchema = z.object({ name: z.string(), version: z.string(), packages: z.record(z.string(), packageSchema) });

export const readLock = (root: string): Lock =>
  lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));

const within = 'node_modules/';

/** The name that a package is imported by. */
export const nameAt = (path: string): string => path.slice(path.lastIndexOf(within) + within.length);

/** The folder from which `name` comes when something in `path` imports it: its own first, then those around it. */
export function resolveFrom({ packages }: Lock, path: string, name: string): string | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${within}`)))) {
    const found = `${folder === '' ? '' : `${folder}/`}${within}${name}`;
    if (found in packages) return found;
    if (folder === '') return undefined;
  }
}

/** Packages from elsewhere with which the product runs: not those that only its makers need, nor its own folders. */
export const shipped = ({ packages }: Lock): [path: string, one: LockedPackage & { version: string }][] =>
  Object.entries(packages).flatMap(([path, { version, ...one }]) =>
    path.includes(within) && !one.dev && !one.link && version !== undefined ? [[path, { version, ...one }]] : [],
  );
