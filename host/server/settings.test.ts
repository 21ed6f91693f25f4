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

const replies = (over: NodeJS.ProcessEnv) =>
  readSettings([], { HOST: '192.0.2.11', MAIL_REPLIES_DOMAIN: 'Replies.example', ...over }, false).replies;

it('receives no emails unless it has a domain for them', () => {
  expect(replies({ MAIL_REPLIES_DOMAIN: undefined })).toBeUndefined();
  expect(replies({ MAIL_REPLIES_DOMAIN: '' })).toBeUndefined();
  expect(replies({})).toEqual({ domain: 'replies.example', host: '192.0.2.11', port: 25, certificate: undefined });
  const files = { MAIL_REPLIES_CERT: '/cert.pem', MAIL_REPLIES_KEY: '/key.pem' };
  expect(replies({ MAIL_REPLIES_PORT: '2525', MAIL_REPLIES_HOST: '0.0.0.0', ...files })).toMatchObject({
    ...{ host: '0.0.0.0', port: 2525, certificate: { cert: '/cert.pem', key: '/key.pem' } },
  });
});

it.each([
  { MAIL_REPLIES_DOMAIN: 'a@b.example' },
  { MAIL_REPLIES_DOMAIN: 'b example' },
  { MAIL_REPLIES_CERT: '/c.pem' },
])('does not start with %j', (over) => expect(() => replies(over)).toThrow(/MAIL_REPLIES_/));
