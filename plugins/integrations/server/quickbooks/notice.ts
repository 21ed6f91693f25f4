import { createHmac, timingSafeEqual } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import { keptSecrets, type CallContext } from '@sinter/sdk/server';
import * as z from 'zod';
import { say } from '../texts.ts';
import { readPaymentsAt } from './books/work.ts';
import { connectionOf, verifierTokenName } from './rows.ts';

/** As CloudEvents, or in the older form. */
const noticeSchema = z.union([
  z.array(z.object({ intuitaccountid: z.string() })).transform((all) => all.map((one) => one.intuitaccountid)),
  z
    .object({ eventNotifications: z.array(z.object({ realmId: z.string() })) })
    .transform(({ eventNotifications }) => eventNotifications.map(({ realmId }) => realmId)),
]);

/** Quickbooks tells that something of a company has changed. What it is, is asked of it, and not believed. */
export async function onNotice(context: CallContext, facilityId: number): Promise<void> {
  const companies = await read(context, facilityId);
  const connection = await connectionOf(context.db, facilityId);
  if (connection?.status !== 'ACTIVE' || !companies.some((company) => company === connection.realm_id)) return;
  await context.write((unit) => readPaymentsAt(unit, facilityId, new Date()));
}

async function read(context: CallContext, facilityId: number): Promise<string[]> {
  const { bytes, header } = context.message();
  const signature = header('intuit-signature');
  const token = await context.get(keptSecrets).find(context.db, verifierTokenName(facilityId));
  if (signature === null || token === null || !isSigned(bytes, signature, token)) {
    throw new CallError('INVALID_INPUT', say('quickbooksUnsigned'));
  }
  const notice = noticeSchema.safeParse(jsonOf(bytes));
  if (notice.success) return notice.data;
  // Signed by them, so it is theirs to be of another form; payments are asked for every hour too.
  context.log.warn('a message of Quickbooks is not understood', { facilityId });
  return [];
}

function isSigned(bytes: Uint8Array, signature: string, token: string): boolean {
  const wanted = createHmac('sha256', token).update(bytes).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}
