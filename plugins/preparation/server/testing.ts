import { rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { z } from 'zod';
import type { CallResult } from '@sinter/sdk/contract/call';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import {
  fileOperationResult,
  fileOperationStatus,
  startFileOperation,
  type FileOperationType,
} from '@sinter/sdk/contract/preparation/fileOperations';
import { storedFiles } from '@sinter/sdk/server';
import { expect } from 'vitest';
import { type TestClient, type TestServer, testServer } from '../../../host/server/testing.ts';
import { preparationServer } from './index.ts';
import type { ToolSettings } from './tools.ts';

/** Builds the program of the threads from the present sources, because the last build may be old. */
export async function buildThread(): Promise<URL> {
  const outfile = resolve('.build/test-programs', 'geometry-thread.mjs');
  const written = `${outfile}.${process.pid}`;
  await build({
    entryPoints: [join(import.meta.dirname, 'worker.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['occt-import-js'],
    mainFields: ['module', 'main'],
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
    },
    outfile: written,
  });
  // Another test file may be loading it.
  await rename(written, outfile);
  return pathToFileURL(outfile);
}

/** A server with its own worker, whose operations run in threads as in production. */
export const preparationTestServer = async (settings: ToolSettings = {}): Promise<TestServer> =>
  testServer({ plugins: [preparationServer({ threadFile: await buildThread(), ...settings })], worker: true });

type File = z.output<typeof fileDtoSchema>;

export async function send(
  client: TestClient,
  fileName: string,
  content: Uint8Array | string,
  fields: Record<string, string> = {},
): Promise<File> {
  const bytes = typeof content === 'string' ? content : new Uint8Array(content);
  return fileDtoSchema.parse(await (await client.send('/api/v1/files', fileName, bytes, fields)).json());
}

/** Lets the demo facility see a file, as an order does. */
export const shareWithFacility = ({ services, world }: TestServer, { id }: File): Promise<void> =>
  services.write((unit) =>
    services.get(storedFiles).share(unit, [id], { facilityIds: [world.rootFacilityId, world.secondFacilityId] }),
  );

export interface Run {
  type: FileOperationType;
  input?: Record<string, unknown>;
  units?: 'MM' | 'IN' | 'CM';
}

export async function start(client: TestClient, file: File, { type, input, units }: Run) {
  const { operationId } = await client.call(startFileOperation, {
    params: { type },
    body: { fileId: file.id, input, units },
  });
  return { params: { id: operationId }, query: { fileId: file.id } };
}

type Target = Awaited<ReturnType<typeof start>>;

/** The status in which an operation ends. */
export async function ended(client: TestClient, target: Target): Promise<CallResult<typeof fileOperationStatus>> {
  await expect
    .poll(async () => (await client.call(fileOperationStatus, target)).status, { timeout: 20_000, interval: 50 })
    .not.toBe('PENDING');
  return client.call(fileOperationStatus, target);
}

/** Runs an operation to its end and answers its result. Throws like the result call when it FAILED. */
export async function operate(
  client: TestClient,
  file: File,
  run: Run,
): Promise<CallResult<typeof fileOperationResult>> {
  const target = await start(client, file, run);
  await ended(client, target);
  return client.call(fileOperationResult, target);
}

export async function download(client: TestClient, file: File): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await client.fetch(file.fileURL)).arrayBuffer());
}
