import { sql } from 'kysely';
import * as z from 'zod';
import type { Work } from '@sinter/sdk/server';
import type { ExtensionGrants } from '../extensions/installed.ts';
import { facilityElement, writeRecord } from '../records/records.ts';
import { type RoomDb, roomTransaction } from './tables.ts';

/** What each plugin of the build folder was granted in a facility, as a record of the facility's configuration. */
const configType = 'PLUGIN_GRANTS';
const recordSchema = z.record(z.string(), z.array(z.string()));
type GrantsByPlugin = z.infer<typeof recordSchema>;

export interface Grants {
  of(pluginId: string, facilityId: number): Promise<readonly string[]>;
  /** Another source decides on this plugin. */
  decidedElsewhere(pluginId: string, facilityId: number): Promise<boolean>;
  save(
    unit: Work,
    key: { pluginId: string; facilityId: number; userId: number },
    scopes: readonly string[],
  ): Promise<void>;
  forget(): void;
}

/** Longest time that a node may lag behind when it hears nothing of a change, ms. */
const cacheFor = 10_000;

export function createGrants(db: RoomDb, packages: ExtensionGrants): Grants {
  const cache = new Map<number, { grants: Promise<GrantsByPlugin>; readAt: number }>();

  function recorded(facilityId: number): Promise<GrantsByPlugin> {
    const known = cache.get(facilityId);
    if (known && Date.now() - known.readAt < cacheFor) return known.grants;
    const grants = readRecorded(db, facilityId);
    cache.set(facilityId, { grants, readAt: Date.now() });
    grants.catch(() => cache.delete(facilityId));
    return grants;
  }

  return {
    of: async (pluginId, facilityId) =>
      (await packages.grantsOf(pluginId, facilityId)) ?? (await recorded(facilityId))[pluginId] ?? [],
    decidedElsewhere: async (pluginId, facilityId) => (await packages.grantsOf(pluginId, facilityId)) !== null,
    async save(unit, { pluginId, facilityId, userId }, scopes) {
      const db = roomTransaction(unit.db);
      // Two administrators at once must not undo each other's change.
      await sql`select pg_advisory_xact_lock(hashtext('plugin grants'), ${facilityId}::int)`.execute(db);
      const present = await readRecorded(db, facilityId);
      const grants = { ...present, [pluginId]: [...scopes].sort() };
      await writeRecord(unit, { configType, facilityId }, grants, { userId });
    },
    forget: () => cache.clear(),
  };
}

async function readRecorded(db: RoomDb, facilityId: number): Promise<GrantsByPlugin> {
  const row = await db
    .selectFrom('config_record')
    .select('config_value')
    .where('config_type', '=', configType)
    .where('element_type', '=', facilityElement)
    .where('element_id', '=', facilityId)
    .executeTakeFirst();
  return recordSchema.safeParse(row?.config_value).data ?? {};
}
