import { sql } from 'kysely';
import type { Logger } from '@sinter/sdk/plugin';
import type { Write } from '../work/work.ts';
import type { FacilityStates } from '../modules/facilityStates.ts';
import type { PluginFailed } from '../modules/pluginFailed.ts';
import type { ExtensionsHere } from './here.ts';
import { isNewer, packagesOf, type StoredPackage } from './packageRows.ts';
import { takeBack } from './rollout.ts';
import type { RoomDb } from './tables.ts';

/**
 * When a published version is taken back by itself: at least 5 failures, of at least 2 people or of all who have had it; a tenth of
 * its starts; and more than twice as often as the version before. Failures of the network do not count.
 */
const rule = { failures: 5, people: 2, share: 0.1, timesBefore: 2 } as const;
const ofTheNetwork = ['network', 'not-granted'];

interface Share {
  failures: number;
  starts: number;
  people: number;
  failing: number;
}

/** Pure: whether these figures are the version's own fault. `before`: `null` when there is none, or nobody has had it. */
export function isFailing(now: Share, before: Share | null): boolean {
  const share = ({ failures, starts }: Share) => failures / Math.max(starts, failures, 1);
  return (
    now.failures >= rule.failures &&
    now.failing >= Math.min(rule.people, now.people) &&
    share(now) >= rule.share &&
    share(now) > rule.timesBefore * (before ? share(before) : 0)
  );
}

export interface WatchParts {
  db: RoomDb;
  log: Logger;
  here: ExtensionsHere;
  states: FacilityStates;
  write: Write;
}

/** Counts failures of extensions, and takes a version back that fails more than the one before. */
export function createWatch({ db, log, here, states, write }: WatchParts): PluginFailed {
  return async ({ facilityId, userId, pluginId, version, kind }) => {
    if (ofTheNetwork.includes(kind)) return;
    const found = (await here.of(facilityId)).find(
      (one) => one.pluginId === pluginId && one.package.version === version,
    );
    if (!found) return;
    await db
      .insertInto('extension_use')
      .values({ package_id: found.package.packageId, facility_id: facilityId, user_id: userId, failures: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['package_id', 'facility_id', 'user_id'])
          .doUpdateSet({ failures: sql`extension_use.failures + 1` }),
      )
      .execute();
    const before = (await packagesOf(db, pluginId)).find(
      (one) => one.publishedAt !== null && one.state !== 'BLOCKED' && isNewer(version, one.version),
    );
    if (!before) return;
    const [now, old] = await Promise.all([shareOf(db, found.package), shareOf(db, before)]);
    if (!isFailing(now, old.people > 0 ? old : null)) return;
    const reason = `${now.failures} failures of ${now.failing} people in ${now.starts} starts`;
    const facilities = await write((unit) => takeBack(unit, states, found.package, reason));
    here.forget();
    states.forget();
    log.warn('a version of an extension was taken back', { id: pluginId, version, reason, facilities });
  };
}

async function shareOf(db: RoomDb, { packageId }: StoredPackage): Promise<Share> {
  return db
    .selectFrom('extension_use')
    .select([
      sql<number>`coalesce(sum(failures), 0)::int`.as('failures'),
      sql<number>`coalesce(sum(loads), 0)::int`.as('starts'),
      sql<number>`count(distinct user_id)::int`.as('people'),
      sql<number>`(count(distinct user_id) filter (where failures > 0))::int`.as('failing'),
    ])
    .where('package_id', '=', packageId)
    .executeTakeFirstOrThrow();
}
