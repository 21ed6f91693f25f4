import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import {
  recordChanged,
  type cancelRecord,
  type downloadRecord,
  type OrderRecord,
} from '@sinter/sdk/contract/orders/record';
import {
  storedFiles,
  type CallContext,
  type FileReply,
  type StoredFiles,
  type Work,
  isoTime,
} from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ordersDb } from '../lifecycle.ts';
import type { OrderTables } from '../tables.ts';
import { say } from '../texts.ts';
import { requireParts, requireVisible } from '../visibility.ts';
import { collect } from './collect.ts';
import { endRecordJob, recordJob } from './jobs.ts';
import { safeName } from './paths.ts';

/** How long a record can be downloaded. */
const keptDays = 14;

/** Puts together what the caller may know now; the file is made of it in the background. */
export async function ask(context: CallContext, orderId: number): Promise<OrderRecord> {
  const plan = await collect(context, orderId);
  const { userId, memberRoles, facilityId, companyId } = context.user;
  return context.write(async (unit) => {
    // Two who ask at once, in two windows, get one record.
    await sql`select from rfq_order where id = ${orderId} for no key update`.execute(unit.db);
    const before = await latest(unit, context, orderId);
    if (before?.state === 'WAITING') return before;
    if (before) await forget(unit, context.get(storedFiles), before.id);
    const kept_until = new Date(Date.now() + keptDays * 86_400_000);
    const { id } = await ordersDb(unit)
      .insertInto('order_record')
      .values({
        ...{ order_id: orderId, user_id: userId, facility_id: facilityId, company_id: companyId, kept_until },
        member_roles: [...memberRoles],
        plan: JSON.stringify(plan),
        total: plan.entries.length,
        left_out: plan.leftOut.length,
        controlled: plan.controlled,
        with_parts: plan.sources.length > 0,
        file_name: safeName(`order-${orderId}-record.zip`),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const account = `record ${facilityId ?? 'company'} ${companyId ?? ''}`;
    await unit.enqueue(recordJob, { recordId: id }, { key: `record ${id}`, account });
    await unit.enqueue(endRecordJob, { recordId: id }, { key: `end of record ${id}`, runAt: kept_until });
    await unit.audit({ action: 'order.record_made', objectKind: 'RFQ', objectId: String(orderId) });
    const made = await latest(unit, context, orderId);
    if (!made) throw new Error(`Record ${id} is gone.`);
    return made;
  });
}

export async function read(context: CallContext, orderId: number): Promise<OrderRecord | null> {
  await requireVisible(context, orderId);
  return latest(context, context, orderId);
}

export async function cancel(
  context: CallContext,
  { params }: CallArguments<typeof cancelRecord>,
): Promise<OrderRecord> {
  await requireVisible(context, params.id);
  return context.write(async (unit) => {
    const record = await latest(unit, context, params.id, params.recordId);
    if (!record) throw new CallError('NOT_FOUND');
    const changed = await ordersDb(unit)
      .updateTable('order_record')
      .set({ state: 'CANCELLED', plan: null })
      .where('id', '=', record.id)
      .where('state', '=', 'WAITING')
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return (await latest(unit, context, params.id, record.id)) ?? record;
    await tellChanged(unit, params.id, context.user.userId);
    return { ...record, state: 'CANCELLED' };
  });
}

export async function download(
  context: CallContext,
  { params }: CallArguments<typeof downloadRecord>,
): Promise<FileReply> {
  const row = await context.db
    .withTables<OrderTables>()
    .selectFrom('order_record')
    .select(['state', 'file_id', 'file_name', 'member_roles', 'with_parts', 'controlled'])
    .where(ownRecord(context, params.id, params.recordId))
    .executeTakeFirst();
  if (!row) throw new CallError('NOT_FOUND');
  await (row.with_parts ? requireParts : requireVisible)(context, params.id);
  if (row.state !== 'READY' || row.file_id === null) throw new CallError('CONFLICT', say('recordNotReady'));
  const roles: readonly string[] = context.user.memberRoles;
  const file = await context.get(storedFiles).byId(row.file_id);
  const knowsLess = row.member_roles.some((role) => !roles.includes(role));
  if (!file || knowsLess || file.controlled !== row.controlled) throw new CallError('CONFLICT', say('recordOutdated'));
  await context.write((unit) =>
    unit.audit({ action: 'order.record_downloaded', objectKind: 'RFQ', objectId: String(params.id) }),
  );
  const { stream, size } = await context.files.read(file.sha256, { controlled: file.controlled });
  return { stream, size, contentType: 'application/zip', downloadName: row.file_name, cache: 'no-store' };
}

/** Takes a record away, with its file. */
export async function forget(unit: Work, files: Pick<StoredFiles, 'remove'>, id: number): Promise<void> {
  const gone = await ordersDb(unit).deleteFrom('order_record').where('id', '=', id).returning('file_id').execute();
  await files.remove(
    unit,
    gone.flatMap(({ file_id }) => (file_id === null ? [] : [file_id])),
  );
}

export const tellChanged = (unit: Work, orderId: number, userId: number): Promise<void> =>
  unit.emit(recordChanged, { orderId }, { userIds: [userId] });

/** Records of this person, where they are at work now. */
const ownRecord = ({ user }: Pick<CallContext, 'user'>, orderId: number, recordId: number | null) => sql<boolean>`
  order_record.order_id = ${orderId} and order_record.user_id = ${user.userId}
  and order_record.facility_id is not distinct from ${user.facilityId}::bigint
  and order_record.company_id is not distinct from ${user.companyId}::bigint
  and (${recordId}::bigint is null or order_record.id = ${recordId})`;

async function latest(
  { db }: Pick<CallContext, 'db'> | Work,
  context: Pick<CallContext, 'user'>,
  orderId: number,
  recordId: number | null = null,
): Promise<OrderRecord | null> {
  const { rows } = await sql<OrderRecord>`
    select order_record.id, state, done, total, order_record.file_name as "fileName", s.size, s.sha256, left_out as "leftOut",
      ${isoTime('asked_at')} as "askedOn",
      ${isoTime('kept_until')} as "keptUntil"
    from order_record left join stored_file s on s.id = file_id
    where ${ownRecord(context, orderId, recordId)} order by order_record.id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}
