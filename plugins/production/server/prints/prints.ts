import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { foundOrders } from '@sinter/sdk/contract/orders/foundOrders';
import {
  mostTravellers,
  type cancelTravellerPrint,
  type printTravellers,
  type travellerPrintContent,
  type TravellerPrint,
} from '@sinter/sdk/contract/production/travellerPrints';
import { isoTime, storedFiles, type CallContext, type FileReply } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { anyControlled, countLots } from '../lots.ts';
import { languageOf } from '../language.ts';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { endPrintJob, printJob } from './jobs.ts';
import { tellChanged } from './make.ts';

const keptDays = 7;
/** Of which far fewer have travellers. */
const mostFound = 50_000;

/** What has travellers is found now; they are drawn in the background. */
export async function ask(
  context: CallContext,
  { query, body: { of, grouped } }: CallArguments<typeof printTravellers>,
): Promise<TravellerPrint> {
  const { facilityId, user } = context;
  const chosen =
    'orderIds' in of
      ? [...new Set(of.orderIds)]
      : await context.get(foundOrders).ids(context, of.search, query, mostFound);
  const counts = await countLots(context.db, { facilityId, controlled: false }, chosen);
  const orderIds = chosen.filter((id) => counts.has(id));
  if (orderIds.length === 0) throw new CallError('NOT_POSSIBLE', say('nothingToPrint'));
  const sheets = orderIds.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
  if (sheets > mostTravellers) {
    throw new CallError('NOT_POSSIBLE', say('tooManyToPrint', { most: mostTravellers, number: sheets }));
  }
  const language = await languageOf(context);
  const kept_until = new Date(Date.now() + keptDays * 86_400_000);
  return context.write(async (unit) => {
    const made = await productionDb(unit)
      .insertInto('traveller_print')
      .values({
        ...{ user_id: user.userId, facility_id: facilityId, language, grouped, order_ids: orderIds, kept_until },
        left_out: chosen.length - orderIds.length,
        file_name: `travelers-${new Date().toISOString().slice(0, 10)}.pdf`,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'facility_id']).where('state', '=', 'WAITING').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new CallError('CONFLICT', say('printWaits'));
    const payload = { printId: made.id };
    await unit.enqueue(printJob, payload, { key: `travellers ${made.id}`, account: `travellers ${facilityId}` });
    await unit.enqueue(endPrintJob, payload, { key: `end of travellers ${made.id}`, runAt: kept_until });
    await tellChanged(unit, made.id, user.userId);
    return own(unit, context, made.id);
  });
}

export const last = (context: CallContext): Promise<TravellerPrint | null> => latest(context, context, null);

export const cancel = (
  context: CallContext,
  { params: { id } }: CallArguments<typeof cancelTravellerPrint>,
): Promise<TravellerPrint> =>
  context.write(async (unit) => {
    await own(unit, context, id);
    const changed = await productionDb(unit)
      .updateTable('traveller_print')
      .set({ state: 'CANCELLED' })
      .where('id', '=', id)
      .where('state', '=', 'WAITING')
      .executeTakeFirst();
    if (changed.numUpdatedRows > 0n) await tellChanged(unit, id, context.user.userId);
    return own(unit, context, id);
  });

export async function content(
  context: CallContext,
  { params: { id } }: CallArguments<typeof travellerPrintContent>,
): Promise<FileReply> {
  const { rows } = await sql<{ file_id: number | null; file_name: string; order_ids: number[]; state: string }>`
    select state, file_id, file_name, order_ids from traveller_print where ${isOwn(context, id)}
  `.execute(context.db);
  const [row] = rows;
  if (!row) throw new CallError('NOT_FOUND');
  if (row.state !== 'READY' || row.file_id === null) throw new CallError('CONFLICT', say('printNotReady'));
  const file = await context.get(storedFiles).byId(row.file_id);
  if (!file || (await anyControlled(context, row.order_ids))) throw new CallError('CONFLICT', say('printOutdated'));
  const { stream, size } = await context.files.read(file.sha256, { controlled: false });
  return { stream, size, contentType: 'application/pdf', downloadName: row.file_name, cache: 'no-store' };
}

const isOwn = ({ user, facilityId }: CallContext, id: number | null) => sql<boolean>`
  traveller_print.user_id = ${user.userId} and traveller_print.facility_id = ${facilityId}
  and (${id}::bigint is null or traveller_print.id = ${id})`;

async function own(unit: Pick<CallContext, 'db'>, context: CallContext, id: number): Promise<TravellerPrint> {
  const print = await latest(unit, context, id);
  if (!print) throw new CallError('NOT_FOUND');
  return print;
}

async function latest(
  { db }: Pick<CallContext, 'db'>,
  context: CallContext,
  id: number | null,
): Promise<TravellerPrint | null> {
  const { rows } = await sql<TravellerPrint>`
    select traveller_print.id, state, share, cardinality(order_ids) as orders, left_out as "leftOut", pages, s.size,
      traveller_print.file_name as "fileName",
      case when state = 'WAITING' and share > 0.02
        then ceil(extract(epoch from now() - begun_at) * (1 - share) / share)::int end as "secondsLeft",
      ${isoTime('kept_until')} as "keptUntil"
    from traveller_print left join stored_file s on s.id = file_id
    where ${isOwn(context, id)} order by traveller_print.id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}
