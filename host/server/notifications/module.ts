import { sql } from 'kysely';
import * as notifications from '@sinter/sdk/contract/host/notifications';
import { areaTexts, noticeDefaults, noticeKinds, runningModules, settingKinds, versions } from '@sinter/sdk/server';
import { frontDoors } from '../doors/doors.ts';
import { defineHostModule, housekeeping } from '../hostModule.ts';
import { personContexts } from '../http/context.ts';
import { rateLimiter } from '../http/rateLimit.ts';
import { httpServer } from '../http/server.ts';
import { siteAddress } from '../http/site.ts';
import { mailer } from '../mail/mail.ts';
import { replyAddresses } from '../mail/replyAddresses.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { roomDb as themeDb } from '../records/tables.ts';
import { registeredNames } from '../registered.ts';
import { sealing } from '../secrets/secrets.ts';
import { sentencesOf } from '../texts/bundled.ts';
import { readTheme } from '../theme/theme.ts';
import { backgroundJobs } from '../work/jobs.ts';
import { noticeWriter } from '../work/work.ts';
import { mailAddresses } from './addresses.ts';
import { mailDue } from './mailing.ts';
import { handleNotifications } from './handlers.ts';
import { answersIn, knownNotices, NoticeKinds } from './kinds.ts';
import * as tables from './migrations/001_notifications.ts';
import * as facility from './migrations/002_facility.ts';
import * as addresses from './migrations/003_addresses.ts';
import { createOwnTexts, ownTexts } from './ownTexts.ts';
import { partsOf } from './parts.ts';
import { roomDb } from './tables.ts';
import { createNotify, mailNotices } from './tell.ts';
import { addUnsubscribe } from './unsubscribe.ts';

const keptDays = 180;

export const notificationsModule = defineHostModule({
  id: 'notifications',
  serves: notifications,
  migrations: { '001_notifications': tables, '002_facility': facility, '003_addresses': addresses },
  setup(host) {
    const { permissions } = host.get(registeredNames);
    const db = roomDb(host.db);
    host.provide(knownNotices, () => new NoticeKinds(() => host.all(noticeKinds)));
    host.provide(noticeWriter, () =>
      createNotify({ kinds: host.get(knownNotices), defaults: () => host.all(noticeDefaults), permissions }),
    );
    host.contribute(housekeeping, async () => {
      for (const table of ['notification', 'notification_address'] as const) {
        await db
          .deleteFrom(table)
          .where('created_at', '<', new Date(Date.now() - keptDays * 86_400_000))
          .execute();
      }
      // Nothing is kept of addresses that were taken away.
      await sql`
        delete from notification_address a where not exists (select from mail_config c
          where c.facility_id = a.facility_id and jsonb_exists(c.recipients -> a.kind, a.address))
      `.execute(db);
    });
    const kinds = host.get(knownNotices);
    const secrets = host.get(sealing);
    const sentences = sentencesOf(() => host.all(areaTexts));
    const { log } = host;
    const own = createOwnTexts({
      ...{ kinds, sentences, log },
      versions: host.get(versions),
      modules: host.get(runningModules),
      siteTitle: async () => (await readTheme(themeDb(host.db), await host.get(frontDoors).ofSite())).title,
    });
    host.provide(ownTexts, () => own);
    host.contribute(settingKinds, own.texts);
    host.contribute(settingKinds, own.frames);
    host.get(backgroundJobs).of('host')(mailNotices, async ({ write }) => {
      const parts = {
        ...{ db, kinds, own, permissions, secrets, sentences },
        mail: host.get(mailer),
        addresses: host.get(nodeSettings).replies ? host.get(replyAddresses) : null,
        answersTo: answersIn(host),
        contextOf: host.get(personContexts),
        publicUrl: host.get(siteAddress),
      };
      await mailDue(parts, write);
      await mailAddresses(parts, write);
    });
    addUnsubscribe(host.get(httpServer), { db, secrets, sentences, limiter: host.get(rateLimiter) });
    handleNotifications(partsOf(host));
  },
});
