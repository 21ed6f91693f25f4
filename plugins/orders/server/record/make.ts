import { storedFiles, type JobContext, type Services } from '@sinter/sdk/server';
import { ordersDb } from '../lifecycle.ts';
import { kinds } from '../notices/kinds.ts';
import type { OrderTables } from '../tables.ts';
import { planSchema } from './plan.ts';
import { forget, tellChanged } from './records.ts';
import { MarkChanged, writeRecord } from './write.ts';

interface Asked {
  recordId: number;
}
/** Between two reports of how far it is. */
const reportEveryMs = 400;

/** It was cancelled meanwhile. */
class GivenUp extends Error {}

export async function makeRecordFile(context: JobContext, { recordId }: Asked): Promise<void> {
  const record = await waiting(context, recordId);
  if (!record) return;
  const { order_id: orderId, user_id: userId, facility_id: facilityId, company_id: companyId } = record;
  const plan = planSchema.parse(record.plan);
  const files = context.get(storedFiles);
  let reported = 0;
  const report = async (done: number) => {
    if (Date.now() - reported < reportEveryMs) return;
    reported = Date.now();
    await context.write(async (unit) => {
      const { numUpdatedRows } = await ordersDb(unit)
        .updateTable('order_record')
        .set({ done })
        .where('id', '=', recordId)
        .where('state', '=', 'WAITING')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new GivenUp();
      await tellChanged(unit, orderId, userId);
    });
  };
  try {
    const stored = await writeRecord(context, plan, report);
    const kept = await context.write(async (unit) => {
      const file = await files.add(unit, {
        ...stored,
        fileName: record.file_name,
        controlled: plan.controlled,
        createdBy: null,
        // It is nobody's: whoever asked for it gets it by the call that says so, and no colleague by its number.
        owner: {},
        ...(plan.controlled ? {} : { sourceFileIds: plan.sources }),
      });
      const { numUpdatedRows } = await ordersDb(unit)
        .updateTable('order_record')
        .set({ state: 'READY', file_id: file.id, done: plan.entries.length, plan: null })
        .where('id', '=', recordId)
        .where('state', '=', 'WAITING')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) {
        await files.remove(unit, [file.id]);
        return false;
      }
      await tellChanged(unit, orderId, userId);
      await unit.notify(kinds.recordReady, {
        subjectId: orderId,
        params: { by: '' },
        key: `record ${recordId}`,
        by: null,
        to: [{ place: { facilityId, companyId }, people: [userId] }],
        ...(plan.controlled ? { controlled: { knownTo: [] } } : {}),
      });
      return true;
    });
    if (!kept) context.log.info('a record was cancelled when it was ready', { recordId });
  } catch (error) {
    if (error instanceof GivenUp) return;
    if (!(error instanceof MarkChanged)) throw error;
    await failRecord(context, { recordId });
  }
}

export async function failRecord(services: Services, { recordId }: Asked): Promise<void> {
  await services.write(async (unit) => {
    const failed = await ordersDb(unit)
      .updateTable('order_record')
      .set({ state: 'FAILED', plan: null })
      .where('id', '=', recordId)
      .where('state', '=', 'WAITING')
      .returning(['order_id', 'user_id'])
      .executeTakeFirst();
    if (failed) await tellChanged(unit, failed.order_id, failed.user_id);
  });
}

export const endRecord = (services: Services, { recordId }: Asked): Promise<void> =>
  services.write((unit) => forget(unit, services.get(storedFiles), recordId));

const waiting = ({ db }: Services, recordId: number) =>
  db
    .withTables<OrderTables>()
    .selectFrom('order_record')
    .selectAll()
    .where('id', '=', recordId)
    .where('state', '=', 'WAITING')
    .executeTakeFirst();
