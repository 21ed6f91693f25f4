import { readFileSync } from 'node:fs';
import { satisfies, validRange, minVersion } from 'semver';
import * as z from 'zod';
import { expect, it } from 'vitest';

/** The first installation prints no warning: npm warns of engines that do not fit and of install scripts nobody decided on. */

const packageSchema = z.object({
  version: z.string().optional(),
  engines: z.union([z.object({ node: z.string().optional() }), z.array(z.string())]).optional(),
  optional: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
});
const lock = z
  .object({ packages: z.record(z.string(), packageSchema) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const own = z
  .object({ engines: z.object({ node: z.string() }), allowScripts: z.record(z.string(), z.boolean()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

it('every package runs on the oldest Node of each line that is supported', () => {
  const oldest = own.engines.node.split('||').map((range) => minVersion(range)?.version ?? '');
  const refused = oldest.flatMap((version) =>
    Object.entries(lock.packages).flatMap(([path, { engines, optional }]) => {
      const range = Array.isArray(engines) ? undefined : engines?.node;
      if (optional || range === undefined || validRange(range) === null || satisfies(version, range)) return [];
      return [`${nameOf(path)} asks for ${range}, not ${version}`];
    }),
  );
  expect(refused).toEqual([]);
});

it('every install script may run or may not, as somebody has decided', () => {
  const undecided = Object.entries(lock.packages)
    .filter(([path, { hasInstallScript }]) => hasInstallScript && own.allowScripts[nameOf(path)] === undefined)
    .map(([path]) => nameOf(path));
  expect(undecided).toEqual([]);
});
