import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './app.ts';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where an answer goes; empty where it says nothing of one. */
  replyTo: string;
}

/** A real mail server on loopback that keeps what it is sent. */
export interface Mailbox {
  url: string;
  /** Where the app listens for answers. */
  repliesPort: number;
  received: ReceivedMail[];
  /** The next mail to somebody whose subject fits; fails when none comes. */
  next(to: string, subject: RegExp): Promise<ReceivedMail>;
  /** Answers an email, or throws what the app said. */
  answer(mail: ReceivedMail, from: string, text: string): Promise<void>;
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
            const { subject = '', text = '', html = '', replyTo } = mail;
            received.push({ to: address, subject, text, html, replyTo: replyTo?.[0]?.address ?? '' });
          }
          done();
        }, done);
      });
    },
  });
  const [port, repliesPort] = [await freePort(), await freePort()];
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', () => listening()));
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    repliesPort,
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
    async answer({ replyTo, subject, text: quoted }, from, text) {
      const transport = createTransport({ host: '127.0.0.1', port: repliesPort, ignoreTLS: true });
      const above = `${text}\n\nOn Sunday, Sinter <no-reply@localhost> wrote:\n`;
      const lines = quoted.split('\n').map((line) => `> ${line}`);
      await transport.sendMail({ from, to: replyTo, subject: `Re: ${subject}`, text: above + lines.join('\n') });
      transport.close();
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
