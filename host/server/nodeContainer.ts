// For what is not started by main.ts.
import 'reflect-metadata/lite';
import type { Kysely } from 'kysely';
import type { Logger } from '@sinter/sdk/plugin';
import type { Tables } from '@sinter/sdk/server';
import { Container } from '../container/container.ts';
import type { HostModule, ModuleHost } from './hostModule.ts';

export const createNodeContainer = (log: Logger): Container =>
  new Container((error) => log.warn('a service could not be disposed of', { error: String(error) }));

/** What a room works with: a container of its own within the node's. */
export function moduleHostOf(
  { id, contract }: HostModule,
  { container, db, log }: { container: Container; db: Kysely<Tables>; log: Logger },
): ModuleHost {
  const own = container.child();
  return {
    id,
    contract,
    db,
    log,
    get: (token) => own.get(token),
    all: (token) => own.all(token),
    provide: (token, make, dispose) => void own.share(token, make, dispose),
    contribute: (token, contribution) => own.contribute(token, contribution),
  };
}
