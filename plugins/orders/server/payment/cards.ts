import { CallError } from '@sinter/sdk/contract';
import { keptSecrets, outbound, type Services } from '@sinter/sdk/server';
import { say } from '../texts.ts';
import type { CardService } from './cardService.ts';
import { secretKeyName, settingOf, webhookSecretName } from './settingRow.ts';
import { stripeAt } from './stripe.ts';

type Needs = Pick<Services, 'db' | 'get'>;

/** The payment service of a facility, by its keys. Throws CONFLICT where it has none. */
export async function cardService(services: Needs, facilityId: number): Promise<CardService> {
  const [setting, secretKey] = await Promise.all([
    settingOf(services.db, facilityId),
    services.get(keptSecrets).find(services.db, secretKeyName(facilityId)),
  ]);
  if (secretKey === null) throw new CallError('CONFLICT', say('wayOff'));
  return stripeAt({ secretKey, apiAddress: setting.apiAddress }, services.get(outbound));
}

export const webhookSecretOf = ({ db, get }: Needs, facilityId: number): Promise<string | null> =>
  get(keptSecrets).find(db, webhookSecretName(facilityId));
