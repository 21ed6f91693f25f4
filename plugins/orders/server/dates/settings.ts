import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import {
  defaultDelivery,
  deliverySettingsSchema,
  type DeliverySettings,
  type readDeliverySettings,
  type updateDeliverySettings,
} from '@sinter/sdk/contract/orders/dates';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { CallContext, Services } from '@sinter/sdk/server';
import { sql } from 'kysely';
import type { OrderTables } from '../tables.ts';
import { say } from '../texts.ts';

/** What facilities offer, and in which currency. One query. */
export async function settingsOf(
  { db }: Pick<Services, 'db'>,
  facilityIds: readonly number[],
): Promise<ReadonlyMap<number, DeliverySettings & { currency: string }>> {
  const rows = await db
    .withTables<OrderTables>()
    .selectFrom('facility')
    .leftJoin('delivery_settings', 'delivery_settings.facility_id', 'facility.id')
    .select(['facility.id', 'facility.currency', 'delivery_settings.settings'])
    .where('facility.id', '=', sql<number>`any(${[...facilityIds]}::bigint[])`)
    .execute();
  return new Map(
    rows.map(({ id, currency, settings }) => [
      id,
      { ...(settings === null ? defaultDelivery : deliverySettingsSchema.parse(settings)), currency },
    ]),
  );
}

export async function settingsAt(unit: Pick<Services, 'db'>, facilityId: number) {
  const settings = (await settingsOf(unit, [facilityId])).get(facilityId);
  if (!settings) throw new CallError('NOT_FOUND');
  return settings;
}

export const showSettings = (context: CallContext): Promise<CallResult<typeof readDeliverySettings>> =>
  settingsAt(context, context.facilityId);

export async function saveSettings(
  context: CallContext,
  { body }: CallArguments<typeof updateDeliverySettings>,
): Promise<CallResult<typeof updateDeliverySettings>> {
  const fields = wrongIn(body);
  if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
  const { facilityId } = context;
  await context.write(async (unit) => {
    const { currency: _currency, ...before } = await settingsAt(unit, facilityId);
    const settings = JSON.stringify(body);
    await unit.db
      .withTables<OrderTables>()
      .insertInto('delivery_settings')
      .values({ facility_id: facilityId, settings })
      .onConflict((conflict) => conflict.column('facility_id').doUpdateSet({ settings, updated_at: new Date() }))
      .execute();
    const object = { objectKind: 'FACILITY', objectId: String(facilityId) };
    await unit.audit({ action: 'facility.delivery', ...object, before, after: body });
  });
  return settingsAt(context, facilityId);
}

/** What a person has to put right, by its field. */
function wrongIn({ leadTimeOptions, deliveryTypes }: DeliverySettings): Record<string, Sentence> {
  const fields: Record<string, Sentence> = {};
  for (const [list, entries] of Object.entries({ leadTimeOptions, deliveryTypes })) {
    if (!entries.some(({ active }) => active)) fields[list] = say('noneOffered');
    for (const [index, { id, kind, name }] of entries.entries()) {
      if (kind === 'OTHER' && name === '') fields[`${list}.${index}.name`] = say('nameMissing');
      if (entries.findIndex((other) => other.id === id) !== index) fields[`${list}.${index}.id`] = say('listedTwice');
    }
  }
  return fields;
}
