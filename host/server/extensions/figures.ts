import { type SelectQueryBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import { reviewFigures } from '@sinter/sdk/contract/host/extensionReview';
import { extensionFigures, reportPluginLoads, type versionFiguresSchema } from '@sinter/sdk/contract/host/extensions';
import { newestFirst, packagesOf, type StoredPackage } from './packageRows.ts';
import type { Parts } from './parts.ts';
import type { RoomDb } from './tables.ts';

type Figures = z.input<typeof versionFiguresSchema> & { facilities: number };
const shownFailures = 50;

/** How extensions fare: what browsers report, by person and version. */
export function handleFigures(parts: Parts): void {
  const { handle, db, here, states } = parts;

  handle(reportPluginLoads, async ({ user }, { body: { loads } }) => {
    const facilityId = await states.facilityOf(user);
    const installed = await here.of(facilityId);
    for (const { pluginId, version, ms } of loads) {
      const found = installed.find((one) => one.pluginId === pluginId && one.package.version === version);
      if (!found) continue;
      await db
        .insertInto('extension_use')
        .values({
          package_id: found.package.packageId,
          facility_id: facilityId,
          user_id: user.userId,
          loads: 1,
          load_ms: ms,
          slowest_ms: ms,
        })
        .onConflict((conflict) =>
          conflict.columns(['package_id', 'facility_id', 'user_id']).doUpdateSet({
            loads: sql`extension_use.loads + 1`,
            load_ms: sql`extension_use.load_ms + ${ms}`,
            slowest_ms: sql`greatest(extension_use.slowest_ms, ${ms})`,
          }),
        )
        .execute();
    }
    return { success: 'true' as const };
  });

  handle(extensionFigures, async ({ facilityId }, { params: { id } }) => {
    const packages = await packagesOf(db, id);
    const installed = (await here.of(facilityId)).find(({ pluginId }) => pluginId === id);
    const versions = await figuresOf(db, packages, facilityId);
    if (!installed && versions.length === 0) throw new CallError('NOT_FOUND');
    return {
      versions: versions.map(({ facilities: _, ...figures }) => figures),
      failures: await failuresOf(db, id, facilityId),
      budget: budgetOf(installed?.package ?? packages[0]),
    };
  });

  handle(reviewFigures, async (_context, { params: { id } }) => {
    const packages = await packagesOf(db, id);
    if (packages.length === 0) throw new CallError('NOT_FOUND');
    return {
      versions: await figuresOf(db, packages, null),
      failures: await failuresOf(db, id, null),
      budget: budgetOf(packages[0]),
    };
  });
}

const budgetOf = (one: StoredPackage | undefined) => ({
  entryKb: one?.descriptor.budgets.entryKb ?? null,
  mountMs: one?.descriptor.budgets.mountMs ?? null,
});

/** Of one facility, or of all. Versions that nobody has had are left out. */
async function figuresOf(
  db: RoomDb,
  packages: readonly StoredPackage[],
  facilityId: number | null,
): Promise<Figures[]> {
  const rows = await ofFacility(
    db
      .selectFrom('extension_use')
      .innerJoin('extension_package', 'extension_package.id', 'extension_use.package_id')
      .select([
        'version',
        sql<number>`count(distinct user_id)::int`.as('people'),
        sql<number>`count(distinct facility_id)::int`.as('facilities'),
        sql<number>`sum(loads)::int`.as('loads'),
        sql<number | null>`round(sum(load_ms) / nullif(sum(loads), 0))::int`.as('load_ms'),
        sql<number>`max(slowest_ms)::int`.as('slowest_ms'),
        sql<number>`sum(failures)::int`.as('failures'),
        sql<number>`sum(calls)::int`.as('calls'),
        sql<number>`sum(refused)::int`.as('refused'),
      ])
      .where('package_id', '=', sql<number>`any(${packages.map(({ packageId }) => packageId)}::bigint[])`)
      .groupBy('version'),
    facilityId,
  ).execute();
  return newestFirst(
    rows.map((row) => ({
      version: row.version,
      people: row.people,
      facilities: row.facilities,
      loads: row.loads,
      loadMs: row.load_ms,
      slowestMs: row.loads > 0 ? row.slowest_ms : null,
      failures: row.failures,
      calls: row.calls,
      refused: row.refused,
    })),
  );
}

const ofFacility = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  facilityId: number | null,
): SelectQueryBuilder<DB, TB, O> =>
  facilityId === null ? query : query.where(sql<boolean>`facility_id = ${facilityId}`);

async function failuresOf(db: RoomDb, pluginId: string, facilityId: number | null) {
  const rows = await ofFacility(
    db
      .selectFrom('plugin_failure')
      .select([
        'version',
        'kind',
        sql<string>`(array_agg(message order by last_at desc))[1]`.as('message'),
        sql<number>`sum(count)::int`.as('count'),
        sql<Date>`max(last_at)`.as('last_at'),
      ])
      .where('plugin_id', '=', pluginId)
      .groupBy(['version', 'kind'])
      .orderBy(sql`max(last_at)`, 'desc')
      .limit(shownFailures),
    facilityId,
  ).execute();
  return rows.map(({ last_at, ...failure }) => ({ ...failure, lastAt: last_at.toISOString() }));
}
