import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { exchangePath } from '../exchange.ts';
import type { TrayModel } from '../messages.ts';
import { signClaims, signTicket } from '../ticket.ts';
import { binaryStl, cube } from '../testing/stl.ts';

/** What a ticket says wrongly; each of them has to be refused. */
export type WrongTicket = 'foreign key' | 'expired' | 'other audience' | 'other origin' | 'unsigned';

/** Stands in for the server behind the page: its ticket key, and files that may be fetched once. */
export interface PageServer {
  readonly origin: string;
  ticket(nonce: string): Promise<string>;
  wrongTicket(wrong: WrongTicket, nonce: string): string;
  /** Publishes bytes for one GET; changed fields make the model lie. */
  model(fileId: number, bytes?: Uint8Array, changed?: Partial<TrayModel>): TrayModel;
  /** As `model`, but its address leads on to that of another. */
  redirected(fileId: number): { model: TrayModel; target: string };
  /** As `model`, but half of it comes, and then nothing more. */
  stuck(fileId: number): TrayModel;
  /** A code that may be exchanged once. */
  code(): string;
  /** How often it was sent to be exchanged. */
  exchanged(code: string): number;
  /** How often files were asked for, this one or all. */
  fetched(url?: string): number;
  close(): void;
}

const exchangeSchema = z.object({ code: z.string() });

/** On 127.0.0.1; port 0 takes any free one. Rejects when the port is taken. */
export async function startPageServer(port = 0): Promise<PageServer> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const files = new Map<string, (response: ServerResponse) => void>();
  const asked: string[] = [];
  const codes = new Set<string>();
  const sent: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path === '/api/v1/grabcad/tray-key') {
      response.end(JSON.stringify(publicKey.export({ format: 'jwk' })));
      return;
    }
    if (path === exchangePath) {
      void text(request).then((body) => {
        const code = codeIn(body);
        sent.push(code);
        if (codes.delete(code)) response.end(JSON.stringify({ access_token: randomUUID(), expires_in: 3_600 }));
        else response.writeHead(410).end('{}');
      });
      return;
    }
    asked.push(path);
    const answer = files.get(path);
    files.delete(path);
    if (answer) answer(response);
    else response.writeHead(410).end();
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no address.');
  const origin = `http://127.0.0.1:${address.port}`;

  let published = 0;
  const publish = (answer: (response: ServerResponse) => void): string => {
    published += 1;
    const path = `/files/${published}`;
    files.set(path, answer);
    return `${origin}${path}`;
  };
  const described = (fileId: number, bytes: Uint8Array, url: string): TrayModel => ({
    orderId: 41,
    fileId,
    fileName: `part-${fileId}.stl`,
    quantity: 2,
    ext: 'stl',
    units: 'MM',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    url,
  });
  const whole = (bytes: Uint8Array) => publish((response) => response.writeHead(200).end(bytes));
  const usual = binaryStl(cube(100));
  const claims = { origin, user: 7, facility: 3 };
  const now = () => Math.floor(Date.now() / 1000);

  return {
    origin,
    ticket: async (nonce) => signTicket(privateKey, { ...claims, nonce }),
    wrongTicket(wrong, nonce) {
      switch (wrong) {
        case 'foreign key':
          return signTicket(generateKeyPairSync('ed25519').privateKey, { ...claims, nonce });
        case 'expired':
          return signTicket(privateKey, { ...claims, nonce }, Date.now() - 600_000);
        case 'other origin':
          return signTicket(privateKey, { ...claims, origin: 'http://elsewhere.example', nonce });
        case 'other audience':
          return signClaims(privateKey, { ...claims, nonce, aud: 'mail', iat: now(), exp: now() + 60 });
        case 'unsigned': {
          const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
          const body = { ...claims, nonce, aud: 'tray', iat: now(), exp: now() + 60 };
          return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(body)}.`;
        }
      }
    },
    model: (fileId, bytes = usual, changed = {}) => ({ ...described(fileId, bytes, whole(bytes)), ...changed }),
    redirected(fileId) {
      const target = whole(usual);
      const url = publish((response) => response.writeHead(302, { location: target }).end());
      return { model: described(fileId, usual, url), target };
    },
    stuck: (fileId) =>
      described(
        fileId,
        usual,
        publish((response) => {
          response.writeHead(200, { 'content-length': usual.length });
          response.write(usual.subarray(0, usual.length / 2));
        }),
      ),
    code() {
      const code = `${randomUUID()}-works-once`;
      codes.add(code);
      return code;
    },
    exchanged: (code) => sent.filter((one) => one === code).length,
    fetched: (url) => asked.filter((path) => url === undefined || `${origin}${path}` === url).length,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function codeIn(body: string): string {
  try {
    return exchangeSchema.parse(JSON.parse(body)).code;
  } catch {
    return '';
  }
}
