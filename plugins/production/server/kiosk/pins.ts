import { randomInt } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import {
  isPlainPin,
  type giveStartPin,
  type readMemberPin,
  type setOwnPin,
  type takePin,
} from '@sinter/sdk/contract/production/kiosk';
import { keptSecrets, sharedDevices, type CallContext, type Services, type Work } from '@sinter/sdk/server';
import { productionDb } from '../tables.ts';
import { say } from '../texts.ts';
import { colleague, pinState, startDays } from './rules.ts';

/** Where the hash is kept, sealed: of ten thousand PINs a hash alone would soon be found out. */
export const secretOf = (facilityId: number, userId: number): string => `production.pin.${facilityId}.${userId}`;

interface NewPin {
  facilityId: number;
  userId: number;
  hash: string;
  startUntil: Date | null;
}

/** In place of the one before; nobody is locked out any more. */
export async function keepPin(
  services: Pick<Services, 'get'>,
  unit: Work,
  { facilityId, userId, hash, startUntil }: NewPin,
): Promise<void> {
  await services.get(keptSecrets).keep(unit, secretOf(facilityId, userId), hash);
  const fresh = { start_until: startUntil, failures: 0, locked_until: null, changed_at: new Date() };
  await productionDb(unit)
    .insertInto('kiosk_pin')
    .values({ facility_id: facilityId, user_id: userId, ...fresh })
    .onConflict((conflict) => conflict.columns(['facility_id', 'user_id']).doUpdateSet(fresh))
    .execute();
  await endStretches(unit, facilityId, userId);
}

/** What was begun with the PIN before is over. */
const endStretches = (unit: Work, facilityId: number, userId: number): Promise<unknown> =>
  productionDb(unit)
    .deleteFrom('kiosk_stretch')
    .where('user_id', '=', userId)
    .where('facility_id', '=', facilityId)
    .execute();

export const audited = (unit: Work, action: string, userId: number): Promise<void> =>
  unit.audit({ action, objectKind: 'USER', objectId: String(userId) });

export async function setOwn(context: CallContext, { body: { pin } }: CallArguments<typeof setOwnPin>) {
  if (isPlainPin(pin)) throw new CallError('INVALID_INPUT', undefined, { fields: { pin: say('pinPlain') } });
  const { facilityId, user } = context;
  const hash = await context.get(sharedDevices).hashPin(pin);
  await context.write(async (unit) => {
    await keepPin(context, unit, { facilityId, userId: user.userId, hash, startUntil: null });
    await audited(unit, 'kiosk.pin_set', user.userId);
  });
  return { state: await pinState(context, user.userId) };
}

export async function readOf(
  context: CallContext,
  { params: { userId } }: CallArguments<typeof readMemberPin>,
): Promise<CallResult<typeof readMemberPin>> {
  const { kind } = await colleague(context, userId);
  return { kind, state: await pinState(context, userId) };
}

export async function giveStart(context: CallContext, { params: { userId } }: CallArguments<typeof giveStartPin>) {
  const { kind } = await colleague(context, userId);
  if (kind !== 'PERSON') throw new CallError('NOT_FOUND');
  const pin = startPin();
  const hash = await context.get(sharedDevices).hashPin(pin);
  const startUntil = new Date(Date.now() + startDays * 24 * 3_600_000);
  await context.write(async (unit) => {
    await keepPin(context, unit, { facilityId: context.facilityId, userId, hash, startUntil });
    await audited(unit, 'kiosk.pin_given', userId);
  });
  return { pin };
}

function startPin(): string {
  const pin = String(randomInt(10_000)).padStart(4, '0');
  return isPlainPin(pin) ? startPin() : pin;
}

export async function take(context: CallContext, { params: { userId } }: CallArguments<typeof takePin>) {
  await colleague(context, userId);
  const { facilityId } = context;
  await context.write(async (unit) => {
    await context.get(keptSecrets).keep(unit, secretOf(facilityId, userId), null);
    await productionDb(unit)
      .deleteFrom('kiosk_pin')
      .where('facility_id', '=', facilityId)
      .where('user_id', '=', userId)
      .execute();
    await endStretches(unit, facilityId, userId);
    await audited(unit, 'kiosk.pin_taken', userId);
  });
  return { state: await pinState(context, userId) };
}
