import { createHash, randomBytes } from 'node:crypto';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { isPlainPin, longestWaitMs, type enterKiosk } from '@sinter/sdk/contract/production/kiosk';
import { isKiosk, keptSecrets, sharedDevices, type CallContext, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { floorSettings } from '../floor/settings.ts';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { audited, keepPin, secretOf } from './pins.ts';
import { blockedFailures, colleague, lockMinutes, mostAtDevice, mostFailures } from './rules.ts';

const minute = 60_000;
/** What was pressed before the PIN was asked for is sent within this time. */
export const firstMs = minute;

export const hashOf = (stretch: string): string => createHash('sha256').update(stretch).digest('hex');

type Entry = CallArguments<typeof enterKiosk>['body'];

export async function enter(
  context: CallContext,
  { body }: CallArguments<typeof enterKiosk>,
): Promise<CallResult<typeof enterKiosk>> {
  if (!isKiosk(context)) throw new CallError('FORBIDDEN');
  const { userId } = body;
  const { facilityId } = context;
  const { name, kind } = await colleague(context, userId);
  if (kind !== 'PERSON') throw new CallError('NOT_FOUND');
  const startUntil = await counted(context, userId);
  const hash = await context.get(keptSecrets).find(context.db, secretOf(facilityId, userId));
  if (!(await context.get(sharedDevices).verifyPin(hash, body.pin))) {
    await context.write((unit) => audited(unit, 'kiosk.pin_refused', userId));
    throw wrong('pin', say('pinWrong'));
  }
  if (startUntil !== null && startUntil.getTime() < Date.now()) {
    await context.write((unit) => forgiven(context, unit, userId));
    throw wrong('pin', say('pinOver'));
  }
  const changes = startUntil === null ? null : await chosen(context, body);
  if (startUntil !== null && changes === null) {
    await context.write((unit) => forgiven(context, unit, userId));
    return { state: 'CHOOSE' };
  }
  return entered(context, { userId, name, changes });
}

const wrong = (field: string, why: Sentence): CallError =>
  new CallError('INVALID_INPUT', why, { fields: { [field]: why } });

/** The hash of the PIN that takes the place of a start PIN; `null`: none came. */
async function chosen(context: CallContext, { pin, newPin }: Entry): Promise<string | null> {
  if (newPin === undefined) return null;
  if (isPlainPin(newPin) || newPin === pin) throw wrong('newPin', say('pinPlain'));
  return context.get(sharedDevices).hashPin(newPin);
}

/**
 * An attempt counts before it is made, so that many at once gain nothing; a right one is given back. Answers until when a start
 * PIN holds. Throws RATE_LIMITED where the person or the kiosk has failed too often.
 */
async function counted(context: CallContext, userId: number): Promise<Date | null> {
  const { facilityId, user } = context;
  return context.write(async (unit) => {
    const db = productionDb(unit);
    const { failures: here } = await db
      .insertInto('kiosk_tries')
      .values({ device_id: user.userId, failures: 1 })
      .onConflict((conflict) =>
        conflict.column('device_id').doUpdateSet({
          failures: sql`case when kiosk_tries.since < now() - interval '10 minutes' then 1 else kiosk_tries.failures + 1 end`,
          since: sql`case when kiosk_tries.since < now() - interval '10 minutes' then now() else kiosk_tries.since end`,
        }),
      )
      .returning('failures')
      .executeTakeFirstOrThrow();
    if (here > mostAtDevice) throw new CallError('RATE_LIMITED', say('pinLocked', { count: 10 }));
    const row = await db
      .selectFrom('kiosk_pin')
      .select(['start_until', 'failures', 'locked_until'])
      .where('facility_id', '=', facilityId)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return null;
    if (row.failures >= blockedFailures) throw new CallError('RATE_LIMITED', say('pinBlocked'));
    const waits = (row.locked_until?.getTime() ?? 0) - Date.now();
    if (waits > 0) throw new CallError('RATE_LIMITED', say('pinLocked', { count: Math.ceil(waits / minute) }));
    const failures = row.failures + 1;
    const locks = failures % mostFailures === 0;
    await db
      .updateTable('kiosk_pin')
      .set({ failures, ...(locks && { locked_until: new Date(Date.now() + lockMinutes * minute) }) })
      .where('facility_id', '=', facilityId)
      .where('user_id', '=', userId)
      .execute();
    return row.start_until;
  });
}

/** The PIN was right: nothing that was counted before stays. */
async function forgiven({ facilityId, user }: CallContext, unit: Work, userId: number): Promise<void> {
  const db = productionDb(unit);
  await db
    .updateTable('kiosk_pin')
    .set({ failures: 0, locked_until: null })
    .where('facility_id', '=', facilityId)
    .where('user_id', '=', userId)
    .execute();
  await db
    .updateTable('kiosk_tries')
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where('device_id', '=', user.userId)
    .execute();
}

interface Entered {
  userId: number;
  name: string;
  changes: string | null;
}

async function entered(
  context: CallContext,
  { userId, name, changes }: Entered,
): Promise<CallResult<typeof enterKiosk>> {
  const { db, facilityId, user } = context;
  const { kiosk } = await floorSettings(context, db, facilityId);
  const stretch = randomBytes(32).toString('base64url');
  await context.write(async (unit) => {
    await forgiven(context, unit, userId);
    if (changes !== null) {
      await keepPin(context, unit, { facilityId, userId, hash: changes, startUntil: null });
      await audited(unit, 'kiosk.pin_set', userId);
    }
    await productionDb(unit)
      .deleteFrom('kiosk_stretch')
      .where('begun_at', '<', new Date(Date.now() - longestWaitMs))
      .execute();
    await productionDb(unit)
      .insertInto('kiosk_stretch')
      .values({
        ...{ token_hash: hashOf(stretch), facility_id: facilityId, device_id: user.userId, user_id: userId },
        ...{ lasts_ms: firstMs, single: kiosk.stretchSeconds === 0 },
      })
      .execute();
  });
  return { state: 'ENTERED', stretch, name, stretchSeconds: kiosk.stretchSeconds };
}
