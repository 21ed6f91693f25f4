import * as emailConfig from '@sinter/sdk/contract/host/emailConfig';
import { settingStates } from '@sinter/sdk/server';
import { defineHostModule } from '../hostModule.ts';
import { roomDb } from '../mail/tables.ts';
import { handleEmailConfig } from './handlers.ts';
import { partsOf } from './parts.ts';

/** So long a mail that was refused is a matter of today. */
const freshFor = 7 * 24 * 3_600_000;

export const emailConfigModule = defineHostModule({
  id: 'emailConfig',
  serves: emailConfig,
  setup(host) {
    host.contribute(settingStates, async (db, facilityId) => {
      const failed = await roomDb(db)
        .selectFrom('mail_message')
        .select('id')
        .where('facility_id', '=', facilityId)
        .where('error', 'is not', null)
        .where('state', '=', 'FAILED')
        .where('created_at', '>', new Date(Date.now() - freshFor))
        .limit(1)
        .executeTakeFirst();
      return { 'admin/email-config': failed ? 'ERROR' : 'ON' };
    });
    handleEmailConfig(partsOf(host));
  },
});
