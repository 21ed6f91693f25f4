import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './app.ts';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A real mail server on loopback that keeps what it is sent. */
export interface Mailbox {
  url: string;
  received: ReceivedMail[];
  /** The next mail to somebody whose subject fits; fails when none comes. */
  next(to: string, subject: RegExp): Promise<ReceivedMail>;
  close(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          for (const { address } of session.envelope.rcptTo) {
            received.push({ to: address, subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' });
          }
          done();
        }, done);
      });
    },
  });
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', () => listening()));
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    received,
    async next(to, subject) {
      for (let waited = 0; waited < 15_000; waited += 100) {
        const found = received.find((mail) => !taken.has(mail) && mail.to === to && subject.test(mail.subject));
        if (found) {
          taken.add(found);
          return found;
        }
        await sleep(100);
      }
      const known = received.map((mail) => `${mail.to}: ${mail.subject}`).join('\n');
      throw new Error(`No mail to ${to} with ${subject} came. Those that did:\n${known}`);
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}

/** The link of a mail, as a path of this site. */
export function linkIn(mail: ReceivedMail): string {
  const address = /https?:\/\/\S+/.exec(mail.text)?.[0];
  if (!address) throw new Error(`There is no link in "${mail.subject}".`);
  const { pathname, search } = new URL(address);
  return pathname + search;
}
