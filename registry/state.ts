import type { Principal } from '@sinter/sdk/contract/guard';
import { memberRoleSchema, type Permission } from '@sinter/sdk/contract/enums';
import type { FlagSpec } from '@sinter/sdk/contract/flags';
import type { RegistryState } from '@sinter/sdk/contract/host/registry';
import { canonicalJson } from './canonical.ts';
import { defaultsOf, flagsFrom, platformFlags } from './flags.ts';
import type { Flags } from './flags.ts';
import type { MenuConfig } from './menu.ts';
import { resolve } from './resolve.ts';
import type { ResolveInput } from './resolve.ts';

/** The part of the input to `resolve` that an administrator decides. */
export interface FacilityChoices {
  disabledPlugins: readonly string[];
  flags: Flags;
  menuConfig: MenuConfig;
}

/** The choices as a state, which holds only what differs from the delivered defaults. */
export function stateOf(choices: FacilityChoices, known: readonly FlagSpec[] = platformFlags): RegistryState {
  const { disabledPlugins, flags, menuConfig } = choices;
  const changed = known.filter((flag) => flags[flag.key] !== flag.default);
  return {
    disabledModules: [...new Set(disabledPlugins)].sort(),
    flags: Object.fromEntries(changed.map(({ key }) => [key, flags[key]])),
    menu: Object.fromEntries(Object.entries(menuConfig).filter(([, change]) => Object.keys(change).length > 0)),
  };
}

/** The choices that a state describes. */
export function choicesOf(state: RegistryState, known: readonly FlagSpec[] = platformFlags): FacilityChoices {
  const { disabledModules, flags, menu } = state;
  const usual = defaultsOf(known);
  return {
    disabledPlugins: disabledModules,
    flags: flagsFrom((key) => flags[key] ?? usual[key] ?? false, known),
    menuConfig: menu,
  };
}

/** The differences as text for users: `+scheduling`, `-WEBHOOKS`, `menu: sp.archive`. Empty when there are none. */
export function stateChanges(
  before: RegistryState,
  after: RegistryState,
  known: readonly FlagSpec[] = platformFlags,
): string[] {
  const [off, on] = [new Set(before.disabledModules), new Set(after.disabledModules)];
  const [old, now] = [choicesOf(before, known).flags, choicesOf(after, known).flags];
  const entries = [...new Set([...Object.keys(before.menu), ...Object.keys(after.menu)])].sort();
  return [
    ...[...off].filter((id) => !on.has(id)).map((id) => `+${id}`),
    ...[...on].filter((id) => !off.has(id)).map((id) => `-${id}`),
    ...known
      .map(({ key }) => key)
      .filter((key) => old[key] !== now[key])
      .map((key) => (now[key] ? `+${key}` : `-${key}`)),
    ...entries
      .filter((id) => canonicalJson(before.menu[id] ?? {}) !== canonicalJson(after.menu[id] ?? {}))
      .map((id) => `menu: ${id}`),
  ];
}

export interface Visible {
  kind: 'MODULE' | 'PAGE' | 'MENU';
  id: string;
  path: string;
}

/** Everything that these users see together, each thing once. */
function visible(input: ResolveInput, principals: readonly Principal[]): Map<string, Visible> {
  const all = principals.flatMap((principal): Visible[] => {
    const { plugins, menu, profileMenu, topNav, absent } = resolve({ ...input, principal });
    const missing = new Set(absent.filter(({ kind }) => kind === 'plugin').map(({ id }) => id));
    return [
      ...input.installed
        .filter(({ descriptor }) => !missing.has(descriptor.id))
        .map(({ descriptor }) => ({ kind: 'MODULE' as const, id: descriptor.id, path: '' })),
      ...plugins.flatMap(({ id, pages }) =>
        pages.map((page) => ({ kind: 'PAGE' as const, id: `${id}/${page.id}`, path: page.path })),
      ),
      ...[...menu.flatMap(({ entries }) => entries), ...profileMenu, ...topNav].map(({ id, path }) => ({
        kind: 'MENU' as const,
        id,
        path,
      })),
    ];
  });
  return new Map(all.map((one) => [`${one.kind} ${one.id}`, one]));
}

export interface Impact {
  appearing: Visible[];
  disappearing: Visible[];
  alsoStopping: string[];
}

/** What appears and disappears for these users when the choices in `present` become those of `asked`. Pure. */
export function impactOf(
  present: ResolveInput,
  asked: RegistryState,
  principals: readonly Principal[],
  known: readonly FlagSpec[] = platformFlags,
): Impact {
  const before = visible(present, principals);
  const after = visible({ ...present, ...choicesOf(asked, known) }, principals);
  const appearing = [...after].filter(([key]) => !before.has(key)).map(([, one]) => one);
  const disappearing = [...before].filter(([key]) => !after.has(key)).map(([, one]) => one);
  const alsoStopping = disappearing
    .filter(({ kind, id }) => kind === 'MODULE' && !asked.disabledModules.includes(id))
    .map(({ id }) => id);
  return { appearing, disappearing, alsoStopping };
}

const everyRight = {
  userId: 0,
  emailVerified: true,
  memberRoles: memberRoleSchema.options,
  via: 'session',
  secondFactorDue: false,
  cleared: false,
} as const;

/** A user of the facility who has every right; for the root facility also a buyer of its shop who has every right. */
export function everybodyOf(
  { facilityId, root }: { facilityId: number; root: boolean },
  permissions: readonly Permission[],
): Principal[] {
  const own: Principal = {
    ...everyRight,
    memberRoles: [...everyRight.memberRoles],
    permissions: [...permissions],
    role: 'ROLE_SERVICE_PROVIDER',
    accountType: 'SERVICE_PROVIDER',
    authorities: ['ROLE_SERVICE_PROVIDER', 'ROLE_ADMIN', 'ROLE_EMAIL_SETTINGS_EDITOR'],
    storeFront: false,
    facilityId,
    rootFacility: root,
    companyId: null,
  };
  if (!root) return [own];
  const buyer: Principal = {
    ...own,
    role: 'ROLE_ENGINEER',
    accountType: 'ENGINEER',
    authorities: ['ROLE_ENGINEER'],
    storeFront: true,
    facilityId: null,
    rootFacility: false,
    companyId: 0,
  };
  return [own, buyer, { ...buyer, storeFront: false, accountType: 'THIRD_PARTY_ENGINEER' }];
}
