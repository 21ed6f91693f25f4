import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { FlagSpec, Principal } from '@sinter/sdk/contract';
import { createToken } from '@sinter/sdk/plugin';
import type { LinkApp } from '#registry/apps';
import { configTypeOf, type Flags, flagsFrom, readFlag } from '#registry/flags';
import { type MenuConfig, menuConfigSchema } from '#registry/menu';
import type { ManifestRegistry } from '#registry/manifest';
import type { InstalledPlugin } from '#registry/resolve';
import { isVendor } from '#registry/terms';
import type { EventAudience, Tables } from '@sinter/sdk/server';
import { type RoomDb, roomDb } from './tables.ts';
import type { FacilityLinks } from './facilityLinks.ts';
import type { Packages } from './packages.ts';
import { facilityElement } from '../records/records.ts';
import { graceMs, isInGrace, type Opened, recentRevisions, switchOffs } from './grace.ts';
import { switchedOff } from './switchedOff.ts';

/** Type of the config record that holds which modules a facility has switched off. */
export const modulesConfigType = 'MODULES';
export const menuConfigType = 'STORE_FRONT_MENU_CONFIG';
export const modulesConfigSchema = z.object({ disabled: z.array(z.string()) });

/** What decides on modules and features in one facility. */
export interface FacilityState {
  facilityId: number;
  disabledPlugins: readonly string[];
  flags: Flags;
  menuConfig: MenuConfig;
  /** Links to other applications. */
  apps: readonly LinkApp[];
  registry: ManifestRegistry;
  /** Does this plugin run here? Not when it is switched off, one that it requires is, or it is a vendor's and not installed. */
  isOn(pluginId: string): boolean;
  /** Is this screen's call answered by the plugin? By one that was switched off while the screen was open, for some minutes more. */
  answers(pluginId: string, opened: Opened | null): boolean;
}

export interface FacilityStates {
  /** All flags that there are, the platform's and those of mounted plugins. */
  readonly knownFlags: readonly FlagSpec[];
  /** Of the active facility; buyers, and people not signed in, are in the root facility's shop. */
  of(principal: Principal | null): Promise<FacilityState>;
  ofFacility(facilityId: number): Promise<FacilityState>;
  facilityOf(principal: Principal | null): Promise<number>;
  /** Whom a change of the facility's registry concerns: its people, and for the root facility every buyer. */
  audience(facilityId: number): Promise<EventAudience>;
  /** As this transaction sees it. */
  read(db: Kysely<Tables>, facilityId: number): Promise<FacilityState>;
  /** Something in the configuration changed. */
  forget(): void;
}

export const facilityStates = createToken<FacilityStates>('host/FacilityStates@1');

/** Longest time that a node may lag behind when it hears nothing of a change. */
const cacheFor = 10_000;

export function createFacilityStates(
  db: RoomDb,
  packages: Packages,
  knownFlags: readonly FlagSpec[],
  links: () => FacilityLinks,
): FacilityStates {
  const cache = new Map<number, { state: Promise<FacilityState>; readAt: number }>();
  let root: number | undefined;

  async function load(connection: RoomDb, facilityId: number): Promise<FacilityState> {
    // Read first: a browser that is told an older revision than it was given loses nothing by it.
    const revisions = await recentRevisions(connection, facilityId);
    const rows = await connection
      .selectFrom('config_record')
      .select(['config_type', 'config_value', 'element_id'])
      .where('active', '=', true)
      .where((where) =>
        where.or([
          where.and([where('element_type', '=', facilityElement), where('element_id', '=', facilityId)]),
          where('element_id', 'is', null),
        ]),
      )
      // Those of the facility come last, and so win over those of the whole enterprise.
      .orderBy(({ eb }) => eb('element_id', 'is', null), 'desc')
      .execute();
    const values = new Map(rows.map((row) => [row.config_type, row.config_value]));
    const modules = modulesConfigSchema.safeParse(values.get(modulesConfigType));
    const menu = menuConfigSchema.safeParse(values.get(menuConfigType));
    const disabledPlugins = modules.success ? modules.data.disabled : [];
    const installed = await packages.installed(facilityId);
    const descriptors = installed.map(({ descriptor }) => descriptor);
    const on = new Map(knownFlags.map((flag) => [flag.key, readFlag(flag, values.get(configTypeOf(flag)))]));
    const off = switchedOff(descriptors, disabledPlugins);
    const known = new Set(descriptors.map(({ id }) => id));
    const isOn = (pluginId: string) => !off.has(pluginId) && (known.has(pluginId) || !isVendor(pluginId));
    const unsafe = new Set(installed.flatMap((one) => (isUnsafe(one) ? [one.descriptor.id] : [])));
    const since = new Map(
      [...switchOffs(descriptors, revisions)].filter(
        ([id, { at }]) => off.has(id) && !unsafe.has(id) && Date.now() < at.getTime() + graceMs,
      ),
    );
    return {
      facilityId,
      disabledPlugins,
      flags: flagsFrom((key) => on.get(key) ?? false, knownFlags),
      menuConfig: menu.success ? menu.data : {},
      apps: await links().of(facilityId),
      registry: {
        revision: revisions[0]?.revision ?? 0,
        closing: Object.fromEntries(
          [...since].map(([id, { at }]) => [id, new Date(at.getTime() + graceMs).toISOString()]),
        ),
      },
      isOn,
      answers(pluginId, opened) {
        const switchOff = opened && since.get(pluginId);
        return isOn(pluginId) || (!!switchOff && isInGrace(switchOff, opened));
      },
    };
  }

  const states: FacilityStates = {
    knownFlags,
    async of(principal) {
      return states.ofFacility(await states.facilityOf(principal));
    },
    ofFacility(facilityId) {
      const known = cache.get(facilityId);
      if (known && Date.now() - known.readAt < cacheFor) return known.state;
      const state = load(db, facilityId);
      cache.set(facilityId, { state, readAt: Date.now() });
      state.catch(() => cache.delete(facilityId));
      return state;
    },
    async facilityOf(principal) {
      if (principal?.facilityId != null) return principal.facilityId;
      root ??= await readRoot(db);
      return root ?? 0;
    },
    async audience(facilityId) {
      if (facilityId !== (await states.facilityOf(null))) return { facilityIds: [facilityId] };
      const companies = await db.selectFrom('company').select('id').execute();
      return { facilityIds: [facilityId], companyIds: companies.map((company) => company.id) };
    },
    read: (transaction, facilityId) => load(roomDb(transaction), facilityId),
    forget: () => cache.clear(),
  };
  return states;
}

async function readRoot(db: RoomDb): Promise<number | undefined> {
  const row = await db
    .selectFrom('facility')
    .select('id')
    .where('root_facility_id', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
}

/** Nothing of a package that was stopped, or is not the one that was signed, is answered any more. */
const isUnsafe = ({ package: { state } }: InstalledPlugin): boolean =>
  state !== 'ready' && state !== 'server-only' && state !== 'not-built';
