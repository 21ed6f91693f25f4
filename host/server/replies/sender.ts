import type { Resolve } from './resolver.ts';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import { spf } from 'mailauth/lib/spf/index.js';

export interface Carried {
  raw: Buffer;
  /** What it says it is from. */
  from: string;
  /** Of the envelope. */
  sender: string;
  /** Who brought it. */
  ip: string;
  helo: string;
}

const longestMs = 20_000;

/**
 * Whether the domain that an email says it is from stands by it, as far as the domain publishes that others must not use its name
 * (DMARC: `p=quarantine` or `p=reject`). UNKNOWN: its DNS does not answer now.
 */
export async function standsBy(mail: Carried, resolve: Resolve): Promise<'YES' | 'NO' | 'UNKNOWN'> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<'UNKNOWN'>((done) => {
    limit = setTimeout(() => done('UNKNOWN'), longestMs);
  });
  try {
    return await Promise.race([check(mail, resolve), late]);
  } finally {
    clearTimeout(limit);
  }
}

async function check({ raw, from, sender, ip, helo }: Carried, resolver: Resolve): Promise<'YES' | 'NO' | 'UNKNOWN'> {
  const judge = async (by: Pick<Parameters<typeof dmarc>[0], 'dkimDomains' | 'spfDomains'>) => {
    const found = await dmarc({ headerFrom: from, resolver, ...by });
    if (!found || found.status.result === 'temperror') return 'UNKNOWN';
    return found.status.result === 'fail' && (found.policy === 'reject' || found.policy === 'quarantine')
      ? 'NO'
      : 'YES';
  };
  // Most domains are done with here, or with their signature.
  const first = await judge({ dkimDomains: [], spfDomains: [] });
  if (first !== 'NO') return first;
  const { results } = await dkimVerify(raw, { resolver, sender });
  const dkimDomains = results
    .filter(({ status }) => status.result === 'pass')
    .map(({ id, signingDomain, status }) => ({ id, domain: signingDomain, aligned: status.aligned }));
  const signed = await judge({ dkimDomains, spfDomains: [] });
  if (signed !== 'NO') return signed;
  const { status, domain } = await spf({ resolver, ip, helo, sender, mta: 'replies' });
  if (status.result === 'pass') return judge({ dkimDomains, spfDomains: [domain] });
  const undecided = status.result === 'temperror' || results.some((one) => one.status.result === 'temperror');
  return undecided ? 'UNKNOWN' : 'NO';
}
