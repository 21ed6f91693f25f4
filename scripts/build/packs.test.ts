import { expect, it } from 'vitest';
import type { ScriptGraph } from './graph.ts';
import { sortIntoPacks } from './packs.ts';

const sizes: Record<string, number> = {
  'host/sign-in.js': 30_000,
  'host/work.js': 60_000,
  'shared/all.js': 500_000,
  'shared/most.js': 300_000,
  'sdk/few.js': 900,
  'sdk/alone.js': 700,
  'plugins/orders/index.js': 500,
};
const imports: Record<string, string[]> = {
  'host/sign-in.js': ['shared/all.js'],
  'host/work.js': ['shared/all.js', 'shared/most.js'],
  'plugins/orders/index.js': ['sdk/few.js'],
};
const graph: ScriptGraph = {
  scripts: new Map(Object.keys(sizes).map((path) => [path, { imports: imports[path] ?? [], lazy: [] }])),
  find: (entry) => entry,
};
const packs = sortIntoPacks(
  graph,
  {
    first: [['host/sign-in.js'], ['host/sign-in.js', 'host/work.js'], ['host/work.js', 'plugins/orders/index.js']],
    pages: [],
  },
  (path) => sizes[path] ?? 0,
);

it('puts what the same screens need into one file, and nothing of a plugin', () => {
  expect(packs).toContainEqual(expect.arrayContaining(['host/work.js', 'shared/most.js']));
  expect(packs.flat()).not.toContain('plugins/orders/index.js');
  // Nobody needs it first.
  expect(packs.flat()).not.toContain('sdk/alone.js');
});

it('makes no request for few bytes: they come with what all their users load, and the fewest others', () => {
  expect(packs.find((scripts) => scripts.includes('sdk/few.js'))).toContain('host/work.js');
});
