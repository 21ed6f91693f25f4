import type { CallReply } from '@sinter/sdk/contract/call';
import * as quality from '@sinter/sdk/contract/quality/quality';
import { mesKind, mesSettingsSchema, plainMes } from '@sinter/sdk/contract/production/mes';
import { settingKinds, versions, type CallContext, type ServerHost } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { seenNcrs } from './ncr/lines.ts';
import { qualitySettings } from './settings.ts';

const most = 1000;

/** The calls that the specification names (7.6). */
export function handleListed(server: ServerHost): void {
  server.handle(quality.listDefects, async (context) => {
    const { defects } = await qualitySettings(context, context.db, context.facilityId);
    return defects;
  });
  server.handle(quality.listFailures, failures);
  server.handle(quality.listComplianceReports, async (context) => {
    const { rows } = await sql<CallReply<typeof quality.listComplianceReports>[number] & { createdOn: string }>`
      select n.id, n.title, n.status, n.severity, n.order_id as "orderId", n.job_id as "jobId",
        n.affected_quantity as "affectedQuantity", n.created_at as "createdOn"
      from ncr n where ${seenNcrs(context)} order by n.created_at desc, n.id desc limit ${most}
    `.execute(context.db);
    return rows.map((row) => ({ ...row, createdOn: new Date(row.createdOn).toISOString() }));
  });
}

/** What builds and pieces fail for: the reasons for scrap in the settings of production, in their order. */
async function failures(context: CallContext): Promise<CallReply<typeof quality.listFailures>> {
  const kind = context.all(settingKinds).find(({ id }) => id === mesKind);
  const value = kind
    ? (await context.get(versions).of(kind, { facilityId: context.facilityId, elementId: '' }).current(context.db))
        .value
    : plainMes;
  const { scrapReasons } = mesSettingsSchema.parse(value);
  return scrapReasons.map((name, index) => ({ id: index + 1, name }));
}
