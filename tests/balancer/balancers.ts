import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machines } from './namespaces.ts';

export const siteName = 'parts.example.com';

export interface Balancer {
  /** Most memory that it has had at once, of all its processes, in bytes. */
  memory(): number;
  /** Bytes of requests that lie on its disk now. */
  kept(): number;
  stop(): Promise<void>;
}

/** The configurations that operators read, and nothing else. */
function ofReadme(language: string): string {
  const readme = readFileSync('host/server/README.md', 'utf8');
  const block = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'm').exec(readme)?.[1];
  if (block === undefined) throw new Error(`The README has no configuration of ${language}.`);
  return block;
}

/** The README's lines with the addresses and files of this test in place of its own. */
function filledIn(language: string, nodes: readonly string[], folder: string): string {
  return [
    ['192.0.2.11:4000', nodes[0]],
    ['192.0.2.12:4000', nodes[1]],
    ['/etc/ssl/', `${folder}/`],
  ].reduce((text, [theirs = '', ours = '']) => {
    if (!text.includes(theirs)) throw new Error(`The configuration of ${language} has no ${theirs}.`);
    return text.replaceAll(theirs, ours);
  }, ofReadme(language));
}

/** A certificate and its key, each by itself and both in one file. */
export function makeCertificate(folder: string): string {
  const [certificate, key] = ['pem.certificate', 'key'].map((end) => join(folder, `${siteName}.${end}`));
  const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${siteName}`];
  const names = ['-addext', `subjectAltName=DNS:${siteName}`];
  execFileSync('openssl', ['req', '-x509', ...options, ...names, '-keyout', key ?? '', '-out', certificate ?? ''], {
    stdio: 'ignore',
  });
  const both = [certificate, key].map((file) => readFileSync(file ?? '', 'utf8')).join('');
  writeFileSync(join(folder, `${siteName}.pem`), both);
  return certificate ?? '';
}

export function startNginx(machines: Machines, nodes: readonly string[]): Balancer {
  const folder = join(machines.folder, 'nginx');
  mkdirSync(folder);
  // What every installation has around it, in a folder of the test's.
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  );
  const configuration = `daemon off; user root; worker_processes 1; pid ${folder}/pid; error_log stderr;
    events {} http { access_log off; ${places.join(' ')}
    ${filledIn('nginx', nodes, machines.folder)}}`;
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  return running(machines.start('balancer', 'nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')]), folder);
}

export function startHaproxy(machines: Machines, nodes: readonly string[]): Balancer {
  const folder = join(machines.folder, 'haproxy');
  mkdirSync(folder);
  writeFileSync(join(folder, 'haproxy.cfg'), `global\n${filledIn('haproxy', nodes, machines.folder)}`);
  return running(machines.start('balancer', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]), folder);
}

function running(process: ChildProcess, folder: string): Balancer {
  chmodSync(folder, 0o755);
  let said = '';
  process.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  process.once('exit', (code) => code && console.error(said));
  return {
    memory: () => familyOf(process.pid ?? 0).reduce((sum, pid) => sum + peakOf(pid), 0),
    kept: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
        .reduce((sum, found) => sum + (found?.isFile() ? found.blocks * 512 : 0), 0),
    async stop() {
      if (process.exitCode !== null || process.signalCode !== null) return;
      process.kill('SIGTERM');
      await once(process, 'exit');
    },
  };
}

/** A process and everything under it. */
function familyOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(path) ? readFileSync(path, 'utf8').split(' ').filter(Boolean) : [];
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
}

function peakOf(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}
