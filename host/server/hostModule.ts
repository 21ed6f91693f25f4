import type { Migration } from '@sinter/sdk/server';
import type { Host } from './host.ts';

/** A room of the server that has tables or answers calls. */
export interface HostModule {
  id: string;
  /** Forward steps of its own tables; names sort in the order of application (`001_tables`). */
  migrations?: Record<string, Migration>;
  setup?(host: Host): void;
}

export const defineHostModule = (module: HostModule): HostModule => module;
