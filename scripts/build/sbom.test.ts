import { expect, it } from 'vitest';
import { nameAt, readLock, resolveFrom, shipped } from './lock.ts';
import { sbomOf } from './sbom.ts';

const lock = readLock(process.cwd());
const sbom = sbomOf(lock);
const refs = new Set(sbom.components.map((component) => component['bom-ref']));

it('the bill of materials has every package that the product runs with, by its contents, and no other', () => {
  const locked = new Set(shipped(lock).map(([path, { version }]) => `${nameAt(path)} ${version}`));
  expect(new Set(sbom.components.map(({ name, version }) => `${name} ${version}`))).toEqual(locked);
  expect(refs.size).toBe(sbom.components.length);
  expect(refs).toContain('pkg:npm/%40node-rs/argon2@2.2.1');
  expect(sbom.components.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? ''))).toEqual([]);
  expect(sbom.components.filter(({ licenses }) => licenses === undefined).map(({ name }) => name)).toEqual([]);
  for (const own of ['vitest', 'playwright', '@sinter/sdk']) {
    expect(sbom.components.map(({ name }) => name)).not.toContain(own);
  }
});

it('and says of each what it needs, up to the product itself', () => {
  const known = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  for (const needed of known.values()) for (const one of needed) expect(refs).toContain(one);
  const reached = new Set<string>();
  const follow = (ref: string): void => {
    if (reached.has(ref)) return;
    reached.add(ref);
    known.get(ref)?.forEach(follow);
  };
  follow(sbom.metadata.component['bom-ref']);
  expect([...refs].filter((ref) => !reached.has(ref))).toEqual([]);
});

it('a package is found where node would find it', () => {
  const packages = { '': {}, 'node_modules/a': {}, 'node_modules/b': {}, 'node_modules/a/node_modules/b': {} };
  const small = { name: 'small', version: '1.0.0', packages };
  expect(resolveFrom(small, 'node_modules/a', 'b')).toBe('node_modules/a/node_modules/b');
  expect(resolveFrom(small, 'node_modules/b', 'a')).toBe('node_modules/a');
  expect(resolveFrom(small, 'sdk', 'b')).toBe('node_modules/b');
  expect(resolveFrom(small, '', 'c')).toBeUndefined();
});
