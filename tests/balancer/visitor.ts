import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { siteName } from './balancers.ts';
import type { Machines } from './namespaces.ts';

export interface Answer {
  status: number;
  /** `2` for HTTP/2. */
  version: string;
  headers: string;
  body: string;
}

export interface Sent {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  json?: unknown;
  /** Path of a file to send as the form's `file`. */
  file?: string;
}

/** Somebody on the browser's machine: keeps cookies as a browser does, echoes the token, trusts the certificate only. */
export interface Visitor {
  visit(path: string, sent?: Sent): Promise<Answer>;
  /** What an open stream has brought so far. */
  listen(path: string): { heard: () => string; close(): Promise<void> };
}

export function newVisitor(machines: Machines, certificate: string, name: string): Visitor {
  const jar = join(machines.folder, `${name}.cookies`);
  writeFileSync(jar, '');
  const common = ['-sS', '--cacert', certificate, '--resolve', `${siteName}:443:${machines.site}`, '-b', jar];
  const curl = (args: readonly string[]) => machines.start('browser', 'curl', [...common, ...args]);
  const csrf = (): string => /\S*XSRF-TOKEN\t(\S+)/.exec(readFileSync(jar, 'utf8'))?.[1] ?? '';
  return {
    async visit(path, { method = 'GET', headers = {}, json, file } = {}) {
      const all = { 'x-xsrf-token': csrf(), origin: `https://${siteName}`, ...headers };
      const program = curl([
        ...['-c', jar, '-i', '-w', '\n%{http_version} %{response_code}', '-X', method],
        ...Object.entries(all).flatMap(([key, value]) => ['-H', `${key}: ${value}`]),
        ...(json === undefined ? [] : ['-H', 'content-type: application/json', '-d', JSON.stringify(json)]),
        ...(file === undefined ? [] : ['-H', 'expect:', '-F', `file=@${file}`]),
        `https://${siteName}${path}`,
      ]);
      let [text, said] = ['', ''];
      program.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
      program.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
      await once(program, 'close');
      const [version, status] = text.slice(text.lastIndexOf('\n') + 1).split(' ');
      if (!Number(status)) throw new Error(`No answer to ${path}: ${said}`);
      const [head = '', ...rest] = text.slice(0, text.lastIndexOf('\n')).split('\r\n\r\n');
      return { status: Number(status), version: version ?? '', headers: head, body: rest.join('\r\n\r\n') };
    },
    listen(path) {
      const program = curl(['-N', `https://${siteName}${path}`]);
      let heard = '';
      program.stdout?.on('data', (chunk: Buffer) => (heard += chunk.toString()));
      return {
        heard: () => heard,
        async close() {
          program.kill('SIGTERM');
          if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
        },
      };
    },
  };
}
