import { createServer as createPlain, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { Aedes } from 'aedes';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundSocket } from '../../../../../host/server/outbound/socket.ts';
import { threadFile } from '../../../../../host/server/threadFile.ts';
import { NotHeard, type Driver } from '../driver.ts';
import { openMqtt } from './mqtt.ts';
import { createAuthority, selfSigned, type Authority, type Certificate } from './testing.ts';

let factory: Authority;
let another: Authority;
beforeAll(() => {
  factory = createAuthority('Factory');
  another = createAuthority('Another factory');
});

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A broker with one machine, behind that certificate; `null`: without encryption. */
async function brokerBehind(certificate: Certificate | null, clients?: TlsOptions): Promise<number> {
  const aedes = await Aedes.createBroker();
  const packet = { cmd: 'publish', qos: 1, dup: false, retain: true, topic: 'plant/a' } as const;
  await new Promise<void>((done) => aedes.publish({ ...packet, payload: '{"state":"RUNNING"}' }, () => done()));
  const handle = (socket: Socket) => void aedes.handle(socket);
  const server: Server = certificate ? createServer({ ...certificate, ...clients }, handle) : createPlain(handle);
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  ends.push(async () => {
    await new Promise<void>((closed) => aedes.close(closed));
    await new Promise<void>((closed) => void server.close(() => closed()));
  });
  return (server.address() as AddressInfo).port;
}

const connect = createOutboundSocket(['127.0.0.1/32']);
function open(port: number, authority?: string, certificate: string | null = null): Driver {
  const driver = openMqtt({
    ...{ endpoint: `mqtts://localhost:${port}`, secret: null, certificate, cursor: '', connect },
    settings: { state: 'state', ...(authority !== undefined && { authority }) },
    sources: [{ machine: 'A', settings: { topic: 'plant/a' } }],
    call: () => Promise.reject(new Error('It calls nobody.')),
    ...{ program: threadFile, log: console },
    own: (_, make) => make(),
    dropped: (last) => Promise.resolve({ readings: [], last, wrong: null }),
  });
  ends.unshift(async () => driver.close?.());
  return driver;
}
const heard = async (certificate: Certificate | null, authority?: string): Promise<string> =>
  open(await brokerBehind(certificate), authority)
    .read(AbortSignal.timeout(8000))
    .then(
      ([reading]) => reading?.vendorState ?? 'nothing',
      (error: unknown) => (error instanceof NotHeard ? error.why.message : String(error)),
    );

describe('a broker behind a certificate', () => {
  it('is heard where the authority that issued it is entered, among others as well', async () => {
    const good = factory.issue('localhost');
    expect(await heard(good, factory.cert)).toBe('RUNNING');
    expect(await heard(good, `${another.cert}${factory.cert}`)).toBe('RUNNING');
  });

  it('is heard where its own, which it issued itself, is entered', async () => {
    const own = selfSigned('localhost');
    expect(await heard(own, own.cert)).toBe('RUNNING');
  });

  it('that nobody vouches for is not heard, and it is said whom to enter', async () => {
    expect(await heard(factory.issue('localhost'))).toMatch(
      /^This server does not trust the authority that issued the broker’s certificate\./,
    );
    expect(await heard(selfSigned('localhost'))).toMatch(/^The broker has a certificate that it issued itself\./);
    for (const certificate of [factory.issue('localhost'), selfSigned('localhost')]) {
      expect(await heard(certificate, another.cert)).toBe(
        'The broker’s certificate was not issued by the authority that you entered.',
      );
    }
  });

  it.each<[string, string, readonly [number, number]]>([
    ['The certificate of this address has expired. It must be renewed where it answers.', 'localhost', [-2, -1]],
    [
      'The certificate of this address is not valid yet. Check the clocks of both computers.',
      ...(['localhost', [1, 2]] as const),
    ],
    [
      'The certificate of this address was issued for another name. Enter the address with the name in the certificate.',
      ...(['broker.example', [-1, 2]] as const),
    ],
  ])('is not heard: %s', async (sentence, name, days) => {
    expect(await heard(factory.issue(name, days), factory.cert)).toBe(sentence);
  });

  it('is told from one without, and from what only looks like one', async () => {
    expect(await heard(null)).toBe(
      'Something answers, but not with encryption. Check the port, and how the address begins.',
    );
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
    expect(await heard(factory.issue('localhost'), broken)).toMatch(/^One of the certificates of the authority/);
  });
});

describe('a broker that asks who is there', () => {
  const why = async (client: string | null, clients: TlsOptions = {}): Promise<string> => {
    const asks = { ca: factory.cert, requestCert: true, rejectUnauthorized: true, ...clients };
    const driver = open(await brokerBehind(factory.issue('localhost'), asks), factory.cert, client);
    return driver.read(AbortSignal.timeout(8000)).then(
      ([reading]) => reading?.vendorState ?? 'nothing',
      (error: unknown) => (error instanceof NotHeard ? error.why.message : String(error)),
    );
  };
  const pem = ({ cert, key }: Certificate) => `${cert}${key}`;

  it.each<TlsOptions>([{}, { maxVersion: 'TLSv1.2' }])(
    'is heard with a certificate of ours that it trusts (%o)',
    async (clients) => {
      const ours = factory.issue('sinter');
      expect(await why(pem(ours), clients)).toBe('RUNNING');
      expect(await why(`${ours.key}${ours.cert}`, clients)).toBe('RUNNING');
      expect(await why(null, clients)).toMatch(/^The broker ends the connection as soon as it is encrypted\./);
    },
  );

  it('is not heard with one that it does not trust', async () => {
    expect(await why(pem(another.issue('sinter')))).toMatch(/^The broker ends the connection as soon as it has seen/);
  });

  it('is not called with a certificate that proves nothing, and it is said why', async () => {
    const [ours, other] = [factory.issue('sinter'), factory.issue('sinter')];
    expect(await why(`${ours.cert}${other.key}`)).toMatch(/^The key does not belong to the client certificate\./);
    expect(await why(pem(factory.issue('sinter', [-2, -1])))).toMatch(/^The client certificate has expired\./);
    expect(await why(pem(factory.issue('sinter', [1, 2])))).toMatch(/^The client certificate is not valid yet\./);
    for (const broken of [
      ours.cert,
      ours.key,
      'none',
      `${ours.cert}-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----`,
    ])
      expect(await why(broken)).toMatch(/^The client certificate cannot be read\./);
  });
});
