import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import { emailSchema } from '@sinter/sdk/contract/host/account';
import { defineJob } from '@sinter/sdk/server';
import type { FrontDoors } from '../doors/doors.ts';
import { readTheme } from '../theme/theme.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { configOf } from './config.ts';
import { type RoomDb, roomTransaction } from './tables.ts';
import type { Mail } from './mail.ts';
import { renderMail } from './render.ts';
import { mailTexts } from './texts.ts';
import { say } from '../say.ts';

export const sendMail = defineJob({
  name: 'mail.send',
  payload: z.object({ id: z.number().int() }),
  lane: 'light',
  // The last of them some three and a half hours after the first.
  maxAttempts: 10,
});

/** What mails are sealed for. */
export const mailPurpose = 'mail';

/** `delivers`: a mail server is set. Without one mails are kept, and a development server shows them. */
export function createMail(secrets: Secrets, doors: FrontDoors, delivers: boolean): Mail {
  return {
    async send(unit, name, { to, language, values, items, choice, addedBy, own: words, answers, facilityId = null }) {
      const recipient = emailSchema.safeParse(to);
      if (!recipient.success)
        throw new CallError('INVALID_INPUT', undefined, { fields: { email: say('emailMissing') } });
      const db = roomTransaction(unit.db);
      const { title } = await readTheme(db, await doors.ofSite());
      const mail = renderMail({
        texts: await mailTexts(language),
        ...{ name, language, title, items, choice, addedBy, answers, own: words },
        values: { ...values },
      });
      const own = facilityId === null ? undefined : await configOf(unit.db, facilityId);
      const goes = delivers || (own?.host ?? null) !== null;
      const { id } = await db
        .insertInto('mail_message')
        .values({
          facility_id: facilityId,
          recipient: recipient.data,
          subject: mail.subject,
          body_sealed: secrets.seal(mailPurpose, JSON.stringify(mail)),
          state: goes ? 'QUEUED' : 'KEPT',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (goes) await unit.enqueue(sendMail, { id });
    },
  };
}

const keptDays = 30;

export async function removeOldMail(db: RoomDb): Promise<void> {
  await db
    .deleteFrom('mail_message')
    .where('created_at', '<', new Date(Date.now() - keptDays * 24 * 3_600_000))
    .execute();
}
