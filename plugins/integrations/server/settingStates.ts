import { type Services, type SettingStates, webhookDeliveries } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { hasFailed } from './quickbooks/books/read.ts';
import { connectionOf } from './quickbooks/rows.ts';
import { ownDb } from './tables.ts';
import { webhookKind } from './webhooks/receivers.ts';

/** How things stand with the settings of integrations. */
export const settingStatesOf =
  (services: Services): SettingStates =>
  async (db, facilityId) => {
    const [{ enabled }, health, quickbooks, refused] = await Promise.all([
      ownDb(db)
        .selectFrom('webhook')
        .select(sql<number>`count(*)::int`.as('enabled'))
        .where('facility_id', '=', facilityId)
        .where('enabled', '=', true)
        .executeTakeFirstOrThrow(),
      services.get(webhookDeliveries).health(db, { kind: webhookKind, facilityId }),
      connectionOf(db, facilityId),
      hasFailed(db, facilityId),
    ]);
    const failing = [...health.values()].some(({ disabled }) => disabled !== null);
    return {
      'integrations/webhook': failing ? 'ERROR' : enabled > 0 ? 'ON' : 'OFF',
      'integrations/quickbooks': quickbooks?.lost || refused ? 'ERROR' : quickbooks?.status === 'ACTIVE' ? 'ON' : 'OFF',
    };
  };
