import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { cssModules } from '../../../scripts/build/cssModules.ts';
import type { Subject } from '../rules/rule.ts';

/**
 * As the host's own pages have it, but for Trusted Types and inline styles: the host builds antd with changes that obey them, and
 * here is antd as it is installed. The rule `csp` finds markup that is put in as text.
 */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
].join('; ');

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Check</title>
<link rel="stylesheet" href="/sdk.css"><link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script></head><body></body></html>`;

/** Serves a page on loopback that holds the plugin, the SDK and the libraries that are installed beside it. */
export async function servePage({ kit, source, locales }: Subject): Promise<{ address: string; close(): void }> {
  const { client, folder } = source.plugin;
  const { outputFiles } = await build({
    absWorkingDir: source.project.root,
    entryPoints: { page: join(kit.folder, 'cli/browser/page.js') },
    outdir: join(source.project.out, 'check'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    loader: { '.svg': 'dataurl', '.png': 'dataurl', '.woff2': 'dataurl' },
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
    nodePaths: [join(source.project.root, 'node_modules')],
    plugins: [
      {
        name: 'plugin',
        setup(outer) {
          outer.onResolve({ filter: /^plugin:entry$/ }, () => (client === undefined ? null : { path: client }));
          outer.onResolve({ filter: /^plugin:texts$|^vitest$/ }, ({ path }) => ({ path, namespace: 'given' }));
          outer.onLoad({ filter: /.*/, namespace: 'given' }, ({ path }) => ({
            contents:
              path === 'vitest'
                ? 'export const onTestFinished = () => {};'
                : `export default ${JSON.stringify(locales.get('en_US') ?? {})};`,
            resolveDir: folder,
          }));
        },
      },
      cssModules(source.project.root),
    ],
  });
  const files = new Map(
    outputFiles.map(({ path, contents }) => [
      path.slice(path.lastIndexOf('check') + 5).replaceAll('\\', '/'),
      contents,
    ]),
  );
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const send = (type: string, body: string | Uint8Array) =>
      response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body);
    if (pathname === '/') return send('text/html; charset=utf-8', html);
    const file = files.get(pathname) ?? (pathname.endsWith('.css') ? new Uint8Array() : undefined);
    if (pathname === '/sdk.css') return send('text/css', kit.styles);
    if (!file) return response.writeHead(404).end();
    return send(pathname.endsWith('.css') ? 'text/css' : 'text/javascript', file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
