import { CallError } from '@sinter/sdk/contract';
import { portalChanged } from '@sinter/sdk/contract/orders/events';
import { portalChangeSchema, portalEditor, portalKind } from '@sinter/sdk/contract/orders/portal';
import { defineSettingKind, type SettingPlace } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider } from 'kysely';
import { shopOf } from './portal.ts';

/** The customer that an element names; `null`: all of them. */
const customerOf = ({ elementId }: SettingPlace): number | null => (elementId === '' ? null : Number(elementId));

const customersOf = async (db: QueryExecutorProvider, place: SettingPlace): Promise<number[]> => {
  const customer = customerOf(place);
  if (customer !== null && !(Number.isSafeInteger(customer) && String(customer) === place.elementId)) return [];
  const { rows } = await sql<{ id: number }>`
    select c.id from company c
    where ${shopOf(sql`c.id`)} = ${place.facilityId} and (${customer}::bigint is null or c.id = ${customer})
  `.execute(db);
  return rows.map(({ id }) => id);
};

/** What is published for all customers of a root facility, and for each of them: only what differs is kept. */
export const customerPortal = defineSettingKind({
  id: portalKind,
  guard: portalEditor,
  schema: portalChangeSchema,
  defaults: {},

  async check(db, place) {
    if (place.elementId !== '' && (await customersOf(db, place)).length === 0) throw new CallError('NOT_FOUND');
  },

  async published(unit, place, value) {
    await sql`
      insert into customer_portal (facility_id, company_id, settings)
      values (${place.facilityId}, ${customerOf(place)}, ${JSON.stringify(value)}::jsonb)
      on conflict (facility_id, company_id) do update set settings = excluded.settings
    `.execute(unit.db);
    const { facilityId } = place;
    await unit.emit(portalChanged, {}, { facilityIds: [facilityId], companyIds: await customersOf(unit.db, place) });
  },
});
