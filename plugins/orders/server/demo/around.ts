import type { DemoWorld, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ordersDb } from '../lifecycle.ts';
import { personOf } from './first.ts';
import { day, demoUuid, type Written } from './stuff.ts';

/** What people have written down and read about the demo's orders. */
export async function writeAround(unit: Work, world: DemoWorld, orders: readonly Written[]): Promise<void> {
  await writeNotes(unit, world, orders);
  await writeSeen(unit, world, orders);
}

const ofFacility = ['Same powder batch as last time, please.', 'Ask for the drawing before the build is prepared.'];
const ofCompany = ['Budget of the service team.', 'Needed before the fair; a week later is of no use.'];

/** Each side's own notes, which the other never reads. */
async function writeNotes(unit: Work, world: DemoWorld, orders: readonly Written[]): Promise<void> {
  const rows = orders.flatMap(({ id, company, matches, changedAt }, index) => {
    const at = (hours: number) => new Date(Math.min(changedAt.getTime() + (hours * day) / 24, world.now.getTime()));
    const note = (author: string, facilityId: number | null, body: string | undefined, hours: number) => ({
      order_id: id,
      facility_id: facilityId,
      author_id: personOf(world, author, facilityId).userId,
      body: body ?? '',
      event_id: demoUuid(`note-${author}-${id}`),
      created_at: at(hours),
    });
    const inRoot = matches.has(world.rootFacilityId) && index % 5 === 1;
    const inBuyer = company === world.buyerCompanyId && index % 6 === 3;
    return [
      ...(inRoot ? [note('planner', world.rootFacilityId, ofFacility[index % 2], 1)] : []),
      ...(inBuyer ? [note('buyer', null, ofCompany[index % 2], 2)] : []),
    ];
  });
  await ordersDb(unit).insertInto('order_note').values(rows).execute();
}

/** Most have read most of what has happened. */
async function writeSeen(unit: Work, world: DemoWorld, orders: readonly Written[]): Promise<void> {
  const { rootFacilityId, secondFacilityId, buyerCompanyId, thirdCompanyId, now } = world;
  const people = (names: readonly string[]) => names.map((name) => personOf(world, name, null).userId);
  const inCompany = new Map([
    [buyerCompanyId, people(['buyer', 'buyeradmin', 'engineer'])],
    [thirdCompanyId, people(['third'])],
  ]);
  const inFacility = new Map([
    [rootFacilityId, people(['admin', 'planner'])],
    [secondFacilityId, people(['admin2'])],
  ]);
  const rows = orders
    .filter((_, index) => index % 4 !== 0)
    .flatMap(({ id, company, matches }) => {
      const readers = [
        ...(inCompany.get(company) ?? []),
        ...[...matches.keys()].flatMap((of) => inFacility.get(of) ?? []),
      ];
      return readers.map((user_id) => ({ user_id, order_id: id, seen_at: now }));
    });
  await sql`
    insert into order_seen (user_id, order_id, seen_at)
    select user_id, order_id, seen_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as seen (user_id bigint, order_id bigint, seen_at timestamptz)
  `.execute(unit.db);
}
