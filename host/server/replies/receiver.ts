import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { SMTPServer, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { createToken, type Logger } from '@sinter/sdk/plugin';
import { CallError } from '@sinter/sdk/contract';
import { networkOf, type RateLimiter } from '../http/rateLimit.ts';
import type { ReplyAddresses } from '../mail/replyAddresses.ts';
import type { NodeSettings } from '../nodeSettings.ts';
import { OperatorError } from '../operatorError.ts';
import { say } from '../say.ts';
import type { Incoming } from './receive.ts';
import { Refused, refusedBy } from './refused.ts';

/** Receives the answers to emails, by SMTP. */
export interface MailReceiver {
  /** Throws a text for the operator where it cannot. */
  listen(): Promise<void>;
  /** Once it listens. */
  port(): number;
  stop(): Promise<void>;
}
export const mailReceiver = createToken<MailReceiver>('host/MailReceiver@1');

/** Of a whole email, its attachments as they are sent. */
export const mostBytes = 25 * 1024 * 1024;

const limits = {
  connections: 50,
  /** Of one network. */
  connectionsOfOne: 10,
  connectionsPerMinute: 120,
  unknownPerMinute: 30,
  /** That are held in memory. */
  emailsAtOnce: 4,
  idleMs: 60_000,
  /** However slowly it goes on. */
  connectionMs: 10 * 60_000,
  /** For what is under way when the server stops. */
  closeMs: 5_000,
};

interface ReceiverParts {
  settings: NonNullable<NodeSettings['replies']>;
  addresses: ReplyAddresses;
  limiter: RateLimiter;
  receive: (incoming: Incoming) => Promise<void>;
  log: Logger;
}

export function createReceiver({ settings, addresses, limiter, receive, log }: ReceiverParts): MailReceiver {
  const { domain, host, port: wanted, certificate } = settings;
  const open = new Map<string, number>();
  let server: SMTPServer | undefined;
  let underWay = 0;

  /** Throws `Refused` for who comes too often. */
  const count = (key: string, most: number): void => {
    try {
      limiter.count(key, most);
    } catch (error) {
      throw error instanceof CallError ? new Refused(421, say('replies.tooMany')) : error;
    }
  };

  /** Whose address this is. Throws `Refused` for one that is nobody's. */
  async function addressOf(given: string, ip: string) {
    const [token = '', at, ...more] = given.split('@');
    const isHere = at?.toLowerCase() === domain && more.length === 0;
    const found = await addresses.find(isHere ? token : '');
    if (found) return found;
    count(`mail reply unknown ${networkOf(ip)}`, limits.unknownPerMinute);
    throw new Refused(550, say('replies.unknown'));
  }

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    if (underWay >= limits.emailsAtOnce) {
      for await (const _chunk of stream); // the answer comes after the email
      throw new Refused(451, say('replies.tooMany'));
    }
    underWay++;
    try {
      const raw = await bytesOf(stream);
      if (stream.sizeExceeded || !raw)
        throw new Refused(552, say('replies.tooLarge', { most: mostBytes / 1024 / 1024 }));
      const [to] = session.envelope.rcptTo;
      const ip = session.remoteAddress;
      const { mailFrom } = session.envelope;
      await receive({
        ...{ raw, ip, address: await addressOf(to?.address ?? '', ip) },
        ...{ sender: mailFrom ? mailFrom.address : '', helo: session.hostNameAppearsAs || ip, id: session.id },
      });
    } finally {
      underWay--;
    }
  }

  /** What somebody is told, in the words of SMTP. */
  function told(error: unknown): Error {
    const refused = refusedBy(error);
    if (refused) return refused;
    log.error('an email could not be received', { error: String(error) });
    return new Refused(451, say('replies.failed'));
  }
  const answerTo = (work: Promise<unknown>, callback: (error?: Error | null) => void): void =>
    void work.then(
      () => callback(null),
      (error: unknown) => callback(told(error)),
    );

  const options = {
    name: domain,
    banner: 'answers to emails',
    size: mostBytes,
    authOptional: true,
    disabledCommands: ['AUTH', 'VRFY', 'HELP', ...(certificate ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    maxClients: limits.connections,
    socketTimeout: limits.idleMs,
    closeTimeout: limits.closeMs,
    onConnect({ remoteAddress }, callback) {
      answerTo(
        (async () => {
          const network = networkOf(remoteAddress);
          if ((open.get(network) ?? 0) > limits.connectionsOfOne) throw new Refused(421, say('replies.tooMany'));
          count(`mail reply ${network}`, limits.connectionsPerMinute);
        })(),
        callback,
      );
    },
    onRcptTo({ address }, { envelope, remoteAddress }, callback) {
      // An answer is for one: its sender's mail server sends it again to the next.
      if (envelope.rcptTo.length > 0) return callback(new Refused(452, say('replies.oneOnly')));
      answerTo(addressOf(address, remoteAddress), callback);
    },
    onData(stream, session, callback) {
      answerTo(take(stream, session), callback);
    },
  } satisfies SMTPServerOptions;

  /** How many one network has open, and none of them for ever. */
  function watch(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '');
    open.set(network, (open.get(network) ?? 0) + 1);
    const limit = setTimeout(() => socket.destroy(), limits.connectionMs).unref();
    socket.once('close', () => {
      clearTimeout(limit);
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  }

  return {
    async listen() {
      const tls = certificate && (await readCertificate(certificate));
      const { SMTPServer: Server } = await import('smtp-server'); // only a process that listens needs it
      const made = new Server({ ...options, ...tls });
      made.server.on('connection', watch);
      await new Promise<void>((resolve, reject) => {
        const failed = (error: Error) =>
          reject(new OperatorError(`Emails cannot be received at ${host}, port ${wanted}: ${error.message}`));
        made.once('error', failed);
        made.listen(wanted, host, () => {
          made.off('error', failed);
          made.on('error', (error) => log.debug('a mail server went away', { error: String(error) }));
          resolve();
        });
      });
      server = made;
      log.info('emails are received', { domain, port: this.port() });
    },
    port() {
      const address = server?.server.address();
      return typeof address === 'object' && address ? address.port : wanted;
    },
    stop: () => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())),
  };
}

/** `null`: it is larger than it may be. */
async function bytesOf(stream: SMTPServerDataStream): Promise<Buffer | null> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Buffer)) continue;
    bytes += chunk.byteLength;
    if (bytes > mostBytes) chunks = [];
    else chunks.push(chunk);
  }
  return bytes > mostBytes ? null : Buffer.concat(chunks);
}

async function readCertificate({ cert, key }: { cert: string; key: string }) {
  try {
    return { cert: await readFile(cert), key: await readFile(key) };
  } catch (error) {
    throw new OperatorError(`The certificate for emails cannot be read: ${String(error)}`);
  }
}
