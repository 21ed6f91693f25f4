import { type Contract, joinContracts } from '@sinter/sdk/contract';
import type { ServerPlugin } from '@sinter/sdk/server';
import { hostModules } from './modules.ts';
import { joinRegistered, type Registered } from './registered.ts';

/** What the host itself answers and emits: all that its rooms say of themselves. */
export const hostContract: Contract = joinContracts(hostModules.map(({ contract }) => contract));

/** The set that a node with these server halves works with. */
export const registered = (
  plugins: readonly Pick<ServerPlugin, 'id' | 'contract' | 'firstCalls'>[],
  areas?: Contract,
): Registered => joinRegistered(hostContract, plugins, areas);
