import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writePackageFile } from '#registry/packageFile';
import type { PackageFiles } from '#registry/packages';
import { fileIntegrity, keyIdOf, publicKeyText, signPackage } from '#registry/signing';
import { submitExtension } from '@sinter/sdk/contract/host/extensionReview';
import type { TestClient } from '../testing.ts';

/** Makes keys and packages of a vendor for tests. */

export interface VendorKey {
  id: string;
  text: string;
  privateKey: KeyObject;
}
export function vendorKey(): VendorKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const text = publicKeyText(publicKey);
  return { id: keyIdOf(text), text, privateKey };
}

export interface PackageOptions {
  id?: string;
  version?: string;
  scopes?: readonly string[];
  /** More files, or others in place of the usual ones. */
  files?: Readonly<Record<string, string>>;
  descriptor?: Readonly<Record<string, unknown>>;
  key?: VendorKey;
}

export function packageOf({
  id = 'acme.nesting',
  version = '1.0.0',
  scopes = ['orders:read'],
  files: more = {},
  descriptor = {},
  key,
}: PackageOptions = {}): Uint8Array<ArrayBuffer> {
  const about = {
    id,
    version,
    publisher: 'Acme',
    title: 'Nesting',
    sdk: '^1.0.0',
    shared: ['react'],
    contributes: {
      pages: [
        {
          id: 'main',
          path: `/apps/${id}`,
          title: 'page.title',
          guard: { kind: 'member', roles: ['ROLE_SERVICE_PROVIDER'] },
          menu: { section: 'apps', order: 10, icon: 'app', label: 'page.title' },
        },
      ],
    },
    scopes: scopes.map((scope) => ({ scope, reason: 'reason' })),
    ...descriptor,
  };
  const texts: Record<string, string> = {
    'plugin.json': JSON.stringify(about),
    'index.js': `System.register([],()=>({}))/* ${version} */`,
    'locales/en_US.json': JSON.stringify({ 'module.title': 'Nesting', 'page.title': 'Nests', reason: 'It needs it' }),
    ...more,
  };
  const contents = new Map(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  const files: PackageFiles = {
    id,
    version,
    entry: 'index.js',
    styles: Object.keys(more).filter((path) => path.endsWith('.css')),
    files: Object.fromEntries([...contents].map(([path, content]) => [path, fileIntegrity(content)])),
    depcache: {},
  };
  const signature = key ? signPackage(files, key.id, key.privateKey) : null;
  return Uint8Array.from(writePackageFile({ files, signature, contents }));
}

/** Submits a package as `sinter-plugin publish` does. Rejects with what the server answers. */
export async function submit(client: TestClient, file: Uint8Array<ArrayBuffer>, changes = 'New.') {
  const response = await client.send(submitExtension.path, 'package.sinterplugin', file, { changes });
  const answer: unknown = await response.json();
  if (!response.ok) throw answer;
  return submitExtension.response.parse(answer);
}
