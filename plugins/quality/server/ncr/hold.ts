import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { lotWork } from '@sinter/sdk/contract/production/lotWork';
import type { containNcr, releaseNcr } from '@sinter/sdk/contract/quality/ncrs';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { tellHeld } from '../held.ts';
import { qualityDb } from '../tables.ts';
import { lockFor, remember, requireOpen, touch, wasDone, type LockedNcr } from './lock.ts';
import { readOf } from './read.ts';

type Wanted = Pick<CallArguments<typeof containNcr>['body'], 'lotIds' | 'equipmentIds' | 'batches'>;
type Holder = Pick<CallContext, 'get' | 'facilityId' | 'user'>;

/** What the floor reads of a held lot, and by which its release is known. */
const reasonOf = ({ number, title }: Pick<LockedNcr, 'number' | 'title'>): string => `${number} ${title}`.slice(0, 200);

export async function contain(context: CallContext, { params, body }: CallArguments<typeof containNcr>) {
  await context.write(async (unit) => {
    const ncr = await lockFor(context, unit, params.id);
    if (await wasDone(unit, ncr, context.user, body.eventId)) return;
    requireOpen(ncr, 'CONTAIN');
    await hold(context, unit, ncr, body);
    await touch(unit, ncr);
  });
  return readOf(context, params.id);
}

/** Holds these because of it; what it holds already stays. Throws NOT_FOUND for what the caller may not know of. */
export async function hold(context: Holder, unit: Work, ncr: LockedNcr, wanted: Wanted): Promise<void> {
  const { facilityId, user } = context;
  const [lotIds, equipmentIds, batches] = [
    distinct(wanted.lotIds),
    distinct(wanted.equipmentIds),
    distinct(wanted.batches),
  ];
  await requireLots(context, unit, lotIds);
  await lockMachines(context, unit, equipmentIds);
  const { rows } = await sql<{ lotId: number | null; equipmentId: number | null; batch: string | null }>`
    insert into ncr_hold (ncr_id, facility_id, lot_id, equipment_id, batch, held_by)
    select ${ncr.id}, ${facilityId}, wanted.lot_id, wanted.equipment_id, wanted.batch, ${user.userId}
    from (select id as lot_id, null::bigint as equipment_id, null::text as batch from unnest(${lotIds}::bigint[]) as lots (id)
      union all select null, id, null from unnest(${equipmentIds}::bigint[]) as machines (id)
      union all select null, null, name from unnest(${batches}::text[]) as batches (name)) wanted
    on conflict do nothing returning lot_id as "lotId", equipment_id as "equipmentId", batch
  `.execute(unit.db);
  const held = rows.flatMap((row) => row.lotId ?? []);
  await context.get(lotWork).hold({ facilityId, userId: user.userId }, unit, held, reasonOf(ncr));
  for (const row of rows) await remember(unit, ncr, { what: 'HOLD', about: named(row), by: user.userId });
  if (rows.length === 0) return;
  ncr.held = true;
  await tellHeld(unit, facilityId);
}

const distinct = <T>(list: readonly T[]): T[] => [...new Set(list)];
const named = (row: { lotId: number | null; equipmentId: number | null; batch: string | null }): string =>
  row.lotId !== null
    ? `LOT ${row.lotId}`
    : row.equipmentId !== null
      ? `MACHINE ${row.equipmentId}`
      : `BATCH ${row.batch}`;

async function requireLots({ facilityId, user }: Holder, unit: Work, lotIds: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from lot l join rfq_order o on o.id = l.order_id
    where l.id = any(${[...lotIds]}::bigint[]) and l.facility_id = ${facilityId} and (${user.cleared} or not ${orderIsControlled})
  `.execute(unit.db);
  if (rows.length < lotIds.length) throw new CallError('NOT_FOUND');
}

/** Whoever plans or starts something there at this moment is done before it is held. */
async function lockMachines({ facilityId }: Holder, unit: Work, ids: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from equipment where id = any(${[...ids]}::bigint[]) and facility_id = ${facilityId} order by id for no key update
  `.execute(unit.db);
  if (rows.length < ids.length) throw new CallError('NOT_FOUND');
}

export async function release(context: CallContext, { params, body }: CallArguments<typeof releaseNcr>) {
  await context.write(async (unit) => {
    const ncr = await lockFor(context, unit, params.id);
    if (await wasDone(unit, ncr, context.user, body.eventId)) return;
    await releaseHolds(context, unit, ncr, distinct(body.holdIds));
    await touch(unit, ncr);
  });
  return readOf(context, params.id);
}

/** `null`: all that it holds. Throws NOT_FOUND for a hold that is not of this one. */
export async function releaseHolds(
  context: Holder,
  unit: Work,
  ncr: LockedNcr,
  holdIds: readonly number[] | null,
): Promise<void> {
  const { user } = context;
  const known = await qualityDb(unit)
    .selectFrom('ncr_hold')
    .select(['id', 'lot_id as lotId', 'equipment_id as equipmentId', 'batch', 'released_at'])
    .where('ncr_id', '=', ncr.id)
    .orderBy('id')
    .execute();
  if (holdIds?.some((id) => !known.some((each) => each.id === id))) throw new CallError('NOT_FOUND');
  const ended = known.filter((each) => each.released_at === null && (holdIds?.includes(each.id) ?? true));
  if (ended.length === 0) return;
  await qualityDb(unit)
    .updateTable('ncr_hold')
    .set({ released_at: new Date(), released_by: user.userId })
    .where(
      'id',
      'in',
      ended.map(({ id }) => id),
    )
    .execute();
  await goOn(
    context,
    unit,
    ended.flatMap(({ lotId }) => lotId ?? []),
    ncr,
  );
  for (const each of ended) await remember(unit, ncr, { what: 'RELEASE', about: named(each), by: user.userId });
  await tellHeld(unit, ncr.facilityId);
  ncr.held = ended.length < known.filter((each) => each.released_at === null).length;
}

/** Lots that this one held go on, unless another one holds them: then they are held for that. What people hold they release. */
async function goOn(
  { get, facilityId, user }: Holder,
  unit: Work,
  lotIds: readonly number[],
  ncr: LockedNcr,
): Promise<void> {
  if (lotIds.length === 0) return;
  const { rows } = await sql<{ lotId: number; number: string | null; title: string | null }>`
    select l.id as "lotId", other.number, other.title from lot l
      left join lateral (select n.number, n.title from ncr_hold h join ncr n on n.id = h.ncr_id
        where h.lot_id = l.id and h.released_at is null order by h.id limit 1) other on true
    where l.id = any(${[...lotIds]}::bigint[]) and l.held_for = ${reasonOf(ncr)} order by l.id
  `.execute(unit.db);
  const worker = { facilityId, userId: user.userId };
  await get(lotWork).release(
    worker,
    unit,
    rows.map(({ lotId }) => lotId),
  );
  for (const { lotId, number, title } of rows) {
    if (number !== null) await get(lotWork).hold(worker, unit, [lotId], reasonOf({ number, title: title ?? '' }));
  }
}
