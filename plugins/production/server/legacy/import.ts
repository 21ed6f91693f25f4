import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { mostLegacyRows, type importLegacySteps } from '@sinter/sdk/contract/production/legacy';
import type { CallContext, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { legacyLines } from './csv.ts';
import { readRow, type LegacyProblem, type LegacyRow } from './rows.ts';

type Report = CallResult<typeof importLegacySteps>;

export async function importSteps(
  context: CallContext,
  { body: { csv } }: CallArguments<typeof importLegacySteps>,
): Promise<Report> {
  const lines = legacyLines(csv);
  if (!lines || lines.length > mostLegacyRows) {
    const why = lines ? say('legacyMany', { most: mostLegacyRows }) : say('legacyColumns');
    throw new CallError('INVALID_INPUT', why, { fields: { csv: why } });
  }
  const refused: Report['refused'] = [];
  const rows = lines.flatMap(({ line, cells }) => {
    const row = readRow(cells);
    if (typeof row !== 'string') return [{ line, ...row }];
    refused.push({ line, order: cells.order.slice(0, 40), problem: row });
    return [];
  });
  const taken = await context.write(async (unit) => {
    const fits = await sorted(context, unit, rows, (line, order, problem) => {
      refused.push({ line, order: `#${order}`, problem });
    });
    await keepRows(unit, context.facilityId, fits);
    await unit.audit({
      ...{ action: 'legacy.imported', objectKind: 'FACILITY', objectId: String(context.facilityId) },
      after: { taken: fits.length, refused: refused.length },
    });
    return fits.length;
  });
  return { taken, refused: refused.toSorted((one, other) => one.line - other.line) };
}

export interface PlacedRow extends LegacyRow {
  orderFileId: number;
}

const factsOf = ({ step, operator, start }: Pick<LegacyRow, 'step' | 'operator' | 'start'>, orderFileId: number) =>
  JSON.stringify([orderFileId, step, operator, start?.getTime() ?? null]);

/** Those whose part there is, and that were not recorded yet. */
async function sorted(
  { facilityId, user }: CallContext,
  unit: Work,
  rows: readonly (LegacyRow & { line: number })[],
  refuse: (line: number, order: number, problem: LegacyProblem) => void,
): Promise<PlacedRow[]> {
  const orders = [...new Set(rows.map(({ orderId }) => orderId))];
  const { rows: parts } = await sql<{ id: number; orderId: number; name: string }>`
    select f.id, f.order_id as "orderId", lower(s.file_name) as name
    from rfq_order_file f join stored_file s on s.id = f.original_file_id
      join rfq_match m on m.order_id = f.order_id and m.facility_id = ${facilityId}
      join rfq_order o on o.id = f.order_id
    where f.order_id = any(${orders}::bigint[]) and (${user.cleared} or not ${orderIsControlled})
    order by f.id for no key update of f
  `.execute(unit.db);
  const { rows: kept } = await sql<{ orderFileId: number; step: string; operator: string; start: Date | null }>`
    select l.order_file_id as "orderFileId", s.name as step, s.operator, s.started_at as start
    from lot_step s join lot l on l.id = s.lot_id
    where s.source = 'LEGACY' and s.facility_id = ${facilityId} and l.order_file_id = any(${parts.map(({ id }) => id)}::bigint[])
  `.execute(unit.db);
  const known = new Set(kept.map((row) => factsOf(row, row.orderFileId)));
  return rows.flatMap((row) => {
    const ofOrder = parts.filter(({ orderId }) => orderId === row.orderId);
    const part = ofOrder.find(({ name }) => name === row.part.toLowerCase());
    const facts = part && factsOf(row, part.id);
    const problem = ofOrder.length === 0 ? 'NO_ORDER' : facts === undefined ? 'NO_PART' : known.has(facts) && 'THERE';
    if (problem) refuse(row.line, row.orderId, problem);
    if (problem || !part || facts === undefined) return [];
    known.add(facts);
    return [{ ...row, orderFileId: part.id }];
  });
}

/** Each part has one lot that holds what was recorded of it. */
export async function keepRows(unit: Work, facilityId: number, rows: readonly PlacedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const db = productionDb(unit);
  const parts = new Map(rows.map((row) => [row.orderFileId, row.orderId]));
  await db
    .insertInto('lot')
    .values(
      [...parts].map(([orderFileId, orderId]) => ({
        ...{ facility_id: facilityId, order_id: orderId, order_file_id: orderFileId, job_id: null },
        ...{ quantity: 0, state: 'LEGACY' },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows: lots } = await sql<{ id: number; orderFileId: number; next: number }>`
    select l.id, l.order_file_id as "orderFileId",
      (select coalesce(max(position) + 1, 0)::int from lot_step where lot_id = l.id) as next
    from lot l where l.facility_id = ${facilityId} and l.state = 'LEGACY' and l.order_file_id = any(${[...parts.keys()]}::bigint[])
  `.execute(unit.db);
  const next = new Map(lots.map((lot) => [lot.orderFileId, lot]));
  const steps = rows.flatMap((row) => {
    const lot = next.get(row.orderFileId);
    if (!lot) return [];
    const position = lot.next;
    lot.next += 1;
    return [
      {
        ...{ lot_id: lot.id, position, facility_id: facilityId, step: 'legacy', name: row.step, kind: 'POST' },
        ...{
          work_center: '',
          status: 'COMPLETED',
          source: 'LEGACY' as const,
          operator: row.operator,
          notes: row.notes,
        },
        ...{ joined: row.quantity, received: row.quantity, good: row.good, scrap: row.scrap },
        ...{ started_at: row.start, finished_at: row.end },
      },
    ];
  });
  await db.insertInto('lot_step').values(steps).execute();
}
