import { Resolver } from 'node:dns/promises';
import type { Sentence } from '@sinter/sdk/contract';
import * as z from 'zod';
import { say } from '../say.ts';

type Ask = (name: string) => Promise<string[][]>;

interface Checked {
  state: 'GOOD' | 'WEAK' | 'WRONG' | 'MISSING' | 'UNKNOWN';
  says: Sentence;
  record: string;
}

const resolver = new Resolver({ timeout: 3_000, tries: 2 });

/** There is no such name, or it has no such record. */
const absent = z.object({ code: z.enum(['ENOTFOUND', 'ENODATA']) });

/** The texts there; `null` where the DNS gives no answer. */
async function textsOf(ask: Ask, name: string): Promise<string[] | null> {
  try {
    return (await ask(name)).map((parts) => parts.join(''));
  } catch (error) {
    return absent.safeParse(error).success ? [] : null;
  }
}

/** What the domain publishes for those who receive mail from it. */
export async function checkDomain(
  domain: string,
  selector: string,
  ask: Ask = (name) => resolver.resolveTxt(name),
): Promise<{ spf: Checked; dkim: Checked; dmarc: Checked }> {
  const [own, key, policy] = await Promise.all([
    textsOf(ask, domain),
    selector === '' ? null : textsOf(ask, `${selector}._domainkey.${domain}`),
    textsOf(ask, `_dmarc.${domain}`),
  ]);
  return { spf: spfOf(own), dkim: dkimOf(selector, key), dmarc: dmarcOf(policy) };
}

const silent: Checked = { state: 'UNKNOWN', says: say('email.dnsSilent'), record: '' };

function spfOf(texts: readonly string[] | null): Checked {
  if (!texts) return silent;
  const found = texts.filter((text) => /^v=spf1(?:\s|$)/i.test(text));
  const [record] = found;
  if (record === undefined) return { state: 'MISSING', says: say('email.spf.missing'), record: '' };
  if (found.length > 1) return { state: 'WRONG', says: say('email.spf.several'), record: found.join('\n') };
  const end = /(?:^|\s)([-~?+]?)all(?:\s|$)/i.exec(record);
  if (!end && !/\sredirect=/i.test(record)) return { state: 'WEAK', says: say('email.spf.open'), record };
  if (end && (end[1] === '' || end[1] === '+')) return { state: 'WRONG', says: say('email.spf.all'), record };
  if (end?.[1] === '?') return { state: 'WEAK', says: say('email.spf.open'), record };
  return { state: 'GOOD', says: say('email.spf.good'), record };
}

function dkimOf(selector: string, texts: readonly string[] | null): Checked {
  if (selector === '') return { state: 'UNKNOWN', says: say('email.dkim.noSelector'), record: '' };
  if (!texts) return silent;
  const record = texts.find((text) => /(?:^|;)\s*p=/i.test(text));
  if (record === undefined) return { state: 'MISSING', says: say('email.dkim.missing', { selector }), record: '' };
  if (/(?:^|;)\s*p=\s*(?:;|$)/i.test(record)) return { state: 'WRONG', says: say('email.dkim.revoked'), record };
  return { state: 'GOOD', says: say('email.dkim.good'), record };
}

function dmarcOf(texts: readonly string[] | null): Checked {
  if (!texts) return silent;
  const found = texts.filter((text) => /^v=DMARC1\s*(?:;|$)/i.test(text));
  const [record] = found;
  if (record === undefined) return { state: 'MISSING', says: say('email.dmarc.missing'), record: '' };
  const policy = /(?:^|;)\s*p=\s*(\w+)/i.exec(record)?.[1]?.toLowerCase();
  if (found.length > 1 || !['none', 'quarantine', 'reject'].includes(policy ?? '')) {
    return { state: 'WRONG', says: say('email.dmarc.wrong'), record: found.join('\n') };
  }
  if (policy === 'none') return { state: 'WEAK', says: say('email.dmarc.none'), record };
  return { state: 'GOOD', says: say('email.dmarc.good'), record };
}
