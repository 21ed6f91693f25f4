import { expect, it } from 'vitest';
import { defineCall } from '@sinter/sdk/contract';
import { createToken, type Logger } from '@sinter/sdk/plugin';
import { Kysely, DummyDriver, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Tables } from '@sinter/sdk/server';
import * as z from 'zod';
import { defineHostModule, type HostModule } from './hostModule.ts';
import { callHandlers, Handlers, handling } from './http/handlers.ts';
import { createNodeContainer, moduleHostOf } from './nodeContainer.ts';

const log: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const db = new Kysely<Tables>({
  dialect: {
    createDriver: () => new DummyDriver(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (untyped) => new PostgresIntrospector(untyped),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const well = createToken<string>('test/Well@1');
const garden = createToken<string>('test/Garden@1');
const call = (id: string) =>
  defineCall({
    id,
    owner: 'host',
    method: 'GET' as const,
    path: `/api/v1/${id}`,
    summary: id,
    guard: { kind: 'public' as const },
    response: z.string(),
  });

async function node(...modules: HostModule[]) {
  const container = createNodeContainer(log);
  for (const module of modules) await module.setup?.(moduleHostOf(module, { container, db, log }));
  return container;
}

it('gives what a room provides to the rooms above it, and disposes of the last first', async () => {
  const disposed: string[] = [];
  const container = await node(
    defineHostModule({
      id: 'cellar',
      setup: (host) =>
        host.provide(
          well,
          () => 'water',
          (what) => disposed.push(what),
        ),
    }),
    defineHostModule({
      id: 'ground',
      setup: (host) =>
        host.provide(
          garden,
          () => `flowers and ${host.get(well)}`,
          (what) => disposed.push(what),
        ),
    }),
  );
  expect(container.get(garden)).toBe('flowers and water');
  await container.dispose();
  expect(disposed).toEqual(['flowers and water', 'water']);
});

it('lets a room answer only what it says itself that it serves', async () => {
  const [own, foreign] = [call('rooms.own'), call('rooms.foreign')];
  const handlers = new Handlers();
  const http = defineHostModule({ id: 'http', setup: (host) => host.provide(callHandlers, () => handlers) });
  const room = defineHostModule({
    id: 'room',
    serves: { own },
    setup: (host) => handling(host)(own, async () => 'yes'),
  });
  const thief = defineHostModule({ id: 'thief', setup: (host) => handling(host)(foreign, async () => 'mine') });
  await node(http, room);
  expect(room.contract.calls).toEqual([own]);
  expect(handlers.get(own)).toBeDefined();
  await expect(node(http, thief)).rejects.toThrow('thief answers "rooms.foreign", which is not in its contract.');
});
