import { holdsEvent } from '@sinter/sdk/contract/integrations/webhookEvents';
import type { Services, WebhookReceivers, WebhookTarget } from '@sinter/sdk/server';
import { ownDb } from '../tables.ts';
import { isTold, messagesOf } from './messages.ts';
import { webhookNotices } from './notices.ts';
import { secretsOf, signature } from './secrets.ts';

export const webhookKind = 'webhook';

/** The webhooks of facilities, as the host tells them: each what it has chosen. */
export const receiversOf = (services: Services): WebhookReceivers => ({
  kind: webhookKind,
  objectKind: 'WEBHOOK',
  hears: isTold,
  async of(facilityId) {
    const rows = await ownDb(services.db)
      .selectFrom('webhook')
      .select(['id', 'events'])
      .where('facility_id', '=', facilityId)
      .where('enabled', '=', true)
      .execute();
    return rows.map(({ id, events }) => ({
      name: String(id),
      tell: (happening) => messagesOf(happening).filter(({ type }) => events.some((node) => holdsEvent(node, type))),
    }));
  },
  async target({ name, facilityId }) {
    const row = await ownDb(services.db)
      .selectFrom('webhook')
      .select(['id', 'url', 'enabled', 'old_secret_until'])
      .where('id', '=', Number(name))
      .where('facility_id', '=', facilityId)
      .executeTakeFirst();
    return row?.enabled ? targetOf(services, row) : null;
  },
  disabled: webhookNotices.tell,
});

export async function targetOf(
  services: Services,
  { id, url, old_secret_until }: { id: number; url: string; old_secret_until: Date | null },
): Promise<WebhookTarget | null> {
  const secrets = await secretsOf(services, id, old_secret_until);
  if (secrets.length === 0 || !URL.canParse(url)) return null;
  return { address: new URL(url), sign: (text) => signature(secrets, text) };
}
