import type { Principal } from '@sinter/sdk/contract';
import { hostPages } from '#registry/hostPages';
import type { Manifest } from '#registry/manifest';
import { builtInMenus } from '#registry/menu';
import { resolve } from '#registry/resolve';
import sdk from '../../../sdk/package.json' with { type: 'json' };
import type { FacilityStates } from './facility-states.ts';
import type { Packages } from './packages.ts';

export interface ManifestParts {
  states: FacilityStates;
  packages: Packages;
  /** Modules that the host shares with plugins. */
  shared(): Promise<readonly string[]>;
}

/** What the registry tells this user. */
export async function manifestFor(
  { states, packages, shared }: ManifestParts,
  principal: Principal,
): Promise<Manifest> {
  const [state, installed, modules] = await Promise.all([states.of(principal), packages.installed(), shared()]);
  return resolve({
    installed,
    menus: builtInMenus,
    hostPages,
    host: { sdk: sdk.version, shared: modules },
    flags: state.flags,
    disabledPlugins: state.disabledPlugins,
    menuConfig: state.menuConfig,
    facilityId: principal.facilityId,
    principal,
  });
}
