import { CallError, permissionsOf } from '@sinter/sdk/contract';
import type { PinState } from '@sinter/sdk/contract/production/kiosk';
import { isKiosk, knownPermissions, members, type CallContext, type MemberRecord } from '@sinter/sdk/server';
import type { ProductionTables } from '../tables.ts';

/** Wrong PINs in a row that lock somebody for a while, and for good. */
export const mostFailures = 5;
export const blockedFailures = 10;
export const lockMinutes = 15;
export const startDays = 7;
/** Wrong PINs at one kiosk, in ten minutes. */
export const mostAtDevice = 30;
/** So many people of a facility are looked through. */
const most = 1000;

export type KindOfMember = 'PERSON' | 'KIOSK' | 'OUTSIDE';

function kindOf(context: CallContext, { rights, enabled, accountEnabled, facilityId }: MemberRecord): KindOfMember {
  if (isKiosk({ user: rights })) return 'KIOSK';
  const { memberRoles, granted, revoked } = rights;
  const permissions = permissionsOf(memberRoles, granted, revoked, context.get(knownPermissions));
  const works = enabled && accountEnabled && facilityId === context.facilityId;
  return works && permissions.includes('WORKCENTER_OPERATION_ACCESS') ? 'PERSON' : 'OUTSIDE';
}

export interface Colleague {
  userId: number;
  name: string;
  kind: KindOfMember;
}

/** Who is in the team of the facility. */
export async function team(context: CallContext): Promise<Colleague[]> {
  const place = { facilityId: context.facilityId, companyId: null };
  const all = await context.get(members).inTeam(context.db, place, 'OWN', most);
  return all
    .filter(({ facilityId }) => facilityId === context.facilityId)
    .map((each) => ({
      userId: each.userId,
      name: `${each.firstName} ${each.lastName}`.trim(),
      kind: kindOf(context, each),
    }));
}

/** Throws NOT_FOUND for who is not in the team. */
export async function colleague(context: CallContext, userId: number): Promise<Colleague> {
  const all = await context.get(members).ofUser(context.db, userId);
  const found = all.find(({ facilityId }) => facilityId === context.facilityId);
  if (!found) throw new CallError('NOT_FOUND');
  return { userId, name: `${found.firstName} ${found.lastName}`.trim(), kind: kindOf(context, found) };
}

interface PinRow {
  start_until: Date | null;
  failures: number;
}

export function stateOf(row: PinRow | undefined): PinState {
  if (!row) return 'NONE';
  if (row.failures >= blockedFailures) return 'BLOCKED';
  return row.start_until === null ? 'OWN' : 'START';
}

export async function pinState({ db, facilityId }: CallContext, userId: number): Promise<PinState> {
  const row = await db
    .withTables<ProductionTables>()
    .selectFrom('kiosk_pin')
    .select(['start_until', 'failures'])
    .where('facility_id', '=', facilityId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return stateOf(row);
}
