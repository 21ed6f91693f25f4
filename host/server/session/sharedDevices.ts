import { CallError } from '@sinter/sdk/contract';
import type { SharedDevices } from '@sinter/sdk/server';
import { isClearedAt } from '../clearance/clearance.ts';
import { RequestContext } from '../http/context.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { readColleague, type Rights } from './readSession.ts';
import type { RoomDb } from './tables.ts';

export function createSharedDevices(db: RoomDb, rights: Rights): SharedDevices {
  return {
    hashPin: hashPassword,
    verifyPin: verifyPassword,
    async actAs(context, userId) {
      const { user: device, facilityId, address } = context;
      const found = await readColleague(db, rights, { userId, facilityId });
      if (!found || !(context instanceof RequestContext)) throw new CallError('FORBIDDEN');
      const { principal, clearance } = found;
      return context.actingAs({
        ...device,
        userId,
        permissions: device.permissions.filter((each) => principal.permissions.includes(each)),
        cleared: device.cleared && isClearedAt(clearance, address),
      });
    },
  };
}
