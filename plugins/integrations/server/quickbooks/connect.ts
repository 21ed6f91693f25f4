import { createHash, randomBytes } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallReply } from '@sinter/sdk/contract/call';
import type * as calls from '@sinter/sdk/contract/integrations/quickbooks';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ownTransaction } from '../tables.ts';
import { say } from '../texts.ts';
import { tellQuickbooks } from '../told.ts';
import { type App, appOf, authorizeURL, companyName, exchange, IntuitRefused, revoke } from './intuit.ts';
import { auditedAs, connectionOf, endConnection, lockedConnection, toConnection, tokensOf } from './rows.ts';
import { workNow } from './books/work.ts';
import { keepTokens } from './tokens.ts';

const minutes = 15;
const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();

async function ownApp(context: CallContext): Promise<App> {
  const app = await appOf(context, context.db, await connectionOf(context.db, context.facilityId));
  if (!app) throw new CallError('NOT_POSSIBLE', say('quickbooksNotSetUp'));
  return app;
}

/** Where a person allows the connection. Whoever begins anew has given up what they began before. */
export async function connect(context: CallContext): Promise<CallReply<typeof calls.quickbooksConnect>> {
  const { facilityId, user } = context;
  const app = await ownApp(context);
  const state = randomBytes(32).toString('base64url');
  await context.write(async ({ db }) => {
    await sql`delete from quickbooks_state where until < now()
      or (facility_id = ${facilityId} and user_id = ${user.userId})`.execute(db);
    await sql`insert into quickbooks_state (state_hash, facility_id, user_id, until) values
      (${hashOf(state)}, ${facilityId}, ${user.userId}, now() + make_interval(mins => ${minutes}))`.execute(db);
  });
  return { url: await authorizeURL(app, state) };
}

export async function finish(
  context: CallContext,
  { body: { state, code, realmId } }: CallArguments<typeof calls.finishQuickbooks>,
): Promise<CallReply<typeof calls.finishQuickbooks>> {
  const { facilityId, user } = context;
  const { rows } = await context.write(({ db }) =>
    sql`delete from quickbooks_state where state_hash = ${hashOf(state)} and facility_id = ${facilityId}
      and user_id = ${user.userId} and until > now() returning 1`.execute(db),
  );
  if (rows.length === 0) throw new CallError('LINK_EXPIRED');
  const app = await ownApp(context);
  const granted = await exchange(app, { code, state }).catch((error: unknown) => {
    context.log.warn('Quickbooks was not connected', { facilityId, error: String(error) });
    const reason = error instanceof IntuitRefused ? 'quickbooksRefused' : 'quickbooksUnreachable';
    throw new CallError('NOT_POSSIBLE', say(reason));
  });
  // Only a name to show.
  const company = await companyName(app, realmId, granted.access).catch((error: unknown) => {
    context.log.warn('the company in Quickbooks has told no name', { facilityId, error: String(error) });
    return null;
  });
  await context.write(async (unit) => {
    const before = await lockedConnection(unit, facilityId);
    // The same company goes on where it was; another is told what leaves from now on.
    const isSame = before?.realm_id === realmId && before.push_since !== null;
    await ownTransaction(unit.db)
      .updateTable('quickbooks_connection')
      .set({
        ...{ status: 'ACTIVE', realm_id: realmId, company, access_until: granted.accessUntil, lost: false },
        ...{
          rests_until: null,
          ...(!isSame && { push_since: new Date(), confirmed_to: null, read_to: null, read_at: null }),
        },
      })
      .where('facility_id', '=', facilityId)
      .execute();
    await keepTokens(context, unit, facilityId, granted);
    await workNow(unit, facilityId);
    await unit.audit({ action: 'quickbooks.connected', ...auditedAs(facilityId), after: { realmId, company } });
    await tellQuickbooks(unit, facilityId, 'CONNECTED');
  });
  return toConnection(await connectionOf(context.db, facilityId));
}

/** Over here whatever becomes of it there. */
export async function disconnect(context: CallContext): Promise<CallReply<typeof calls.quickbooksRevoke>> {
  const { facilityId } = context;
  const ended = await context.write(async (unit) => {
    const row = await lockedConnection(unit, facilityId);
    if (row?.status !== 'ACTIVE') return null;
    const [app, tokens] = await Promise.all([appOf(context, unit.db, row), tokensOf(context, unit.db, facilityId)]);
    await endConnection(context, unit, facilityId, false);
    const before = { realmId: row.realm_id, company: row.company };
    await unit.audit({ action: 'quickbooks.disconnected', ...auditedAs(facilityId), before });
    await tellQuickbooks(unit, facilityId, 'DISCONNECTED');
    return { app, tokens };
  });
  if (!ended) return { success: 'false' };
  if (ended.app && ended.tokens) {
    await revoke(ended.app, ended.tokens.refresh).catch((error: unknown) =>
      context.log.warn('Quickbooks was not told that the connection is over', { facilityId, error: String(error) }),
    );
  }
  return { success: 'true' };
}
