import { platformPermissionSchema } from '@sinter/sdk/contract/enums';
import { describe, expect, it } from 'vitest';
import { registryStateSchema } from '@sinter/sdk/contract/host/registry';
import type { RegistryState } from '@sinter/sdk/contract/host/registry';
import { defaultFlags, flagsFrom } from './flags.ts';
import { engineerPrincipal, installedOf, providerPrincipal, randomInput, resolveInput } from './samples.ts';
import { choicesOf, everybodyOf, impactOf, stateChanges, stateOf } from './state.ts';

const rights = platformPermissionSchema.options;

const nothing: RegistryState = { disabledModules: [], flags: {}, menu: {} };
const seeds = Array.from({ length: 100 }, (_, seed) => seed);

describe('a state', () => {
  it('holds only what differs from the delivered defaults', () => {
    expect(stateOf({ disabledPlugins: [], flags: defaultFlags, menuConfig: { 'sp.archive': {} } })).toEqual(nothing);
    const flags = flagsFrom((key) => key === 'APP_STORE' || (!!defaultFlags[key] && key !== 'WEBHOOKS'));
    expect(
      stateOf({ disabledPlugins: ['b', 'a', 'b'], flags, menuConfig: { 'sp.archive': { enabled: false } } }),
    ).toEqual({
      disabledModules: ['a', 'b'],
      flags: { WEBHOOKS: false, APP_STORE: true },
      menu: { 'sp.archive': { enabled: false } },
    });
  });

  it('gives back the choices that it was made of', () => {
    for (const seed of seeds) {
      const { disabledPlugins, flags, menuConfig } = randomInput(seed);
      const state = stateOf({ disabledPlugins, flags, menuConfig });
      expect(stateOf(choicesOf(registryStateSchema.parse(JSON.parse(JSON.stringify(state)))))).toEqual(state);
      expect(choicesOf(state).flags).toEqual(flags);
    }
  });

  it('says in a few words how it differs from another', () => {
    const before: RegistryState = {
      disabledModules: ['orders'],
      flags: { APP_STORE: true },
      menu: { x: { label: 'X' } },
    };
    const after: RegistryState = {
      disabledModules: ['quality'],
      flags: { WEBHOOKS: false },
      menu: { y: { order: 1 } },
    };
    expect(stateChanges(before, after)).toEqual([
      '+orders',
      '-quality',
      '-WEBHOOKS',
      '-APP_STORE',
      'menu: x',
      'menu: y',
    ]);
    expect(stateChanges(before, { ...before, flags: { APP_STORE: true, WEBHOOKS: true } })).toEqual([]);
  });
});

describe('the impact of a state', () => {
  const page = (id: string, path: string, role: 'ROLE_SERVICE_PROVIDER' | 'ROLE_ENGINEER') => ({
    id,
    path,
    title: id,
    guard: { kind: 'member', roles: [role] },
  });
  const present = resolveInput({
    flags: defaultFlags,
    installed: [
      installedOf({ id: 'catalog', client: false }, { state: 'server-only' }),
      installedOf({
        id: 'orders',
        requires: ['catalog'],
        contributes: {
          pages: [
            page('list', '/service-provider', 'ROLE_SERVICE_PROVIDER'),
            page('shop', '/store-front', 'ROLE_ENGINEER'),
          ],
        },
      }),
    ],
  });
  const ids = (list: { id: string }[]) => list.map(({ id }) => id).sort();

  it('names modules, screens and entries that go, and what stops with them', () => {
    const people = everybodyOf({ facilityId: 7, root: true }, rights);
    const impact = impactOf(present, { ...nothing, disabledModules: ['catalog'] }, people);
    expect(ids(impact.disappearing)).toEqual(
      ['catalog', 'orders', 'orders/list', 'orders/shop', 'sp.partOrders', 'top.newOrder'].sort(),
    );
    expect(impact.alsoStopping).toEqual(['orders']);
    expect(impact.appearing).toEqual([]);
  });

  it('leaves the shop out for a facility that has none', () => {
    const people = everybodyOf({ facilityId: 8, root: false }, rights);
    const impact = impactOf(present, { ...nothing, disabledModules: ['orders'] }, people);
    expect(ids(impact.disappearing)).toEqual(['orders', 'orders/list', 'sp.partOrders']);
  });

  it('is undone by the state before it, and is empty when the state stays', () => {
    for (const seed of seeds) {
      const input = randomInput(seed);
      const people = [providerPrincipal, engineerPrincipal];
      const now = stateOf(input);
      expect(impactOf(input, now, people)).toEqual({ appearing: [], disappearing: [], alsoStopping: [] });
      const other = stateOf(randomInput(seed + 1000));
      const there = impactOf(input, other, people);
      const back = impactOf({ ...input, ...choicesOf(other) }, now, people);
      expect(ids(back.appearing)).toEqual(ids(there.disappearing));
      expect(ids(back.disappearing)).toEqual(ids(there.appearing));
    }
  });
});
