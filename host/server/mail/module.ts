import { frontDoors } from '../doors/doors.ts';
import { defineHostModule, housekeeping } from '../hostModule.ts';
import { httpServer } from '../http/server.ts';
import { nodeSettings } from '../nodeSettings.ts';
import { sealing } from '../secrets/secrets.ts';
import { backgroundJobs } from '../work/jobs.ts';
import { createMail, removeOldMail, sendMail } from './createMail.ts';
import { createDelivery, mailDelivery } from './delivery.ts';
import { mailer } from './mail.ts';
import * as tables from './migrations/001_tables.ts';
import * as facilities from './migrations/002_facilities.ts';
import * as recipients from './migrations/003_recipients.ts';
import * as replies from './migrations/004_replies.ts';
import { networksOf } from '../outbound/networks.ts';
import { addOutbox } from './outbox.ts';
import { createReplyAddresses, removeOldAddresses, replyAddresses } from './replyAddresses.ts';
import { roomDb } from './tables.ts';

export const mailModule = defineHostModule({
  id: 'mail',
  migrations: {
    '001_tables': tables,
    '002_facilities': facilities,
    '003_recipients': recipients,
    '004_replies': replies,
  },
  setup(host) {
    const { log } = host;
    const db = roomDb(host.db);
    const secrets = host.get(sealing);
    const { smtpUrl, mailFrom: from, publicUrl, replies: received, allowedNetworks = [] } = host.get(nodeSettings);
    host.provide(mailer, () => createMail(secrets, host.get(frontDoors), smtpUrl !== undefined));
    addOutbox(host.get(httpServer), { db, secrets, keeps: smtpUrl === undefined, publicUrl });
    host.contribute(housekeeping, () => removeOldMail(db));
    if (received) host.provide(replyAddresses, () => createReplyAddresses(db, received.domain));
    host.contribute(housekeeping, () => removeOldAddresses(db));
    host.provide(
      mailDelivery,
      () => createDelivery({ db, secrets, smtpUrl, networks: networksOf(allowedNetworks), from, log }),
      (delivery) => delivery.close(),
    );
    host.get(backgroundJobs).of('host')(
      sendMail,
      (_context, mail) => host.get(mailDelivery).deliver(mail),
      (_services, mail) => host.get(mailDelivery).giveUp(mail),
    );
  },
});
