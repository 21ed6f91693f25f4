import { createHash } from 'node:crypto';
import type { Work } from '@sinter/sdk/server';
import type { FacilityStates } from '../modules/facilityStates.ts';
import { tellChanged } from './changed.ts';
import { isNewer, lacking, packagesById, type StoredPackage } from './packageRows.ts';
import { roomTransaction } from './tables.ts';

/** Whether a version is for this facility. The same facilities come first with every version of a plugin. */
export function isFor({ pluginId, rollout }: StoredPackage, facilityId: number): boolean {
  const place = createHash('sha256').update(`${pluginId} ${facilityId}`).digest().readUInt32BE() % 100;
  return rollout.facilityIds.includes(facilityId) || place < rollout.percent;
}

/**
 * Facilities that follow new versions go on to a published one, those that would have to grant more wait. Answers how many went on.
 */
export async function follow(unit: Work, states: FacilityStates, next: StoredPackage): Promise<number> {
  const own = roomTransaction(unit.db);
  const installs = await own
    .selectFrom('extension_install')
    .selectAll()
    .where('plugin_id', '=', next.pluginId)
    .where('pinned', '=', false)
    .forUpdate()
    .execute();
  const packages = await packagesById(
    own,
    installs.map(({ package_id }) => package_id),
  );
  const touched: number[] = [];
  let gone = 0;
  for (const { facility_id, package_id, grants } of installs) {
    const present = packages.get(package_id);
    if (!present || !isFor(next, facility_id) || !isNewer(next.version, present.version)) continue;
    const waits = lacking(next, grants).length > 0;
    await own
      .updateTable('extension_install')
      .set(waits ? { waiting_package_id: next.packageId } : movedTo(next, package_id))
      .where('facility_id', '=', facility_id)
      .where('plugin_id', '=', next.pluginId)
      .execute();
    touched.push(facility_id);
    if (!waits) gone += 1;
  }
  await tellChanged(unit, states, touched);
  return gone;
}

export const movedTo = (next: StoredPackage, from: number) => ({
  package_id: next.packageId,
  previous_package_id: from,
  waiting_package_id: null,
  updated_at: new Date(),
});

/**
 * Those who went on to this version by themselves return to the one before, and it is offered no more until it is published again.
 */
export async function takeBack(
  unit: Work,
  states: FacilityStates,
  failing: StoredPackage,
  reason: string,
): Promise<number> {
  const own = roomTransaction(unit.db);
  const stopped = await own
    .updateTable('extension_package')
    .set({ state: 'APPROVED', reason, rollout_percent: 0, rollout_facilities: [] })
    .where('id', '=', failing.packageId)
    .where('state', '=', 'PUBLISHED')
    .returning('id')
    .executeTakeFirst();
  // Another node was quicker.
  if (!stopped) return 0;
  const back = await own
    .updateTable('extension_install')
    .set((set) => ({
      package_id: set.ref('previous_package_id').$notNull(),
      previous_package_id: null,
      updated_at: new Date(),
    }))
    .where('package_id', '=', failing.packageId)
    .where('previous_package_id', 'is not', null)
    .returning('facility_id')
    .execute();
  const waiting = await own
    .updateTable('extension_install')
    .set({ waiting_package_id: null })
    .where('waiting_package_id', '=', failing.packageId)
    .returning('facility_id')
    .execute();
  await unit.audit({
    action: 'extension.returned',
    objectKind: 'EXTENSION',
    objectId: failing.pluginId,
    facilityId: null,
    after: { version: failing.version, reason, facilities: back.length },
  });
  await tellChanged(
    unit,
    states,
    [...back, ...waiting].map(({ facility_id }) => facility_id),
  );
  return back.length;
}
