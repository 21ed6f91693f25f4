import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const proxies = (TRUST_PROXY: string | undefined) => readSettings([], { TRUST_PROXY }, false).trustedProxies;

it('takes the proxies it may believe as addresses and networks', () => {
  expect(proxies(undefined)).toEqual([]);
  expect(proxies('')).toEqual([]);
  expect(proxies('192.0.2.10, 198.51.100.0/24 2001:db8::5,2001:db8:1::/48')).toEqual([
    '192.0.2.10',
    '198.51.100.0/24',
    '2001:db8::5',
    '2001:db8:1::/48',
  ]);
});

it.each(['balancer.example.com', '10.0.0.0/33', 'true', '1', '0.0.0.0/0', '10.0.0.5, ::/0'])(
  'does not start with %s, by which it could be deceived',
  (text) => expect(() => proxies(text)).toThrow(/TRUST_PROXY/),
);

const embeds = (EMBED_ORIGINS: string) => readSettings([], { EMBED_ORIGINS }, false).embedOrigins;

it('takes the origins of pages that may show embed documents', () => {
  expect(embeds('')).toEqual([]);
  expect(embeds('https://Intranet.example, http://10.0.0.5:8080/ http://[::1]:3000')).toEqual([
    'https://intranet.example',
    'http://10.0.0.5:8080',
    'http://[::1]:3000',
  ]);
});

it.each(['*', 'https://*.example', 'intranet.example', 'https://a.example/path', "'self'", 'https://a;script-src'])(
  'does not start with %s, which is no origin',
  (text) => expect(() => embeds(text)).toThrow(/EMBED_ORIGINS/),
);
