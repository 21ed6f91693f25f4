import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { fileContent } from '@sinter/sdk/contract/host/files';
import { refusal } from '@sinter/sdk/contract/guard';
import type { listNdas, Nda, readOrderNdas, revokeNda } from '@sinter/sdk/contract/orders/nda';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import { storedFiles, isoTime, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { ordersDb } from '../lifecycle.ts';
import { fileJson } from '../fileJson.ts';
import { say } from '../texts.ts';
import { isProvider, requireVisible } from '../visibility.ts';
import { requireOwn } from './requireOwn.ts';

const person = (table: string) => sql`${sql.ref(table)}.first_name || ' ' || ${sql.ref(table)}.last_name`;

/** Agreements `a` as the contract has them. */
const ndas = (showFile: boolean, which: RawBuilder<unknown>) => sql<Nda>`
  select a.id, jsonb_build_object('id', f.id, 'name', f.company_name) as facility, a.order_id as "orderId",
    case when a.status = 'APPROVED' and a.valid_until < now() then 'EXPIRED' else a.status end as status,
    case when ${showFile} then ${fileJson('s')} end as file,
    ${person('up')} as "uploadedBy", ${isoTime('a.uploaded_at')} as "uploadedOn",
    ${person('de')} as "decidedBy", ${isoTime('a.decided_at')} as "decidedOn", a.reason, ${isoTime('a.valid_until')} as "validUntil"
  from nda_agreement a join facility f on f.id = a.facility_id join stored_file s on s.id = a.file_id
    join app_user up on up.id = a.uploaded_by left join app_user de on de.id = a.decided_by
  ${which}`;

/** Buyers see of the document what their function allows; names of a facility's people stay where they are. */
const opens = (context: CallContext): boolean =>
  isProvider(context.user)
    ? refusal(fileContent.guard, context.user) === null
    : hasOrderRight(context.user.memberRoles, 'verifyNda');

export async function ndasOfOrder(context: CallContext, orderId: number): Promise<CallResult<typeof readOrderNdas>> {
  await requireVisible(context, orderId);
  const { user, db } = context;
  const own = isProvider(user) ? sql`and m.facility_id = ${user.facilityId}` : sql``;
  const { rows } = await ndas(
    opens(context),
    sql`where a.id in (
      select latest.id from rfq_order o join rfq_match m on m.order_id = o.id ${own}
        cross join lateral (select each.id from nda_agreement each
          where each.company_id = o.company_id and each.facility_id = m.facility_id and each.status <> 'REVOKED'
          order by each.id desc limit 1) latest
      where o.id = ${orderId} and o.nda_required)
    order by a.id`,
  ).execute(db);
  const { rows: templates } = await sql<{ template: CallResult<typeof readOrderNdas>['template'] }>`
    select ${fileJson('s')} as template from rfq_order o join nda_template t on t.company_id = o.company_id
      join stored_file s on s.id = t.file_id where o.id = ${orderId} and o.nda_required and ${opens(context)}
      and (${!isProvider(user)} or exists (select from rfq_match m
        where m.order_id = o.id and m.facility_id = ${user.facilityId}
          and m.status in ('NDA_UPLOAD_PENDING', 'NDA_REJECTED')))
  `.execute(db);
  return { template: templates[0]?.template ?? null, ndas: rows };
}

export async function ndasOfCompany(
  context: CallContext,
  { page, size }: CallArguments<typeof listNdas>['query'],
): Promise<CallResult<typeof listNdas>> {
  const { companyId, db } = context;
  const { rows } = await ndas(
    true,
    sql`where a.company_id = ${companyId} order by (a.status = 'PENDING') desc, a.id desc
      limit ${size} offset ${page * size}`,
  ).execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from nda_agreement where company_id = ${companyId}
  `.execute(db);
  return { ndas: rows, totalCount: counted[0]?.total ?? 0 };
}

export async function template(context: CallContext): Promise<CallResult<typeof readOrderNdas>['template']> {
  const { rows } = await sql<{ template: NonNullable<CallResult<typeof readOrderNdas>['template']> }>`
    select ${fileJson('s')} as template from nda_template t join stored_file s on s.id = t.file_id
    where t.company_id = ${context.companyId}
  `.execute(context.db);
  return rows[0]?.template ?? null;
}

/** Facilities that are asked to sign get the new one at once. */
export async function saveTemplate(context: CallContext, fileId: number | null): Promise<void> {
  if (fileId !== null) await requireOwn(context, fileId);
  const { companyId } = context;
  await context.write(async (unit) => {
    const db = ordersDb(unit);
    if (fileId === null) await db.deleteFrom('nda_template').where('company_id', '=', companyId).execute();
    else {
      await db
        .insertInto('nda_template')
        .values({ company_id: companyId, file_id: fileId })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ file_id: fileId }))
        .execute();
      const { rows } = await sql<{ id: number }>`
        select distinct m.facility_id as id from rfq_order o join rfq_match m on m.order_id = o.id
        where o.company_id = ${companyId} and o.nda_required and m.status in ('NDA_UPLOAD_PENDING', 'NDA_REJECTED')
      `.execute(db);
      await context.get(storedFiles).share(unit, [fileId], { facilityIds: rows.map(({ id }) => id) });
    }
    await unit.audit({ action: 'nda.template', objectKind: 'COMPANY', objectId: String(companyId), facilityId: null });
  });
}

export async function revoke(
  context: CallContext,
  id: number,
  { reason }: CallArguments<typeof revokeNda>['body'],
): Promise<Nda> {
  await context.write(async (unit) => {
    const db = ordersDb(unit);
    const agreement = await db
      .selectFrom('nda_agreement')
      .select(['id', 'status'])
      .where('id', '=', id)
      .where('company_id', '=', context.companyId)
      .forUpdate()
      .executeTakeFirst();
    if (!agreement) throw new CallError('NOT_FOUND');
    if (agreement.status !== 'APPROVED') throw new CallError('CONFLICT', say('ndaNotInForce'));
    await db
      .updateTable('nda_agreement')
      .set({ status: 'REVOKED', reason, decided_by: context.user.userId, decided_at: new Date() })
      .where('id', '=', id)
      .execute();
    await unit.audit({
      action: 'nda.revoke',
      objectKind: 'COMPANY',
      objectId: String(context.companyId),
      facilityId: null,
    });
  });
  const { rows } = await ndas(true, sql`where a.id = ${id}`).execute(context.db);
  const [revoked] = rows;
  if (!revoked) throw new CallError('NOT_FOUND');
  return revoked;
}
