import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Transporter } from 'nodemailer';
import type { Networks } from '../outbound/networks.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { configOf, type ConfigRow, serverPurpose } from './config.ts';
import type { RoomDb } from './tables.ts';

interface RouteParts {
  db: RoomDb;
  secrets: Secrets;
  smtpUrl?: string;
  networks: Networks;
  from: string;
}

/** `replyTo` of a message comes before that of the facility. */
type Message = Omit<Parameters<Transporter['sendMail']>[0], 'from'>;

/** By which server mails go, and from whom. */
export interface Route {
  /** Answers what the server said. Throws what nodemailer throws. */
  send(message: Message): Promise<string>;
}

/** There is no server that it could go by. */
export class NoMailServer extends Error {
  override readonly name = 'NoMailServer';
}
/** The facility's server is where this one may not call. */
export class ForbiddenMailServer extends Error {
  override readonly name = 'ForbiddenMailServer';
}

const limits = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 60_000,
  // The worker tries again, with growing gaps.
  maxRequeues: 0,
  disableFileAccess: true,
  disableUrlAccess: true,
};

/** The site's mail server, and those of facilities that have one of their own. */
export function createRoutes({ db, secrets, smtpUrl, networks, from }: RouteParts) {
  let site: Promise<Transporter> | undefined;

  async function siteTransport(): Promise<Transporter> {
    if (smtpUrl === undefined) throw new NoMailServer('No mail server is set.');
    const { createTransport } = await import('nodemailer'); // only processes that work need it
    // A few connections that are used again; whatever the address says wins.
    return createTransport({ url: smtpUrl, pool: true, maxConnections: 3, ...limits });
  }

  async function ownTransport(row: ConfigRow, host: string): Promise<Transporter> {
    const place = await placeOf(networks, host);
    const { createTransport } = await import('nodemailer');
    const password = row.password_sealed === null ? undefined : secrets.open(serverPurpose, row.password_sealed);
    return createTransport({
      // Where its name led when it was looked at.
      host: place,
      port: row.port ?? 587,
      secure: row.security === 'TLS',
      requireTLS: true,
      // In the operator's own networks servers have certificates that they made themselves.
      tls: { ...(!isIP(host) && { servername: host }), rejectUnauthorized: !networks.isAllowed(place) },
      ...(row.user_name !== '' && password !== undefined && { auth: { user: row.user_name, pass: password } }),
      ...limits,
    });
  }

  return {
    async of(facilityId: number | null): Promise<Route> {
      const row = facilityId === null ? undefined : await configOf(db, facilityId);
      const replyTo = row?.reply_to ?? undefined;
      if (!row || row.host === null) {
        site ??= siteTransport();
        const transport = await site;
        const sender = row && row.sender_name !== '' ? { name: row.sender_name, address: addressOf(from) } : from;
        return { send: (message) => sendBy(transport, { replyTo, ...message, from: sender }) };
      }
      const { host, sender_name: name, sender_address: address } = row;
      return {
        async send(message) {
          const transport = await ownTransport(row, host);
          try {
            return await sendBy(transport, {
              replyTo,
              ...message,
              from: { name, address: address ?? addressOf(from) },
            });
          } finally {
            transport.close();
          }
        },
      };
    },
    close() {
      site?.then((transport) => transport.close()).catch(() => {});
    },
  };
}

/** What came back; nodemailer tells it of every kind of transport. */
async function sendBy(transport: Transporter, message: Parameters<Transporter['sendMail']>[0]): Promise<string> {
  const sent: unknown = await transport.sendMail(message);
  return typeof sent === 'object' && sent !== null && 'response' in sent ? String(sent.response) : '';
}

/** Throws where the server may not call. */
export async function placeOf(networks: Networks, host: string): Promise<string> {
  const found = isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address);
  const place = found.find((address) => networks.mayCall(address));
  if (place === undefined) throw new ForbiddenMailServer(`${host} leads into a network that is not called.`);
  return place;
}

export const addressOf = (from: string): string => /[^\s<>]+@[\w.-]+/.exec(from)?.[0] ?? from;
export const domainOf = (from: string): string => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
