import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileIntegrity } from '#registry/signing';
import { isFresh } from '../http/bytes.ts';
import { securityHeaders } from '../http/headers.ts';
import type { ActiveSession } from '../identity/activeSession.ts';
import type { FacilityPackages, PackageContent } from '../modules/facilityPackages.ts';
import type { Packages } from '../modules/packages.ts';
import type { TriedBuilds } from '../modules/triedBuilds.ts';
import { type ImportMap, type WebBuild, importMapSchema, webBuildSchema } from '../modules/buildOutput.ts';

export interface WebFile {
  content: Buffer;
  /** Brotli, where the build has made it. */
  packed: Buffer | null;
  contentType: string;
  etag: string;
}

export interface WebBuildFiles {
  /** What the build says of itself; `null` before the first build. */
  build(): Promise<{ index: WebBuild; importMap: ImportMap } | null>;
  /** Specifiers of the modules that plugins take from the host. */
  sharedModules(): Promise<readonly string[]>;
  /** A file of the hosts, the SDK or the shared libraries, by its path below the build's base. */
  asset(path: string): Promise<WebFile | null>;
  /** A file of a plugin that was built with the server, by its path below `/plugins/<id>/`; `null` unless it is just as it was built. */
  packageFile(pluginId: string, path: string): Promise<WebFile | null>;
  /** A file of a plugin that the facility has installed. Browsers keep it: here it is read anew. */
  installedFile(facilityId: number, pluginId: string, path: string): Promise<WebFile | null>;
  /** A file of a build that this session has loaded. */
  /** Whether this session has loaded this build, and it is of this plugin. */
  isTried(session: ActiveSession, pluginId: string, localBuild: string): Promise<boolean>;
  triedFile(session: ActiveSession, pluginId: string, path: string): Promise<WebFile | null>;
  reload(): void;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** A path within the folder, without hidden files. */
const safePath = /^(?:[a-zA-Z0-9_@-][a-zA-Z0-9_.@-]*\/)*[a-zA-Z0-9_@-][a-zA-Z0-9_.@-]*$/;
const largestKept = 4 * 1024 * 1024;

export interface WebFileSources {
  webDir: string;
  packages: Packages;
  vendors(): FacilityPackages;
  tried(): TriedBuilds;
}

export function createWebFiles({ webDir, packages, vendors, tried }: WebFileSources): WebBuildFiles {
  const kept = new Map<string, WebFile>();
  let build: Promise<{ index: WebBuild; importMap: ImportMap } | null> | undefined;

  /** Names contain a hash of the content, so what was read once stays right. */
  async function read(path: string, accept: (content: Buffer) => boolean): Promise<WebFile | null> {
    const known = kept.get(path);
    if (known) return known;
    const contentType = contentTypes[extname(path)];
    if (contentType === undefined || !safePath.test(path)) return null;
    const content = await readIfThere(join(webDir, path));
    if (!content || !accept(content)) return null;
    const file: WebFile = {
      content,
      packed: await readIfThere(join(webDir, `${path}.br`)),
      contentType,
      etag: createHash('sha256').update(content).digest('base64url').slice(0, 22),
    };
    if (content.length <= largestKept) kept.set(path, file);
    return file;
  }

  async function stored(path: string, find: () => Promise<PackageContent | null>): Promise<WebFile | null> {
    const contentType = contentTypes[extname(path)];
    if (contentType === undefined || !safePath.test(path)) return null;
    const found = await find();
    return found && { ...found, packed: null, contentType };
  }

  const files: WebBuildFiles = {
    build() {
      build ??= readBuild(webDir);
      build.then(
        (found) => {
          if (!found) build = undefined;
        },
        () => (build = undefined),
      );
      return build;
    },
    async sharedModules() {
      return Object.keys((await files.build())?.importMap.imports ?? {});
    },
    async asset(path) {
      // Records of the build are not for browsers; plugins have an address that knows who asks.
      if (!path.includes('/') && path.endsWith('.json')) return null;
      return path.startsWith('plugins/') ? null : read(path, () => true);
    },
    async packageFile(pluginId, path) {
      const integrity = await packages.integrityOf(pluginId, path);
      if (integrity === undefined) return sourceMap(pluginId, path);
      const file = await read(`plugins/${pluginId}/${path}`, (content) => fileIntegrity(content) === integrity);
      if (file) return file;
      await packages.reportTampered(pluginId, path);
      // Throws what is to be answered.
      await packages.integrityOf(pluginId, path);
      return null;
    },
    installedFile: (facilityId, pluginId, path) => stored(path, () => vendors().file(facilityId, pluginId, path)),
    isTried: async (session, pluginId, localBuild) =>
      (await tried().of(localBuild, session))?.app.descriptor.id === pluginId,
    triedFile: (session, pluginId, path) => stored(path, () => tried().file(session, pluginId, path)),
    reload() {
      build = undefined;
      kept.clear();
    },
  };

  /** Maps are no part of the signed package: only developer tools read them. */
  async function sourceMap(pluginId: string, path: string): Promise<WebFile | null> {
    const script = path.endsWith('.map') && (await packages.integrityOf(pluginId, path.slice(0, -4)));
    return script ? read(`plugins/${pluginId}/${path}`, () => true) : null;
  }
  return files;
}

async function readBuild(webDir: string): Promise<{ index: WebBuild; importMap: ImportMap } | null> {
  const [index, importMap] = await Promise.all([
    readIfThere(join(webDir, 'index.json')),
    readIfThere(join(webDir, 'importmap.json')),
  ]);
  if (!index || !importMap) return null;
  return {
    index: webBuildSchema.parse(JSON.parse(index.toString('utf8'))),
    importMap: importMapSchema.parse(JSON.parse(importMap.toString('utf8'))),
  };
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')) return null;
    throw error;
  }
}

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebFile,
  cacheControl: string,
  more: Record<string, string> = {},
): FastifyReply {
  reply
    .headers({ ...securityHeaders, ...more })
    .header('Cache-Control', cacheControl)
    .header('ETag', `"${file.etag}"`);
  reply.header('Vary', 'Accept-Encoding');
  if (isFresh(request, reply)) return reply.code(304).send();
  reply.type(file.contentType);
  const packed = /\bbr\b/.test(request.headers['accept-encoding'] ?? '') ? file.packed : null;
  if (packed) reply.header('Content-Encoding', 'br');
  return reply.send(packed ?? file.content);
}
