import { generateKeyPairSync, webcrypto } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ManifestPlugin } from '#registry/manifest';
import { keyIdOf, publicKeyText, signPackage } from '#registry/signing';
import { pluginOf } from './fixtures.ts';
import { createVerify } from './signature.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const text = publicKeyText(publicKey);
const keyId = keyIdOf(text);
const plain = pluginOf('acme.nesting');
const { id, version, entry, styles, files, depcache } = plain;
const signed: ManifestPlugin = {
  ...plain,
  signature: signPackage({ id, version, entry, styles, files, depcache }, keyId, privateKey),
};
const verify = createVerify(() => ({ [keyId]: text }), webcrypto.subtle);
const refused = { name: 'PluginFailure', kind: 'integrity' };

it('takes a package whose list of files is the signed one', async () => {
  await expect(verify(signed)).resolves.toBeUndefined();
});

it('refuses a list that was changed in anything', async () => {
  const changes: Partial<ManifestPlugin>[] = [
    { version: '1.0.1' },
    { entry: 'page.js' },
    { styles: [] },
    { files: { ...files, 'entry.js': `sha384-${'B'.repeat(64)}` } },
    { depcache: { 'entry.js': ['page.js'] } },
  ];
  for (const change of changes) await expect(verify({ ...signed, ...change })).rejects.toMatchObject(refused);
});

it('refuses what is not signed, or by a key that the manifest does not have', async () => {
  await expect(verify(plain)).rejects.toMatchObject(refused);
  await expect(createVerify(() => ({}), webcrypto.subtle)(signed)).rejects.toMatchObject(refused);
  const other = publicKeyText(generateKeyPairSync('ed25519').publicKey);
  await expect(createVerify(() => ({ [keyId]: other }), webcrypto.subtle)(signed)).rejects.toMatchObject(refused);
  await expect(createVerify(() => ({ [keyId]: 'AAAA' }), webcrypto.subtle)(signed)).rejects.toMatchObject(refused);
});

it('leaves it to the server where the page has no WebCrypto', async () => {
  await expect(createVerify(() => ({}), undefined)(plain)).resolves.toBeUndefined();
});
