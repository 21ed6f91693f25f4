import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../../texts.ts';
import { NotHeard } from '../driver.ts';
import { applicationName, type Identity } from './identity.ts';
import { seconds, type Connection } from './connection.ts';

/** What came of a question, or why nothing did, in words: the library waits for ever in some of its steps. */
export async function answered<Answer>(
  answer: Promise<Answer>,
  connection: Connection,
  identity: Identity,
): Promise<Answer> {
  const stop = new AbortController();
  const late = sleep(seconds * 1000, undefined, { signal: stop.signal }).then(() => {
    throw new NotHeard(say('noAnswer'));
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    if (error instanceof NotHeard) throw error;
    // A server that refuses hangs up as well: what it has said comes first.
    throw refusal(statusOf(error), identity, error) ?? connection.over ?? new NotHeard(say('notOpcua'), error);
  } finally {
    stop.abort();
    late.catch(() => {});
  }
}

/** The name of a status in what the library says: `BadNodeIdUnknown`. */
const statusOf = (error: unknown): string | undefined =>
  error instanceof Error ? /\bBad[A-Z]\w+/.exec(error.message)?.[0] : undefined;

function refusal(status: string | undefined, { fingerprint }: Identity, cause: unknown): NotHeard | null {
  if (status === undefined) return null;
  if (/^Bad(?:UserAccessDenied|IdentityToken\w+)$/.test(status)) return new NotHeard(say('userRefused'), cause);
  if (/^Bad(?:SecurityChecksFailed|Certificate\w+)$/.test(status))
    return new NotHeard(say('clientUntrusted', { name: applicationName, fingerprint }), cause);
  return new NotHeard(say('serverRefused', { status }), cause);
}
