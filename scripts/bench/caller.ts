import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import * as z from 'zod';
import { demoEmail, demoPassword } from '#host/server/demo/accounts.ts';

/** Cookies and CSRF token of somebody signed in. */
export type Session = Record<'cookie' | 'x-xsrf-token', string>;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** As they came: still compressed where that was asked for. */
  bytes: Buffer;
}

/** A client that costs next to nothing: one connection, kept open, one request after the other. */
export interface Caller {
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  close(): void;
}

const mostRead = 1 << 20;

/** `localAddress`: where the calls come from; one of this machine. */
export function createCaller(url: string, session?: Session, localAddress?: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
  const send = (method: string, path: string, body?: string, more?: Record<string, string>): Promise<Answer> =>
    new Promise((answered, failed) => {
      const headers = { ...session, ...(body !== undefined && { 'content-type': 'application/json' }), ...more };
      const sent = request(url + path, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          // A large one is only measured.
          answered({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text: bytes.toString('utf8', 0, mostRead),
          });
        });
        response.on('error', failed);
      });
      sent.on('error', failed);
      sent.end(body);
    });
  return {
    get: (path) => send('GET', path),
    post: (path, body, headers) => send('POST', path, JSON.stringify(body), headers),
    close: () => agent.destroy(),
  };
}

export async function expectOk(answer: Promise<Answer>): Promise<string> {
  const { status, text } = await answer;
  if (status !== 200) throw new Error(`Answered ${status}: ${text.slice(0, 300)}`);
  return text;
}

export const cookiesOf = (response: Response): Map<string, string> =>
  new Map(
    response.headers.getSetCookie().map((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      return [name, value];
    }),
  );

export async function signIn(url: string, account: string): Promise<Session> {
  const before = cookiesOf(await fetch(`${url}/api/v1/misc/login-sso-config`)).get('XSRF-TOKEN') ?? '';
  const response = await fetch(`${url}/api/v1/users/customLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `XSRF-TOKEN=${before}`, 'x-xsrf-token': before },
    body: JSON.stringify({ email: demoEmail({ name: account }), password: demoPassword }),
  });
  if (!response.ok) throw new Error(`Signing in as ${account}: ${response.status} ${await response.text()}`);
  const cookies = cookiesOf(response);
  return {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
  };
}

const figuresSchema = z.object({ cpuSeconds: z.number(), residentBytes: z.number() });

/** What the process behind an address has used, by the metrics that it serves. */
export async function usage(url: string): Promise<z.infer<typeof figuresSchema>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return figuresSchema.parse({
    cpuSeconds: value('process_cpu_seconds_total'),
    residentBytes: value('process_resident_memory_bytes'),
  });
}
