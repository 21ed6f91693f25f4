import * as z from 'zod';
import { say } from '../texts.ts';
import { NotHeard, type Link } from './driver.ts';

const longest = 4 * 1024 * 1024;

/** GET below the endpoint. `accepted`: further answers that say something. Throws `NotHeard` with what a person can do about it. */
export async function ask(
  { endpoint, call }: Link,
  path: string,
  signal: AbortSignal,
  headers: Record<string, string> = {},
  accepted: readonly number[] = [],
): Promise<Response> {
  const answer = await call(`${endpoint}${path}`, { headers, signal, seconds: 8, bytes: longest }).catch(
    (error: unknown) => {
      throw notHeard(error);
    },
  );
  if (answer.ok || accepted.includes(answer.status)) return answer;
  if (answer.status === 401 || answer.status === 403) throw new NotHeard(say('secretRefused'));
  if (answer.status === 404) throw new NotHeard(say('notThere', { path }));
  throw new NotHeard(say('answered', { status: String(answer.status) }));
}

const coded = z.object({ code: z.string() });

/** What a system or a library calls it. */
export const codeOf = (error: unknown): string => coded.safeParse(error).data?.code ?? '';

/** Nobody that is trusted has issued the certificate. */
export const untrusted = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+)$/;
/** The other end speaks no TLS, or none that we speak. */
const unencrypted = /^(?:EPROTO|ERR_SSL_\w+)$/;

/** Why nobody was reached, in words. */
export function notHeard(error: unknown): NotHeard {
  if (error instanceof NotHeard) return error;
  if (error instanceof Error && error.name === 'ForbiddenAddress') return new NotHeard(say('networkForbidden'), error);
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new NotHeard(say('nameUnknown'), error);
  if (code === 'ECONNREFUSED') return new NotHeard(say('refused'), error);
  if (code === 'CERT_HAS_EXPIRED') return new NotHeard(say('certificateExpired'), error);
  if (code === 'CERT_NOT_YET_VALID') return new NotHeard(say('certificateEarly'), error);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return new NotHeard(say('certificateName'), error);
  if (unencrypted.test(code)) return new NotHeard(say('notEncrypted'), error);
  if (untrusted.test(code)) return new NotHeard(say('certificateUntrusted'), error);
  if (error instanceof Error && error.message.includes('too large')) return new NotHeard(say('notUnderstood'), error);
  return new NotHeard(say('noAnswer'), error);
}

/** JSON of that shape. */
export async function askJson<S extends z.ZodType>(schema: S, answer: Response): Promise<z.output<S>> {
  const parsed = schema.safeParse(await answer.json().catch(() => undefined));
  if (!parsed.success) throw new NotHeard(say('notUnderstood'), parsed.error);
  return parsed.data;
}

/** A line of a machine, as it may be shown and stored: no database holds half of a surrogate pair. */
export const line = (text: string, longest: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .replace(/\p{Cs}$/u, '');
/** The same, or `null` where it says nothing. */
export const lineOrNull = (text: string | null | undefined, longest: number): string | null =>
  line(text ?? '', longest) || null;

export const share = (part: number | null | undefined): number | null =>
  part == null || !Number.isFinite(part) ? null : Math.min(1, Math.max(0, part));
export const whole = (number: number | null | undefined): number | null =>
  number == null || !Number.isFinite(number) || number < 0 ? null : Math.round(number);
