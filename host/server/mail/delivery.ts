import * as z from 'zod';
import { createToken, type Logger } from '@sinter/sdk/plugin';
import type { Secrets } from '../secrets/secrets.ts';
import type { RoomDb } from './tables.ts';
import type { Networks } from '../outbound/networks.ts';
import { createRoutes, domainOf } from './routes.ts';
import { mailPurpose } from './createMail.ts';
import { renderedMailSchema } from './render.ts';

export interface DeliveryOptions {
  db: RoomDb;
  secrets: Secrets;
  /** `smtp:` (TLS when the server offers it; `?requireTLS=true` insists) or `smtps:`. Left out: only facilities have servers. */
  smtpUrl?: string;
  networks: Networks;
  from: string;
  log: Logger;
}

/** Hands queued mails to the mail server. */
export interface Delivery {
  /** Throws where another try may help. */
  deliver(mail: { id: number }): Promise<void>;
  /** It was tried often enough. */
  giveUp(mail: { id: number }): Promise<void>;
  close(): void;
}

export const mailDelivery = createToken<Delivery>('host/MailDelivery@1');

/** A refusal of this one mail. A failed sign-in to the mail server is not one: it says nothing about the mail. */
const refusedForGood = z.object({
  code: z.enum(['EENVELOPE', 'EMESSAGE']),
  responseCode: z.number().int().min(500).max(599),
});

export function createDelivery({ db, secrets, smtpUrl, networks, from, log }: DeliveryOptions): Delivery {
  const routes = createRoutes({ db, secrets, smtpUrl, networks, from });

  async function settle(id: number, state: 'SENT' | 'FAILED'): Promise<void> {
    await db
      .updateTable('mail_message')
      .set({ state, body_sealed: null, settled_at: new Date(), ...(state === 'SENT' && { error: null }) })
      .where('id', '=', id)
      .where('state', '=', 'QUEUED')
      .execute();
  }

  const delivery: Delivery = {
    async deliver({ id }) {
      const row = await db
        .selectFrom('mail_message')
        .select(['recipient', 'body_sealed', 'created_at', 'facility_id'])
        .where('id', '=', id)
        .where('state', '=', 'QUEUED')
        .executeTakeFirst();
      // An earlier try sent it without telling the queue, or the mail was removed.
      if (!row?.body_sealed) return;
      const { stop, ...mail } = renderedMailSchema.parse(JSON.parse(secrets.open(mailPurpose, row.body_sealed)));
      try {
        const route = await routes.of(row.facility_id);
        await route.send({
          to: { name: '', address: row.recipient },
          ...mail,
          // The same for every try, so that a receiver knows the second as a copy of the first.
          messageId: `<mail-${id}-${row.created_at.getTime()}@${domainOf(from)}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(stop && {
              'List-Unsubscribe': `<${stop}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
      } catch (error) {
        const text = error instanceof Error ? error.message.slice(0, 1000) : String(error);
        await db.updateTable('mail_message').set({ error: text }).where('id', '=', id).execute();
        if (!refusedForGood.safeParse(error).success) throw error;
        return delivery.giveUp({ id });
      }
      await settle(id, 'SENT');
    },

    async giveUp({ id }) {
      await settle(id, 'FAILED');
      const row = await db.selectFrom('mail_message').select('error').where('id', '=', id).executeTakeFirst();
      log.error('a mail could not be sent', { id, error: row?.error });
    },

    close() {
      routes.close();
    },
  };
  return delivery;
}
