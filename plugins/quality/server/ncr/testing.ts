import { randomUUID } from 'node:crypto';
import { publishSetting, readSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import type { NcrDetail, NcrDraft, NcrEvent, NcrSubject } from '@sinter/sdk/contract/quality/ncr';
import { fireNcrEvent, raiseNcr, readNcr, setNcrRows, type NcrRowDraft } from '@sinter/sdk/contract/quality/ncrs';
import { qualityKind, type QualitySettings } from '@sinter/sdk/contract/quality/settings';
import { demoAccounts, demoEmail } from '../../../../host/server/demo/accounts.ts';
import type { TestClient, TestServer } from '../../../../host/server/testing.ts';
import { sql } from 'kysely';
import { machinesFor, type TestMachine } from '../../../scheduling/server/testing.ts';

/** Publishes other settings of quality. */
export const settle = (admin: TestClient, value: Partial<QualitySettings>): Promise<void> =>
  publish(admin, qualityKind, value);

/** The same of any kind. */
export async function publish(admin: TestClient, kind: string, value: object): Promise<void> {
  const place = { kind, elementId: '' };
  const { seen, published, draft } = await admin.call(readSetting, { query: place });
  const before: Record<string, unknown> = Object(draft?.value ?? published.value);
  const now = { ...before, ...value };
  if (JSON.stringify(now) === JSON.stringify(before)) return;
  const saved = await admin.call(saveSettingDraft, { body: { ...place, seen, value: now } });
  await admin.call(publishSetting, { body: { ...place, seen: saved.seen } });
}

export const subjectOf = (named: Partial<NcrSubject> = {}): NcrSubject => ({
  ...{ orderId: null, orderFileId: null, lotId: null, position: null, jobId: null, equipmentId: null, batch: '' },
  ...named,
});

export const draftOf = (more: Partial<NcrDraft> = {}): NcrDraft => ({
  ...{ title: 'Warped', description: '', type: 'dimension', severity: 'major', defectId: null, affectedQuantity: 10 },
  ...{ characteristic: '', requirement: '', measured: '', assigneeId: null, dueAt: null, customerVisible: false },
  ...more,
});

export const ncrAs = (client: TestClient, id: number): Promise<NcrDetail> => client.call(readNcr, { params: { id } });

/** Machines of the facility that make a part. */
export async function machinesOf(server: TestServer, part: { id: number }): Promise<TestMachine[]> {
  const { process } = await server.services.db
    .selectFrom('rfq_order_file')
    .select('am_process_id as process')
    .where('id', '=', part.id)
    .executeTakeFirstOrThrow();
  return machinesFor(server, process);
}

/** A new one, as who reads it whole sees it. */
export async function raised(
  client: TestClient,
  named: Partial<NcrSubject> = {},
  more: Partial<NcrDraft> = {},
  hold = false,
): Promise<NcrDetail> {
  const { id } = await client.call(raiseNcr, {
    body: { eventId: randomUUID(), source: 'SCREEN', subject: subjectOf(named), draft: draftOf(more), hold },
  });
  return ncrAs(client, id);
}

export const fireNcr = (client: TestClient, id: number, event: NcrEvent, reason = 'As it is') =>
  client.call(fireNcrEvent, { params: { id }, body: { eventId: randomUUID(), event, reason } });

/** New rows in place of all that there are. */
export async function rowsAs(
  client: TestClient,
  id: number,
  rows: readonly Partial<NcrRowDraft>[],
): Promise<NcrDetail> {
  const { version } = await ncrAs(client, id);
  return client.call(setNcrRows, { params: { id }, body: { version, rows: rows.map(rowOf) } });
}

export const rowOf = (row: Partial<NcrRowDraft>): NcrRowDraft => ({
  ...{ id: null, quantity: 1, disposition: null, reason: '', toPosition: null },
  ...row,
});

/** Whose order it is. */
export async function buyerOf(server: TestServer, orderId: number): Promise<TestClient> {
  const { rows } = await sql<{ email: string }>`
    select u.email from rfq_order o join app_user u on u.id = o.created_by where o.id = ${orderId}
  `.execute(server.services.db);
  const name = demoAccounts.find((account) => demoEmail(account) === rows[0]?.email)?.name;
  if (name === undefined) throw new Error('Nobody has ordered it.');
  return server.client(name);
}
