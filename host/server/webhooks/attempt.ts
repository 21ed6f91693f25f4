import type { Outbound } from '@sinter/sdk/server';
import { isForbidden } from '../outbound/outbound.ts';
import type { Target } from './receivers.ts';
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
}

export interface Sent {
  messageId: string;
  body: string;
}

const seconds = 20;

/** Sends one message in the form of Standard Webhooks. Throws only when `signal` ends it. */
export async function attempt(
  call: Outbound,
  { address, sign }: Target,
  { messageId, body }: Sent,
  signal: AbortSignal,
): Promise<Outcome> {
  const began = Date.now();
  const timestamp = String(Math.floor(began / 1000));
  const outcome = (problem: Problem | null, code: number | null, wished: number | null = null): Outcome => ({
    ...{ problem, code, wished },
    ms: Date.now() - began,
  });
  try {
    const { status, headers } = await call(address, {
      method: 'POST',
      body,
      seconds,
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Sinter-Webhooks/1',
        'webhook-id': messageId,
        'webhook-timestamp': timestamp,
        'webhook-signature': sign(`${messageId}.${timestamp}.${body}`),
      },
    });
    if (status >= 200 && status < 300) return outcome(null, status);
    if (status === 410) return outcome('GONE', status);
    const wished = wishOf(headers.get('retry-after'), Date.now());
    return outcome(status >= 300 && status < 400 ? 'REDIRECT' : 'STATUS', status, wished);
  } catch (error) {
    if (signal.aborted) throw error;
    if (isForbidden(error)) return outcome('FORBIDDEN', null);
    return outcome(error instanceof Error && /abort|timeout/i.test(error.name) ? 'TIMEOUT' : 'UNREACHABLE', null);
  }
}
