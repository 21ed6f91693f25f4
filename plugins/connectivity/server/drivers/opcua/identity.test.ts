import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { NotHeard } from '../driver.ts';
import { selfSigned } from '../mqtt/testing.ts';
import { identityOf, makeIdentity, requireStrong, sameFingerprint } from './identity.ts';
import { loadOpcua } from './library.ts';

const why = (certificate: Uint8Array): string => {
  try {
    requireStrong(certificate);
    return '';
  } catch (error) {
    return error instanceof NotHeard ? error.why.message : String(error);
  }
};

it('takes certificates that the library can work with, and says of others what is wrong with them', async () => {
  const { provider } = await identityOf({ own: async () => makeIdentity(await loadOpcua()) });
  expect(why(provider.getCertificate())).toBe('');
  expect(why(new X509Certificate(selfSigned('localhost').cert).raw)).toMatch(
    /^The certificate of the server is too weak for this security/,
  );
  expect(why(Buffer.from('none'))).toBe('Something answers, but it is not an OPC UA server.');
});

it('knows a fingerprint however somebody has written it down', () => {
  expect(sameFingerprint('AA:0b 1C', 'aa0b1c')).toBe(true);
  expect(sameFingerprint('AA:0B', 'AA:0C')).toBe(false);
});
