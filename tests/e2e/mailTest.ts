import { startApp, type App } from './app.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';
import { test as base } from './test.ts';

/** The demo's domains are in no DNS, which the machine of the tests may not reach to say so. */
const noSuchName = `import { promises } from 'node:dns';
promises.Resolver.prototype.resolve = async () => { throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }); };`;
const dns = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(noSuchName)}` };

/** With a real mail server on loopback that the app sends to, and answers to its emails. */
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
      const replies = { MAIL_REPLIES_DOMAIN: 'replies.localhost', MAIL_REPLIES_PORT: String(mailbox.repliesPort) };
      const app = await startApp({
        name: `mail-${info.workerIndex}`,
        env: { SMTP_URL: mailbox.url, ...replies, ...dns },
      });
      await provide(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
