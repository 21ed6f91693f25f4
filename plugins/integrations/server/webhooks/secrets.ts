import { createHmac, randomBytes } from 'node:crypto';
import { keptSecrets, type Services, type Work } from '@sinter/sdk/server';

/** After a new secret was made, messages are signed with the one before as long as this, too. */
export const overlapHours = 24;

const nameOf = (id: number) => `integrations.webhook.${id}`;
const oldNameOf = (id: number) => `${nameOf(id)}.old`;
const prefix = 'whsec_';

/** The header of Standard Webhooks: `v1,` and base64 for each secret. */
export const signature = (secrets: readonly string[], text: string): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
    })
    .join(' ');

/** A new secret, kept; `overlap`: the one before is still used for a while. */
export async function renewSecret(services: Services, unit: Work, id: number, overlap: boolean): Promise<string> {
  const kept = services.get(keptSecrets);
  const secret = prefix + randomBytes(32).toString('base64');
  if (overlap) await kept.keep(unit, oldNameOf(id), await kept.find(unit.db, nameOf(id)));
  await kept.keep(unit, nameOf(id), secret);
  return secret;
}

export async function forgetSecrets(services: Services, unit: Work, id: number): Promise<void> {
  const kept = services.get(keptSecrets);
  await kept.keep(unit, nameOf(id), null);
  await kept.keep(unit, oldNameOf(id), null);
}

/** Those that a message is signed with now, the newest first. */
export async function secretsOf(services: Services, id: number, oldUntil: Date | null): Promise<string[]> {
  const kept = services.get(keptSecrets);
  const names = [nameOf(id), ...(oldUntil && oldUntil > new Date() ? [oldNameOf(id)] : [])];
  const found = await Promise.all(names.map((name) => kept.find(services.db, name)));
  return found.filter((secret) => secret !== null);
}
