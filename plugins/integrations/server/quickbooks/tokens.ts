import { CallError } from '@sinter/sdk/contract';
import { defineJob, keptSecrets, type JobContext, type Services, type Work } from '@sinter/sdk/server';
import * as z from 'zod';
import { ownTransaction } from '../tables.ts';
import { say } from '../texts.ts';
import { tellQuickbooks } from '../told.ts';
import { appOf, IntuitRefused, renew, type App, type Granted } from './intuit.ts';
import { tellLost } from './notices.ts';
import { auditedAs, connectionOf, endConnection, lockedConnection, tokensName, tokensOf } from './rows.ts';

/** Renewed so long before it ends. */
const early = 5 * 60_000;
const day = 24 * 60 * 60_000;

/** A permission that nobody uses for a hundred days ends. */
export const keepJob = defineJob({
  name: 'integrations.keep_quickbooks',
  payload: z.object({ facilityId: z.number().int() }),
  lane: 'outside',
  maxAttempts: 15,
});

export async function onKeep(context: JobContext, { facilityId }: { facilityId: number }): Promise<void> {
  const row = await connectionOf(context.db, facilityId);
  if (row?.status === 'ACTIVE') await access(context, facilityId, 'renew');
}

/** In the transaction that holds the connection. */
export async function keepTokens(
  services: Pick<Services, 'get'>,
  unit: Work,
  facilityId: number,
  { access: token, refresh, accessUntil }: Granted,
): Promise<void> {
  await services.get(keptSecrets).keep(unit, tokensName(facilityId), JSON.stringify({ access: token, refresh }));
  await ownTransaction(unit.db)
    .updateTable('quickbooks_connection')
    .set({ access_until: accessUntil })
    .where('facility_id', '=', facilityId)
    .execute();
  const runAt = new Date(Date.now() + 30 * day);
  await unit.enqueue(keepJob, { facilityId }, { key: `keep quickbooks ${facilityId}`, runAt });
}

export interface Access {
  app: App;
  realmId: string;
  token: string;
}

/**
 * What calls the company's interface. Renewed by one node at a time, who stores the new tokens before anybody uses them; where the
 * other side refuses, the connection is over and its people are told. Throws NOT_POSSIBLE without a connection.
 *
 * `stale`: renew the token if it still is this one, which was refused; `'renew'`: in any case.
 */
export async function access(
  services: Pick<Services, 'db' | 'get' | 'write' | 'log'>,
  facilityId: number,
  stale?: string,
): Promise<Access> {
  const given = await services.write(async (unit): Promise<Access | null> => {
    const row = await lockedConnection(unit, facilityId);
    const app = await appOf(services, unit.db, row);
    const tokens = await tokensOf(services, unit.db, facilityId);
    if (!app || !tokens || !row?.realm_id || !row.access_until) return null;
    const { realm_id: realmId, access_until: until } = row;
    if (stale !== 'renew' && tokens.access !== stale && until.getTime() - early > Date.now()) {
      return { app, realmId, token: tokens.access };
    }
    try {
      const next = await renew(app, tokens.refresh);
      await keepTokens(services, unit, facilityId, next);
      return { app, realmId, token: next.access };
    } catch (error) {
      if (!(error instanceof IntuitRefused)) throw error;
      services.log.warn('Quickbooks ended the connection', { facilityId, error: String(error) });
      await endConnection(services, unit, facilityId, true);
      await unit.audit({ action: 'quickbooks.lost', ...auditedAs(facilityId), facilityId });
      await tellLost(unit, facilityId);
      await tellQuickbooks(unit, facilityId, 'FAILED');
      return null;
    }
  });
  if (!given) throw new CallError('NOT_POSSIBLE', say('quickbooksNotConnected'));
  return given;
}
