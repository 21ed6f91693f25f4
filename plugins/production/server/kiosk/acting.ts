import { CallError } from '@sinter/sdk/contract';
import type { KioskAction, leaveKiosk } from '@sinter/sdk/contract/production/kiosk';
import type { Acted, Actor } from '@sinter/sdk/contract/production/kioskActors';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { isKiosk, sharedDevices, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { floorSettings } from '../floor/settings.ts';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { hashOf } from './enter.ts';

/** On its way, and the clocks of two machines that do not run alike. */
const graceMs = 5_000;

/** Who does it: the caller, or at a kiosk who has entered their PIN. Throws INVALID_INPUT (`kiosk`) where they have to enter it first. */
export async function actorOf(context: CallContext, { eventId, device = '', kiosk: given }: Acted): Promise<Actor> {
  if (!isKiosk(context)) return { context, device };
  const { facilityId, db } = context;
  const [{ kiosk }, name] = await Promise.all([
    floorSettings(context, db, facilityId),
    device === '' ? nameOf(context) : device,
  ]);
  if (!kiosk.pin) return { context, device: name };
  const userId = given && (await claimed(context, eventId, given, kiosk.stretchSeconds * 1000));
  if (userId === undefined) {
    throw new CallError('INVALID_INPUT', say('pinNeeded'), { fields: { kiosk: say('pinNeeded') } });
  }
  const acting = await context.get(sharedDevices).actAs(context, userId);
  // What they may do is decided now, not when they entered their PIN.
  if (!acting.user.permissions.includes('WORKCENTER_OPERATION_ACCESS')) throw new CallError('FORBIDDEN');
  return { context: acting, device: name };
}

async function nameOf({ db, user }: CallContext): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from app_user where id = ${user.userId}
  `.execute(db);
  return rows[0]?.name ?? '';
}

/** Whose stretch it is, if the action lies within it; then the stretch goes on from there. */
async function claimed(
  { facilityId, user, write }: CallContext,
  eventId: string,
  { stretch, after }: KioskAction,
  pauseMs: number,
): Promise<number | undefined> {
  return write(async (unit) => {
    const row = await productionDb(unit)
      .updateTable('kiosk_stretch')
      .set({ lasts_ms: sql`greatest(lasts_ms, ${after + pauseMs})`, used_for: eventId })
      .where('token_hash', '=', hashOf(stretch))
      .where('facility_id', '=', facilityId)
      .where('device_id', '=', user.userId)
      .where(sql<boolean>`${after} <= lasts_ms + ${graceMs}`)
      // Nobody does anything in the future, and what is older than the device keeps is not believed.
      .where(sql<boolean>`begun_at + make_interval(secs => ${(after - graceMs) / 1000}) <= now()`)
      .where('begun_at', '>', sql<Date>`now() - interval '3 days'`)
      .where(sql<boolean>`(not single or coalesce(used_for, ${eventId}) = ${eventId})`)
      .returning('user_id')
      .executeTakeFirst();
    return row?.user_id;
  });
}

/** A handler whose caller may be a kiosk: it is done by who has entered their PIN. */
export const atKiosk =
  <Input extends { body: Acted }, Result>(handler: (context: CallContext, input: Input) => Promise<Result>) =>
  async (context: CallContext, input: Input): Promise<Result> => {
    const actor = await actorOf(context, input.body);
    return handler(actor.context, { ...input, body: { ...input.body, device: actor.device } });
  };

/** What is still on its way from before is believed; nothing that was done afterwards. */
export async function leave(context: CallContext, { body: { stretch, after } }: CallArguments<typeof leaveKiosk>) {
  const { numUpdatedRows } = await context.write((unit) =>
    productionDb(unit)
      .updateTable('kiosk_stretch')
      .set({ lasts_ms: sql`least(lasts_ms, ${Math.max(0, after - graceMs)})` })
      .where('token_hash', '=', hashOf(stretch))
      .where('device_id', '=', context.user.userId)
      .executeTakeFirst(),
  );
  return { ended: numUpdatedRows > 0n };
}
