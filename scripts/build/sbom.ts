import { type Lock, type LockedPackage, nameAt, resolveFrom, shipped } from './lock.ts';

interface Component {
  type: 'application' | 'library';
  'bom-ref': string;
  name: string;
  version: string;
  scope?: 'required' | 'optional';
  hashes?: { alg: 'SHA-512'; content: string }[];
  licenses?: [License];
  purl: string;
}
type License = { license: { id: string } | { name: string } } | { expression: string };

/** A bill of materials as CycloneDX 1.6 has it. */
export interface Sbom {
  bomFormat: 'CycloneDX';
  specVersion: '1.6';
  version: 1;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** All that the product runs with, from the lock file alone: the same lock gives the same text. */
export function sbomOf(lock: Lock): Sbom {
  const own = purlOf(lock.name, lock.version);
  const components = new Map<string, Component>();
  const dependsOn = new Map<string, Set<string>>([[own, new Set()]]);
  const refOf = (path: string): string => purlOf(nameAt(path), lock.packages[path]?.version ?? '');
  const packages = shipped(lock);
  const paths = new Set(packages.map(([path]) => path));
  const link = (ref: string, path: string, { dependencies, optionalDependencies, peerDependencies }: LockedPackage) => {
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    const refs = dependsOn.get(ref) ?? new Set();
    for (const name of names) {
      const found = resolveFrom(lock, path, name);
      if (found !== undefined && paths.has(found)) refs.add(refOf(found));
    }
    dependsOn.set(ref, refs);
  };
  // The project and its own folders are one product.
  for (const [path, one] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/')) link(own, path, one);
  }
  for (const [path, one] of packages) {
    const ref = refOf(path);
    components.set(ref, componentOf(nameAt(path), ref, one));
    link(ref, path, one);
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': own, name: lock.name, version: lock.version, purl: own },
    },
    components: [...components.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1)),
    dependencies: [...dependsOn].map(([ref, refs]) => ({ ref, dependsOn: [...refs].sort() })),
  };
}

/** Licenses that a package states in a file of its own, and not in its package.json. */
const inLicenseFile: Readonly<Record<string, string>> = { 'png-js': 'MIT', precond: 'MIT' };

function componentOf(
  name: string,
  ref: string,
  { version, license = inLicenseFile[name], integrity, optional }: LockedPackage & { version: string },
): Component {
  const hash = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
  return {
    type: 'library',
    'bom-ref': ref,
    name,
    version,
    scope: optional ? 'optional' : 'required',
    ...(hash !== undefined && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
    ...(license !== undefined && { licenses: [licenseOf(license)] }),
    purl: ref,
  };
}

/** `MIT`, `(MIT OR Apache-2.0)`, or words of the author's. */
function licenseOf(text: string): License {
  if (/ (OR|AND|WITH) /.test(text)) return { expression: text };
  return { license: /^[\w.+-]+$/.test(text) ? { id: text } : { name: text } };
}

const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;
