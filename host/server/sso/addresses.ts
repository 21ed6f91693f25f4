import { isLoopback } from '../http/loopback.ts';

/** What identity providers and browsers are told about this site, and which addresses are followed. */

export const siteAddresses = (publicUrl: string) => ({
  entityId: `${publicUrl}/saml/metadata`,
  acsURL: `${publicUrl}/saml/acs`,
  metadataURL: `${publicUrl}/saml/metadata`,
  oidcRedirectURL: `${publicUrl}/oidc/callback`,
});

/** An address that secrets and people may be sent to: https, or a provider on this very machine. */
export function isTrusted(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const address = new URL(text);
  if (address.username !== '' || address.password !== '') return false;
  return address.protocol === 'https:' || (address.protocol === 'http:' && isLoopback(address));
}

/** Where somebody goes on after signing in: a path of this site, else the landing page. */
export function landing(publicUrl: string, wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > 2000 || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(wanted)) return '/';
  const site = new URL(publicUrl);
  if (!URL.canParse(wanted, site)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, site);
  // Dots are resolved by now: a path may have become the beginning of another host.
  return origin === site.origin && !pathname.startsWith('//') ? pathname + search + hash : '/';
}
