import type { Services } from '@sinter/sdk/server';
import * as z from 'zod';
import { access, type Access } from '../tokens.ts';

/** Quickbooks says no, and would say it again. */
export class Fault extends Error {
  readonly code: string;
  readonly detail: string;

  constructor(code: string, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
  }
}
/** Too much was asked of Quickbooks: nothing is asked before then. */
export class Throttled extends Error {
  readonly until: Date;

  constructor(until: Date) {
    super(`Quickbooks asks for a rest until ${until.toISOString()}.`);
    this.until = until;
  }
}
/** Nobody knows whether it was done: the same request may be sent again. */
export class NoAnswer extends Error {}

const faultSchema = z.object({
  Fault: z.object({
    Error: z.array(
      z.object({ Message: z.string().default(''), Detail: z.string().default(''), code: z.coerce.string() }),
    ),
  }),
});
const minorVersion = '75';

/** The company's interface of a facility. Everything throws Fault, Throttled or NoAnswer; CallError without a connection. */
export interface Books {
  realmId: string;
  get(path: string): Promise<unknown>;
  /** Of the same `requestId` Quickbooks does one, and answers it again. */
  post(path: string, body: unknown, requestId: string): Promise<unknown>;
  query<Row extends z.ZodType>(entity: string, where: string, row: Row): Promise<z.output<Row>[]>;
}

type Needed = Pick<Services, 'db' | 'get' | 'write' | 'log'>;

export async function openBooks(services: Needed, facilityId: number): Promise<Books> {
  let now = await access(services, facilityId);
  const { realmId } = now;

  async function call(path: string, query: Record<string, string>, body?: unknown): Promise<unknown> {
    const first = await send(now, path, query, body);
    if (first.status !== 401) return answerOf(first);
    // It can end before its time.
    now = await access(services, facilityId, now.token);
    return answerOf(await send(now, path, query, body));
  }
  return {
    realmId,
    get: (path) => call(path, {}),
    post: (path, body, requestId) => call(path, { requestid: requestId }, body),
    async query(entity, where, row) {
      const answer = await call('query', { query: `select * from ${entity} ${where}` });
      const found = z.object({ QueryResponse: z.record(z.string(), z.unknown()) }).parse(answer).QueryResponse[entity];
      return z.array(row).parse(found ?? []);
    },
  };
}

interface Answer {
  status: number;
  retryAfter: string | null;
  body: unknown;
}

async function send({ app, realmId, token }: Access, path: string, query: Record<string, string>, body?: unknown) {
  const address = new URL(`${app.at.api}/v3/company/${realmId}/${path}`);
  address.search = new URLSearchParams({ ...query, minorversion: minorVersion }).toString();
  try {
    const answer = await app.call(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      seconds: 30,
      bytes: 4_000_000,
    });
    const text = await answer.text();
    const retryAfter = answer.headers.get('retry-after');
    return { status: answer.status, retryAfter, body: jsonOf(text) } satisfies Answer;
  } catch (error) {
    throw new NoAnswer('Quickbooks has not answered.', { cause: error });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function answerOf({ status, retryAfter, body }: Answer): unknown {
  if (status === 429) throw new Throttled(restFrom(retryAfter));
  const fault = faultSchema.safeParse(body).data?.Fault.Error[0];
  // Some faults of the company come with a status that is none, and some of the service with code 10000 and the like.
  if (fault && status < 500 && status !== 401) throw new Fault(fault.code, fault.Detail || fault.Message);
  if (status >= 400 || body === null) throw new NoAnswer(`Quickbooks has answered with ${status}.`);
  return body;
}

const longestRest = 3_600_000;

/** Seconds or a date; a minute where it says nothing. */
function restFrom(retryAfter: string | null): Date {
  const now = Date.now();
  const seconds = Number(retryAfter ?? Number.NaN);
  const until = Number.isFinite(seconds) ? now + seconds * 1000 : Date.parse(retryAfter ?? '');
  return new Date(Number.isFinite(until) ? Math.min(Math.max(until, now + 1000), now + longestRest) : now + 60_000);
}

/** A text within a query. */
export const quoted = (text: string): string => `'${text.replace(/[\\']/g, (sign) => `\\${sign}`)}'`;
