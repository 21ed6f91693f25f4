import { type RegistryState, registryStateSchema } from '@sinter/sdk/contract/host/registry';

/** A stored state; one that an older version wrote and this one cannot read counts as nothing changed. */
export const readState = (stored: unknown): RegistryState =>
  registryStateSchema.safeParse(stored).data ?? { disabledModules: [], flags: {}, menu: {} };
