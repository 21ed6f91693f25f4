import type { Outbound, WebhookTarget } from '@sinter/sdk/server';
import { isForbidden } from '../outbound/outbound.ts';
import { wishOf } from './retries.ts';

/** Why an attempt counts as failed. */
export type Problem = 'STATUS' | 'REDIRECT' | 'GONE' | 'TIMEOUT' | 'UNREACHABLE' | 'FORBIDDEN' | 'OFF';

/** What came of one attempt. */
export interface Outcome {
  /** `null`: delivered. */
  problem: Problem | null;
  code: number | null;
  ms: number;
  /** Seconds that the receiver wants to be left alone. */
  wished: number | null;
  /** Lines of `name: value`. */
  requestHead: string;
  responseHead: string | null;
}

export interface Sent {
  messageId: string;
  body: string;
}

const seconds = 20;

const largestHead = 4000;

/** As the database can keep it. */
const headOf = (lines: Iterable<[string, string]>): string =>
  [...lines]
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
    .replaceAll('\0', '')
    .slice(0, largestHead);

/** Sends one message in the form of Standard Webhooks. Throws only when `signal` ends it. */
export async function attempt(
  call: Outbound,
  { address, sign }: WebhookTarget,
  { messageId, body }: Sent,
  signal: AbortSignal,
): Promise<Outcome> {
  const began = Date.now();
  const timestamp = String(Math.floor(began / 1000));
  const sent = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Sinter-Webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': sign(`${messageId}.${timestamp}.${body}`),
  };
  const requestHead = `POST ${address.pathname}${address.search}\n${headOf(Object.entries(sent))}`;
  const outcome = (problem: Problem | null, answer: Response | null, wished: number | null = null): Outcome => ({
    ...{ problem, code: answer?.status ?? null, wished, requestHead },
    responseHead: answer && headOf(answer.headers),
    ms: Date.now() - began,
  });
  try {
    const answer = await call(address, { method: 'POST', body, seconds, signal, headers: sent });
    const { status, headers } = answer;
    if (status >= 200 && status < 300) return outcome(null, answer);
    if (status === 410) return outcome('GONE', answer);
    const wished = wishOf(headers.get('retry-after'), Date.now());
    return outcome(status >= 300 && status < 400 ? 'REDIRECT' : 'STATUS', answer, wished);
  } catch (error) {
    if (signal.aborted) throw error;
    if (isForbidden(error)) return outcome('FORBIDDEN', null);
    return outcome(error instanceof Error && /abort|timeout/i.test(error.name) ? 'TIMEOUT' : 'UNREACHABLE', null);
  }
}
