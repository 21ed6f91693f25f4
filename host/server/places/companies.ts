import { postalAddressSchema } from '@sinter/sdk/contract/host/addresses';
import type { Companies } from '@sinter/sdk/server';
import { sessionsChanged } from '../events/outbox.ts';
import { roomDb, roomTransaction } from './tables.ts';

export const companyService: Companies = {
  async find(db, companyId) {
    const row = await roomDb(db)
      .selectFrom('company')
      .select(['id', 'name', 'phone', 'billing_address'])
      .where('id', '=', companyId)
      .executeTakeFirst();
    if (!row) return null;
    const { id, name, phone, billing_address } = row;
    return { id, companyName: name, phone, billingAddress: postalAddressSchema.nullable().parse(billing_address) };
  },

  async change(unit, id, { companyName, billingAddress, phone }) {
    const db = roomTransaction(unit.db);
    await db
      .updateTable('company')
      .set({ name: companyName, billing_address: billingAddress && JSON.stringify(billingAddress), phone })
      .where('id', '=', id)
      .execute();
    const people = await db
      .selectFrom('session')
      .innerJoin('membership', 'membership.id', 'session.membership_id')
      .select('session.user_id')
      .distinct()
      .where('membership.company_id', '=', id)
      .execute();
    for (const { user_id } of people) await unit.emit(sessionsChanged, { userId: user_id }, {});
  },
};
