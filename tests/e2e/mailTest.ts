import { startApp, type App } from './app.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';
import { test as base } from './test.ts';

/** With a real mail server on loopback that the app sends to. */
export const test = base.extend<object, { mailbox: Mailbox; app: App }>({
  mailbox: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright learns what a fixture needs
    async ({}, provide) => {
      const mailbox = await openMailbox();
      await provide(mailbox);
      await mailbox.close();
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ mailbox }, provide, info) => {
      const app = await startApp({ name: `mail-${info.workerIndex}`, env: { SMTP_URL: mailbox.url } });
      await provide(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
