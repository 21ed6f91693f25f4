import type { Principal } from '@sinter/sdk/contract';
import { createToken } from '@sinter/sdk/plugin';
import { hostPages } from '#registry/hostPages';
import type { Manifest } from '#registry/manifest';
import { builtInMenus } from '#registry/menu';
import { type ResolveInput, resolve } from '#registry/resolve';
import sdk from '../../../sdk/package.json' with { type: 'json' };
import type { ModuleHost } from '../hostModule.ts';
import type { FacilityStates } from './facilityStates.ts';
import type { Packages } from './packages.ts';
import type { TriedBuild } from './triedBuilds.ts';

/** Specifiers of the modules that the build shares with plugins; whoever serves the build tells. */
export type SharedModules = () => Promise<readonly string[]>;
export const sharedModules = createToken<SharedModules>('host/SharedModules@1');

/** Asked for once, by the first who reads a manifest. */
export function sharedOf(host: ModuleHost): SharedModules {
  let shared: SharedModules | undefined;
  return () => (shared ??= host.get(sharedModules))();
}

export interface ManifestParts {
  states: FacilityStates;
  packages: Packages;
  shared: SharedModules;
}

/** What the registry tells this user; in the tab in which they try a build, with that in the place of what is installed. */
export async function manifestFor(
  parts: ManifestParts,
  principal: Principal,
  tried: TriedBuild | null = null,
): Promise<Manifest> {
  const facilityId = await parts.states.facilityOf(principal);
  const input = await resolveInputOf(parts, facilityId);
  const { installed, disabledPlugins } = tried ? withBuild(input, tried) : input;
  return resolve({ ...input, installed, disabledPlugins, facilityId: principal.facilityId, principal });
}

const withBuild = (
  { installed, disabledPlugins }: ResolveInput,
  { app }: TriedBuild,
): Pick<ResolveInput, 'installed' | 'disabledPlugins'> => ({
  installed: [...installed.filter(({ descriptor }) => descriptor.id !== app.descriptor.id), app],
  disabledPlugins: disabledPlugins.filter((id) => id !== app.descriptor.id),
});

/** What the registry knows of a facility, whoever asks. */
export async function resolveInputOf(
  { states, packages, shared }: ManifestParts,
  facilityId: number,
): Promise<ResolveInput> {
  const [state, installed, broken, modules] = await Promise.all([
    states.ofFacility(facilityId),
    packages.installed(facilityId),
    packages.broken(),
    shared(),
  ]);
  return {
    installed,
    broken,
    menus: builtInMenus,
    hostPages,
    host: { sdk: sdk.version, shared: modules },
    flags: state.flags,
    disabledPlugins: state.disabledPlugins,
    menuConfig: state.menuConfig,
    apps: state.apps,
    registry: state.registry,
    facilityId,
    principal: null,
  };
}
