import { readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { vi } from 'vitest';
import { createOutboundSocket } from '../../../../../../host/server/outbound/socket.ts';
import { NotHeard, type Driver, type Link, type OpenDriver } from '../../driver.ts';
import { makeIdentity } from '../identity.ts';
import { loadOpcua } from '../library.ts';

/** What no guard of ours holds up: the library at its worst, by the text that a node has. */
const hostile = `
function hostile(text: unknown): void {
  if (text === 'THROW') setImmediate(() => { throw new Error('Nobody catches this.'); });
  if (text === 'REJECT') void Promise.reject(new Error('Nobody looks at this.'));
  if (text === 'LOOP') for (;;);
  if (text === 'LIST') for (const kept: unknown[] = []; ; ) kept.push(new Array(2 ** 27 - 8).fill(text));
}`;

/** By the end of a file's path: what is written in place of what. */
const changes: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'opcua/nodes.ts': [
    ['statusCode, value }: DataValue): void {', 'statusCode, value }: DataValue): void { hostile(value?.value);'],
    ['/** Of a machine whose server', `${hostile}\n/** Of a machine whose server`],
  ],
  'opcua/connection.ts': [
    ['      guard(socket, ', '      void (socket, '],
    ['if (this.sendBufferSize < smallest', 'if (endpointUrl === "" && this.sendBufferSize < smallest'],
  ],
  'apart/program.ts': [['every: 4000', 'every: 1500']],
};

/** Builds the program from the present sources, because the last build may be old. `bare`: without guards, and at its worst. */
export async function buildProgram(bare: boolean): Promise<URL> {
  const outfile = resolve('.build/test-programs', `opcua-${bare ? 'bare' : 'process'}.mjs`);
  const written = `${outfile}.${process.pid}`;
  await build({
    entryPoints: [join(import.meta.dirname, 'program.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['node-opcua-client', 'node-opcua-transport'],
    mainFields: ['module', 'main'],
    outfile: written,
    plugins: [
      {
        name: 'bare',
        setup({ onLoad }) {
          if (!bare) return;
          for (const [file, made] of Object.entries(changes)) {
            onLoad({ filter: new RegExp(`${file.replaceAll('.', '\\.')}$`) }, async ({ path }) => {
              let contents = await readFile(path, 'utf8');
              for (const [before, after] of made) {
                if (!contents.includes(before)) throw new Error(`${file} has no longer: ${before}`);
                contents = contents.replace(before, after);
              }
              return { contents, loader: 'ts' };
            });
          }
        },
      },
    ],
  });
  // Another test file may be loading it.
  await rename(written, outfile);
  return pathToFileURL(outfile);
}

export const connect = createOutboundSocket(['127.0.0.1/32']);
export const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let own: Promise<string> | undefined;

export const linkTo = (endpoint: string, program: URL, more: Partial<Link> = {}): Link => ({
  ...{ endpoint, secret: null, certificate: null, cursor: '', connect, log, program: () => program },
  settings: { security: 'NONE', intervalMs: '100', progressUnit: 'PERCENT' },
  sources: [{ machine: 'SLM-1', settings: { state: 'ns=1;s=State' } }],
  call: () => Promise.reject(new Error('It calls nobody.')),
  own: () => (own ??= loadOpcua().then(makeIdentity)),
  dropped: (last) => Promise.resolve({ readings: [], last, wrong: null }),
  ...more,
});

/** Reads again and again, and begins anew after a failure, as the listener does. */
export function listening(open: OpenDriver, link: Link) {
  const heard = { states: new Array<string>(), why: new Array<string>() };
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    let driver: Driver | null = null;
    while (!stopping.signal.aborted) {
      try {
        driver ??= open(link);
        for (const { vendorState } of await driver.read(stopping.signal)) heard.states.push(vendorState);
        await sleep(50);
      } catch (error) {
        heard.why.push(error instanceof NotHeard ? error.why.message : String(error));
        driver?.close?.();
        driver = null;
        await sleep(300);
      }
    }
    driver?.close?.();
  };
  void run();
  return { ...heard, stop: () => stopping.abort() };
}

export const harmful = 'What this server sends brings down the part that speaks OPC UA.';
