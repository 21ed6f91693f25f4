import { unzipSync, zipSync } from 'fflate';
import type { PackageFiles, PackageSignature } from '../../registry/packages.ts';

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value, null, 1));
/** So that the same files give the same bytes. */
const mtime = new Date('2020-01-01T00:00:00');

export const writePackage = (
  list: PackageFiles,
  files: ReadonlyMap<string, Uint8Array>,
  signature?: PackageSignature,
): Uint8Array =>
  zipSync(
    {
      ...Object.fromEntries(files),
      'files.json': json(list),
      ...(signature && { 'signature.json': json(signature) }),
    },
    { mtime },
  );

export const readPackage = (bytes: Uint8Array): Map<string, Uint8Array> => new Map(Object.entries(unzipSync(bytes)));
