import { randomBytes, X509Certificate } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import * as z from 'zod';
import { say } from '../../texts.ts';
import { codeOf, line, notHeard, untrusted } from '../ask.ts';
import { NotHeard, type Link } from '../driver.ts';
import { clientOf, type Client } from './client.ts';

const seconds = 8;
/** A broker that says nothing for half as long again is gone. */
const keepalive = 10;
/** The largest message: MQTT allows a quarter of a gigabyte. */
const largest = 1024 * 1024;

const ports: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883 };

/** What stands between us and a broker. */
export interface Broker {
  /** Why it has ended; `null` while it has not. */
  readonly over: NotHeard | null;
  close(): void;
}

type Publish = (topic: string, message: string) => void;

/** Listens to filters until it ends. Throws `NotHeard` with what a person can do about it. */
export async function listenTo(link: Link, filters: readonly string[], publish: Publish, signal: AbortSignal) {
  // The protocol has no password without a user.
  if (link.secret !== null && link.settings['user'] === undefined) throw new NotHeard(say('userMissing'));
  const { protocol, hostname, port } = new URL(link.endpoint);
  const authority = authorityOf(link.settings['authority']);
  const encrypted = protocol === 'mqtts:';
  const identity = encrypted && link.certificate !== null ? clientOf(link.certificate) : undefined;
  const socket = await link
    .connect(
      {
        ...{ host: hostname, port: port === '' ? (ports[protocol] ?? 1883) : Number(port) },
        ...{ encrypted, ...(authority !== undefined && { authority }), ...(identity && { identity }) },
      },
      { signal, seconds },
    )
    .catch((error: unknown) => {
      throw (encrypted && (clientRefusal(error, identity) ?? distrusted(error, authority))) || notHeard(error);
    });
  // Only who listens to a broker pays for the library. Bundled, it has no names but this one.
  const { default: mqtt } = await import('mqtt');
  const client = new mqtt.MqttClient(() => socket, {
    ...{ clientId: `sinter${randomBytes(8).toString('hex')}`, protocolVersion: 4, clean: true, keepalive },
    ...{ connectTimeout: seconds * 1000, queueQoSZero: false, resubscribe: false },
    // Whoever asks connects again, as with any other machine.
    reconnectPeriod: 0,
    ...(link.settings['user'] !== undefined && { username: link.settings['user'] }),
    ...(link.secret !== null && { password: link.secret }),
  });
  let over: NotHeard | null = null;
  let speaks = false;
  let [said, waiting] = [0, 0];
  const gone = () => {
    // Who asks for a certificate, or does not like ours, says so after the encryption has begun, or hangs up.
    if (encrypted && said === 0) return new NotHeard(say(identity ? 'clientRefused' : 'clientWanted'));
    return new NotHeard(say(speaks ? 'brokerGone' : 'notBroker'));
  };
  socket.on('data', (chunk: Buffer) => {
    said += chunk.byteLength;
    waiting += chunk.byteLength;
    if (waiting <= largest) return;
    over ??= new NotHeard(say('messageTooLarge'));
    socket.destroy();
  });
  client.on('packetreceive', () => (waiting = 0));
  client.on('error', (error) => (over ??= refusal(error) ?? clientRefusal(error, identity) ?? gone()));
  client.on('close', () => (over ??= gone()));
  client.on('connect', () => (speaks = true));
  client.on('message', (topic, message) => publish(topic, message.toString('utf8')));
  const broker: Broker = {
    get over() {
      return over;
    },
    close: () => void client.end(true),
  };
  try {
    await connected(client);
    if (over) throw over;
    for (const filter of filters) {
      await answered(client.subscribeAsync(filter, { qos: 1 })).catch((error: unknown) => {
        if (error instanceof NotHeard) throw error;
        throw over ?? new NotHeard(say('topicRefused', { topic: line(filter, 200) }), error);
      });
    }
  } catch (error) {
    broker.close();
    throw error;
  }
  return broker;
}

/** Throws `NotHeard` for what only looks like certificates. */
function authorityOf(given: string | undefined): string | undefined {
  try {
    for (const one of given?.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []) void new X509Certificate(one);
  } catch (error) {
    throw new NotHeard(say('authorityWrong'), error);
  }
  return given;
}

/** The broker has said why it ends the encryption. */
function clientRefusal(error: unknown, identity: Client | undefined): NotHeard | null {
  const code = codeOf(error);
  if (code.endsWith('_ALERT_CERTIFICATE_REQUIRED')) return new NotHeard(say('clientWanted'), error);
  if (code.endsWith('_ALERT_CERTIFICATE_EXPIRED')) return new NotHeard(say('clientExpired'), error);
  if (!/_ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_\w+|ACCESS_DENIED|HANDSHAKE_FAILURE)$/.test(code)) return null;
  return new NotHeard(say(identity ? 'clientRefused' : 'clientWanted'), error);
}

/** Here, unlike elsewhere, whoever sets up the connector can say whom to trust. */
function distrusted(error: unknown, authority: string | undefined): NotHeard | null {
  const code = codeOf(error);
  // A broker that hears TLS where it expects a packet hangs up.
  if (code === 'ECONNRESET') return new NotHeard(say('notEncrypted'), error);
  if (!untrusted.test(code) || code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return null;
  if (authority !== undefined) return new NotHeard(say('brokerOfOther'), error);
  return new NotHeard(say(code === 'DEPTH_ZERO_SELF_SIGNED_CERT' ? 'brokerSelfSigned' : 'brokerUntrusted'), error);
}

/** The library waits for ever, and what keeps the connection alive says nothing of it. */
async function answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new NotHeard(say('noAnswer'))), seconds * 1000);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** It is, or it will never be. */
const connected = (client: MqttClient): Promise<void> =>
  new Promise((settled) => {
    client.once('connect', () => settled());
    // Who speaks something else hangs up, or says nothing.
    client.once('error', () => settled());
    client.once('close', () => settled());
  });

const refused = z.object({ code: z.number() });

function refusal(error: unknown): NotHeard | null {
  const code = refused.safeParse(error).data?.code;
  // 4: user name or password, 5: not authorized.
  if (code === 4 || code === 5) return new NotHeard(say('userRefused'), error);
  if (code !== undefined && code > 0) return new NotHeard(say('brokerRefused', { code: String(code) }), error);
  return null;
}
