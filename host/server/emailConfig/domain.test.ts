import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDomain } from './domain.ts';
import { testDnsServer } from './testing.ts';

const texts = new Map<string, string[]>();
let dns: Awaited<ReturnType<typeof testDnsServer>>;
beforeAll(async () => void (dns = await testDnsServer(texts)));
afterAll(() => dns.close());

const states = async (selector = 'mail') => {
  const { spf, dkim, dmarc } = await checkDomain('print.example', selector, dns.resolveTxt);
  return [spf.state, dkim.state, dmarc.state];
};

test('a domain that publishes nothing lacks everything', async () => {
  expect(await states()).toEqual(['MISSING', 'MISSING', 'MISSING']);
  expect(await states('')).toEqual(['MISSING', 'UNKNOWN', 'MISSING']);
});

test('what is published well is good, in pieces too', async () => {
  texts.set('print.example', ['google-site-verification=x', `v=spf1 ${'ip4:198.51.100.7 '.repeat(20)}-all`]);
  texts.set('mail._domainkey.print.example', [`v=DKIM1; k=rsa; p=${'A'.repeat(390)}`]);
  texts.set('_dmarc.print.example', ['v=DMARC1; p=quarantine; rua=mailto:dmarc@print.example']);
  expect(await states()).toEqual(['GOOD', 'GOOD', 'GOOD']);
});

test.each([
  ['v=spf1 include:_spf.example.com ?all', 'WEAK'],
  ['v=spf1 include:_spf.example.com', 'WEAK'],
  ['v=spf1 redirect=_spf.example.com', 'GOOD'],
  ['v=spf1 +all', 'WRONG'],
  ['v=spf1 all', 'WRONG'],
  ['v=spf10 -all', 'MISSING'],
])('the SPF record %j is %s', async (record, state) => {
  texts.set('print.example', [record]);
  expect((await states())[0]).toBe(state);
});

test('several records, an empty key, and a policy that only watches are told', async () => {
  texts.set('print.example', ['v=spf1 -all', 'v=spf1 mx ~all']);
  texts.set('mail._domainkey.print.example', ['v=DKIM1; p=']);
  texts.set('_dmarc.print.example', ['v=DMARC1; p=none']);
  expect(await states()).toEqual(['WRONG', 'WRONG', 'WEAK']);
  texts.set('_dmarc.print.example', ['v=DMARC1; p=sometimes']);
  expect((await states())[2]).toBe('WRONG');
});

test('a DNS that is silent is no proof of anything', async () => {
  const silent = () => Promise.reject(Object.assign(new Error('late'), { code: 'ETIMEOUT' }));
  const { spf, dkim, dmarc } = await checkDomain('print.example', 'mail', silent);
  expect([spf.state, dkim.state, dmarc.state]).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN']);
});
