import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { Networks } from '../outbound/networks.ts';
import { say } from '../say.ts';

export interface AddressRules {
  /** Nobody but this machine reaches the server, and so its own addresses are of use. */
  atHome: boolean;
  networks: Networks;
}

/** A name server that does not answer is no reason to wait for long: browsers ask their own. */
const longestLookup = 2_000;

/** The address of a link app. Throws INVALID_INPUT, by the field `appURL`, with what is wrong with it. */
export async function requireAddress(text: string, rules: AddressRules): Promise<URL> {
  const refused = (sentence: Sentence) => new CallError('INVALID_INPUT', sentence, { fields: { appURL: sentence } });
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || !/^https?:\/\/[^/\\]/i.test(text)) {
    throw refused(say('link.badAddress'));
  }
  if (url.username !== '' || url.password !== '') throw refused(say('link.userInAddress'));
  if (url.hash !== '' || text.includes('#')) throw refused(say('link.fragment'));
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const found = isIP(host) ? [host] : await resolved(host);
  const { networks, atHome } = rules;
  const ownMachine = host === 'localhost' || (isIP(host) !== 0 && /^(?:127\.|::1$)/.test(host));
  if (ownMachine && atHome) return url;
  const allowed = found.length > 0 && found.every(networks.isAllowed);
  const local =
    host === 'localhost' || !(isIP(host) || host.includes('.')) || /\.(?:localhost|local|internal)$/.test(host);
  if (!allowed && (local || !found.every(networks.mayCall))) throw refused(say('link.privateAddress', { host }));
  if (url.protocol === 'http:' && !allowed) throw refused(say('link.badAddress'));
  return url;
}

async function resolved(host: string): Promise<string[]> {
  const late = AbortSignal.timeout(longestLookup);
  const asked = lookup(host, { all: true }).then((all) => all.map(({ address }) => address));
  const gaveUp = new Promise<string[]>((resolve) => late.addEventListener('abort', () => resolve([])));
  return Promise.race([asked.catch(() => []), gaveUp]);
}
