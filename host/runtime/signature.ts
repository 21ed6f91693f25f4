import { canonicalJson } from '#registry/canonical';
import type { ManifestPlugin } from '#registry/manifest';
import { PluginFailure } from './failure.ts';

/** The part of WebCrypto that checks signatures. */
export type Subtle = Pick<SubtleCrypto, 'digest' | 'importKey' | 'verify'>;
/** Fails with a `PluginFailure` unless the list of the plugin's files is the one that was signed. */
export type Verify = (plugin: ManifestPlugin) => Promise<void>;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const text = (content: string) => new TextEncoder().encode(content);

/**
 * `subtle` is missing where a page is neither on https nor on this machine, and old browsers know no Ed25519: there the server's own
 * check is all there is.
 */
export function createVerify(keys: () => Readonly<Record<string, string>>, subtle: Subtle | undefined): Verify {
  return async ({ id, version, entry, styles, files, depcache, signature }) => {
    if (!subtle) return;
    const refuse = (why: string): never => {
      throw new PluginFailure('integrity', `The package of ${id} ${why}.`);
    };
    const publicKey = signature ? keys()[signature.keyId] : undefined;
    if (!signature || publicKey === undefined) return refuse('is not signed');
    const key = await subtle
      .importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify'])
      .catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'NotSupportedError') return null;
        return refuse('has a signature that cannot be checked');
      });
    if (!key) return;
    const content = canonicalJson({ id, version, entry, styles, files, depcache });
    const hash = hex(await subtle.digest('SHA-256', text(content)));
    if (!(await subtle.verify('Ed25519', key, bytesOf(signature.value), text(hash)))) {
      refuse('is not the one that was signed');
    }
  };
}
