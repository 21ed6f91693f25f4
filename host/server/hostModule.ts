import type { Kysely } from 'kysely';
import { type Contract, contractOf } from '@sinter/sdk/contract';
import { createToken, type Logger, type Token } from '@sinter/sdk/plugin';
import type { Migration, Tables } from '@sinter/sdk/server';

/** What a room of the server works with. */
export interface ModuleHost {
  readonly id: string;
  /** What the room itself serves and emits. */
  readonly contract: Contract;
  readonly db: Kysely<Tables>;
  readonly log: Logger;
  get<T>(token: Token<T>): T;
  all<T>(token: Token<T>): readonly T[];
  /**
   * For every room and server half. `make` runs when somebody asks, once; what it makes is disposed of with the node, that
   * of the last room first, by its own `dispose` unless another is given.
   */
  provide<T>(token: Token<T>, make: () => T, dispose?: (service: T) => unknown): void;
  contribute<T>(token: Token<T>, contribution: T): void;
}

/** A room of the server that has tables, answers calls or provides services. */
export interface HostModule {
  id: string;
  contract: Contract;
  /** Forward steps of its own tables; names sort in the order of application (`001_tables`). */
  migrations?: Record<string, Migration>;
  /** Runs after that of all rooms below: what they provide is there. */
  setup?(host: ModuleHost): void | Promise<void>;
  /** Runs once every room and server half is set up. */
  start?(host: ModuleHost): void;
}

/** `serves`: the calls and events that the room declares, by any names. */
export const defineHostModule = ({
  serves = {},
  ...module
}: Omit<HostModule, 'contract'> & { serves?: object }): HostModule => ({ ...module, contract: contractOf(serves) });

/** What rooms do every ten minutes: removing what is old. */
export const housekeeping = createToken<() => Promise<unknown>>('host/Housekeeping@1');
