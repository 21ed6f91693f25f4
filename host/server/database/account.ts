import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** How to spawn a command as the account that runs the database server. */
export interface Account {
  /** Undefined: as ourselves. */
  ids?: { uid: number; gid: number };
  /** Turns a command into the one to spawn, with its spawn options. */
  command(file: string, args: string[]): { file: string; args: string[]; uid?: number; gid?: number };
}

/**
 * PostgreSQL refuses to run as root, so root starts it as the owner of its existing folder, else as `postgres`, else
 * as `nobody`. Where that account cannot reach one of `paths` (a checkout under /root), the server alone is given the
 * capability to pass through closed folders; nobody's folder modes are changed.
 */
export function serverAccount(cluster: string, paths: string[]): Account {
  if (process.getuid?.() !== 0) return { command: (file, args) => ({ file, args }) };
  const ids = ownerOf(cluster) ?? accountNamed('postgres') ?? accountNamed('nobody');
  if (!ids) throw new Error('PostgreSQL cannot run as root and there is no account `postgres` or `nobody`.');
  const blocked = paths.find((path) => !canReach(path, ids));
  if (blocked === undefined) return { ids, command: (file, args) => ({ file, args, ...ids }) };
  if (!existsSync('/usr/bin/setpriv')) {
    throw new Error(`The account that runs the database (uid ${ids.uid}) cannot reach ${blocked}: move it or open it.`);
  }
  const drop = [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups'];
  const pass = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  return {
    ids,
    command: (file, args) => ({ file: '/usr/bin/setpriv', args: [...drop, ...pass, '--', file, ...args] }),
  };
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  if (!existsSync(path)) return undefined;
  const { uid, gid } = statSync(path);
  return uid === 0 ? undefined : { uid, gid };
}

function accountNamed(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

function canReach(path: string, { uid, gid }: { uid: number; gid: number }): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode, uid: owner, gid: group } = statSync(folder);
    const search = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & search) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
