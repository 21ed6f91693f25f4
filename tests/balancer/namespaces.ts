import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const programs = ['ip', 'nginx', 'haproxy', 'curl', 'openssl'];
const found = (program: string): boolean => succeeds('sh', ['-c', `command -v ${program}`]);

function succeeds(file: string, args: readonly string[]): boolean {
  try {
    execFileSync(file, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Why this machine cannot do it; `null` where it can. */
export function missing(): string | null {
  const absent = programs.filter((program) => !found(program));
  if (absent.length > 0) return `${absent.join(', ')} is not installed`;
  if (process.getuid?.() !== 0) return 'only root may make network namespaces';
  const probe = `sinter-probe-${process.pid}`;
  if (!succeeds('ip', ['netns', 'add', probe])) return 'this machine allows no network namespaces';
  execFileSync('ip', ['netns', 'delete', probe]);
  return null;
}

/**
 * Three machines: this one, on which the nodes listen, a balancer, and a browser that reaches the balancer only. The
 * addresses are of the networks that are kept for measurements.
 */
export interface Machines {
  /** The nodes'. */
  nodes: string;
  /** The balancer's, as the nodes see it. */
  balancer: string;
  /** The balancer's, as browsers see it. */
  site: string;
  browser: string;
  /** For files of theirs. */
  folder: string;
  /** Starts a program on one of them. */
  start(machine: 'balancer' | 'browser', file: string, args: readonly string[]): ChildProcess;
  remove(): void;
}

export function makeMachines(): Machines {
  const number = process.pid % 256;
  const names = { balancer: `sinter-bal-${process.pid}`, browser: `sinter-web-${process.pid}` };
  const [inside, outside] = [`198.18.${number}`, `198.19.${number}`];
  const addresses = { nodes: `${inside}.1`, balancer: `${inside}.10`, site: `${outside}.1`, browser: `${outside}.7` };
  const ip = (...args: string[]): void => void execFileSync('ip', args);
  const [near, far, client] = [`sn${process.pid}`, `sb${process.pid}`, `sc${process.pid}`];
  const site = `ss${process.pid}`;

  for (const name of Object.values(names)) ip('netns', 'add', name);
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', names.balancer);
  ip('-n', names.balancer, 'link', 'add', site, 'type', 'veth', 'peer', 'name', client, 'netns', names.browser);
  const attach = (at: readonly string[], device: string, address: string): void => {
    ip(...at, 'address', 'add', `${address}/24`, 'dev', device);
    ip(...at, 'link', 'set', device, 'up');
  };
  attach([], near, addresses.nodes);
  attach(['-n', names.balancer], far, addresses.balancer);
  attach(['-n', names.balancer], site, addresses.site);
  attach(['-n', names.browser], client, addresses.browser);
  return {
    ...addresses,
    folder: mkdtempSync(join(tmpdir(), 'balancer-')),
    start: (machine, file, args) => spawn('ip', ['netns', 'exec', names[machine], file, ...args]),
    remove: () => {
      for (const name of Object.values(names)) ip('netns', 'delete', name);
    },
  };
}
