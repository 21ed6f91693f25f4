import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import {
  quickbooksNotice,
  type QuickbooksSettings,
  type saveQuickbooksSettings,
} from '@sinter/sdk/contract/integrations/quickbooks';
import { keptSecrets, outboundRule, siteAddress, wrongField, type CallContext } from '@sinter/sdk/server';
import { ownTransaction } from '../tables.ts';
import { say } from '../texts.ts';
import { redirectURL } from './intuit.ts';
import {
  auditedAs,
  clientSecretName,
  connectionOf,
  type ConnectionRow,
  lockedConnection,
  verifierTokenName,
} from './rows.ts';

const rulesOf = (row: ConnectionRow | undefined) => ({
  clientId: row?.client_id ?? '',
  environment: row?.environment ?? 'PRODUCTION',
  apiAddress: row?.api_address ?? null,
});

export async function readSettings(context: CallContext): Promise<QuickbooksSettings> {
  const { db, facilityId } = context;
  const secrets = context.get(keptSecrets);
  const [row, secret, verifier] = await Promise.all([
    connectionOf(db, facilityId),
    secrets.find(db, clientSecretName(facilityId)),
    secrets.find(db, verifierTokenName(facilityId)),
  ]);
  return {
    ...rulesOf(row),
    ...{ clientSecretSet: secret !== null, verifierTokenSet: verifier !== null },
    redirectURL: redirectURL(context),
    noticeURL: context.get(siteAddress)() + quickbooksNotice.path.replace('{facilityId}', String(facilityId)),
  };
}

export async function saveSettings(
  context: CallContext,
  { body: { clientSecret, verifierToken, ...rules } }: CallArguments<typeof saveQuickbooksSettings>,
): Promise<QuickbooksSettings> {
  const { facilityId } = context;
  if (rules.apiAddress !== null && !(await context.get(outboundRule)(new URL(rules.apiAddress)))) {
    throw wrongField('apiAddress', say('forbiddenAddress'));
  }
  await context.write(async (unit) => {
    const row = await lockedConnection(unit, facilityId);
    const before = rulesOf(row);
    // Tokens are of the app that they were given to.
    const other =
      before.clientId !== rules.clientId ||
      before.environment !== rules.environment ||
      before.apiAddress !== rules.apiAddress;
    if (row?.status === 'ACTIVE' && other) throw new CallError('CONFLICT', say('quickbooksConnected'));
    const values = { client_id: rules.clientId, environment: rules.environment, api_address: rules.apiAddress };
    await ownTransaction(unit.db)
      .insertInto('quickbooks_connection')
      .values({ facility_id: facilityId, ...values })
      .onConflict((conflict) => conflict.column('facility_id').doUpdateSet(values))
      .execute();
    if (clientSecret !== undefined) {
      await context.get(keptSecrets).keep(unit, clientSecretName(facilityId), clientSecret);
    }
    if (verifierToken !== undefined) {
      await context.get(keptSecrets).keep(unit, verifierTokenName(facilityId), verifierToken);
    }
    await unit.audit({
      action: 'quickbooks.settings_saved',
      ...auditedAs(facilityId),
      before,
      after: {
        ...rules,
        ...{ clientSecretChanged: clientSecret !== undefined, verifierTokenChanged: verifierToken !== undefined },
      },
    });
  });
  return readSettings(context);
}
