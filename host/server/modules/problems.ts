import type { Sentence } from '@sinter/sdk/contract';
import type { Manifest } from '#registry/manifest';
import type { InstalledPlugin, ResolveInput } from '#registry/resolve';
import { satisfies } from '#registry/versions';
import { say } from '../say.ts';

/** Why a plugin does not run although nobody has switched it off; `null`: it does. */
export function problemOf(
  { descriptor, package: built }: InstalledPlugin,
  { host, installed: all }: Pick<ResolveInput, 'host' | 'installed'>,
  absent: Manifest['absent'],
): Sentence | null {
  const installed = new Set(all.map((one) => one.descriptor.id));
  const ofPackage = packageProblem(built);
  if (ofPackage) return ofPackage;
  if (!satisfies(host.sdk, descriptor.sdk)) {
    return say('module.otherSdk', { range: descriptor.sdk, version: host.sdk });
  }
  const modules = descriptor.shared.filter((module) => !host.shared.includes(module));
  if (modules.length > 0) return say('module.notShared', { modules });
  const gone = new Set(absent.flatMap(({ kind, id }) => (kind === 'plugin' ? [id] : [])));
  const lacking = absent.find(({ kind, id }) => kind === 'plugin' && id === descriptor.id);
  if (lacking?.code === 'dependency-off' || lacking?.code === 'dependency-cycle') {
    return say('module.needs', { modules: descriptor.requires.filter((id) => gone.has(id) || !installed.has(id)) });
  }
  return lacking?.code === 'not-verified' ? say('module.unreadable') : null;
}

export function packageProblem(built: InstalledPlugin['package']): Sentence | null {
  switch (built.state) {
    case 'ready':
    case 'server-only':
      return null;
    case 'not-built':
      return say('module.notBuilt');
    case 'not-verified':
      return built.changedFile === null ? say('module.unreadable') : say('module.changed', { file: built.changedFile });
    case 'not-signed':
      return say('module.notSigned');
    case 'revoked':
      return say('module.revoked', { key: built.keyId, reason: built.reason });
    case 'blocked':
      return say('module.blocked', { reason: built.reason });
    case 'twice':
      return say('module.twice', { folders: built.folders });
  }
}
