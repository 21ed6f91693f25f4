import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from '@sinter/sdk/contract';
import { appManifestPath, keepHeader, keptPlace, workerPath, type KeptFile } from '#registry/kept';
import type { Manifest } from '#registry/manifest';
import { match } from '#registry/pages';
import type { FrontDoors } from '../doors/doors.ts';
import { privateHeaders } from '../http/headers.ts';
import type { ImportMap, WebBuild } from '../modules/buildOutput.ts';
import type { RoomDb } from '../records/tables.ts';
import type { LanguageKey } from '../texts/languages.ts';
import { readTheme } from '../theme/theme.ts';
import { sendFile, type WebBuildFiles } from './files.ts';
import { iconOf } from './page.ts';
import { preloadsOf } from './preloads.ts';

/** Is this the worker's request for the document that it keeps? Other sites cannot send the header. */
export const isKept = ({ headers }: FastifyRequest, pathname: string): boolean =>
  pathname === keptPlace && headers[keepHeader] !== undefined && headers['sec-fetch-site'] === 'same-origin';

interface Kept {
  build: { index: WebBuild; importMap: ImportMap };
  language: LanguageKey;
  manifest: Manifest;
}

/**
 * All files that the kept pages may load without the server: what their document asks for at once, and whatever their plugin
 * loads later, with the modules of the host that it takes. `undefined` where the person has no such page.
 */
export function keptFiles({ build: { index, importMap }, language, manifest }: Kept): KeptFile[] | undefined {
  const plugin = manifest.plugins.find(({ id }) => id === match(manifest, keptPlace)?.pluginId);
  if (!plugin) return undefined;
  const packOf = new Map(
    Object.entries(importMap.packs).flatMap(([pack, scripts]) => scripts.map((script) => [script, pack] as const)),
  );
  const taken = Object.values(plugin.depcache).flatMap((names) => names.filter((name) => !name.startsWith('.')));
  const shared = closure(
    taken.flatMap((name) => importMap.imports[name] ?? []),
    importMap,
  ).map((address) => packOf.get(address) ?? address);
  const files: KeptFile[] = [
    index.system,
    ...(index.hosts['shell']?.styles ?? []),
    ...preloadsOf(index, { host: 'shell', language, pathname: keptPlace, manifest }),
    ...shared.map((address) => ({ address, integrity: importMap.integrity[address] })),
    ...Object.entries(plugin.files)
      .filter(([path]) => /\.(js|css)$/.test(path))
      .map(([path, integrity]) => ({ address: plugin.baseUrl + path, integrity })),
  ];
  return [...new Map(files.map(({ address, integrity }) => [address, { address, integrity }])).values()];
}

/** The addresses, and those that their modules import. */
function closure(starts: readonly string[], { imports, depcache }: ImportMap): string[] {
  const seen = new Set<string>();
  const visit = (address: string): void => {
    if (seen.has(address)) return;
    seen.add(address);
    for (const name of depcache[address] ?? []) {
      const next = name.startsWith('.') ? new URL(name, `http://host${address}`).pathname : imports[name];
      if (next !== undefined) visit(next);
    }
  };
  starts.forEach(visit);
  return [...seen];
}

interface KeptParts {
  web: WebBuildFiles;
  doors: FrontDoors;
  db: RoomDb;
}

/** The worker of the kept pages, and what installs them as an app. */
export function addKept(app: FastifyInstance, { web, doors, db }: KeptParts): void {
  app.get(workerPath, async (request, reply) => {
    const file = await web.asset('worker.js');
    if (!file) throw new CallError('NOT_FOUND');
    return sendFile(request, reply, file, 'no-cache', {
      'Service-Worker-Allowed': keptPlace,
      // It asks this server alone, and runs nothing.
      'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
    });
  });

  app.get(appManifestPath, async (request, reply) => {
    const theme = await readTheme(db, await doors.of(request.hostname));
    reply.headers(privateHeaders).type('application/manifest+json; charset=utf-8');
    return reply.send(
      JSON.stringify({
        id: keptPlace,
        name: theme.title,
        start_url: keptPlace,
        scope: keptPlace,
        display: 'standalone',
        icons: [{ src: iconOf(theme), sizes: 'any' }],
      }),
    );
  });
}
