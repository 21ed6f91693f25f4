import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  mail: Email;
  secure: boolean;
  to: string[];
}

/** A mail server on loopback that keeps what it is sent, for tests. */
export function testMailServer() {
  const inbox: ReceivedMail[] = [];
  /** What it says to the next recipients. */
  const refusals: number[] = [];
  let smtp: SMTPServer | undefined;
  let port = 0;
  return {
    inbox,
    refusals,
    /** Its certificate is one that it made itself. */
    listen: () =>
      new Promise<void>((resolve) => {
        const made = new SMTPServer({
          authOptional: true,
          closeTimeout: 100,
          onRcptTo(_address, _session, callback) {
            const responseCode = refusals.shift();
            callback(responseCode === undefined ? null : Object.assign(new Error('Not now'), { responseCode }));
          },
          onData(stream, session, callback) {
            void buffer(stream)
              .then((raw) => PostalMime.parse(raw))
              .then((mail) => {
                inbox.push({ mail, secure: session.secure, to: session.envelope.rcptTo.map(({ address }) => address) });
                callback();
              }, callback);
          },
        });
        made.on('error', () => {}); // a caller that went away
        made.listen(port, '127.0.0.1', () => {
          const address = made.server.address();
          if (typeof address === 'object' && address) port = address.port;
          smtp = made;
          resolve();
        });
      }),
    close: () => new Promise<void>((resolve) => (smtp ? smtp.close(resolve) : resolve())),
    /** For `SMTP_URL`, once it listens. */
    address: () => `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false&requireTLS=true`,
  };
}

export const headersOf = (mail: Email | undefined): Record<string, string> =>
  Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]));
