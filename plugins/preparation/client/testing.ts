import type { ApiClient, UploadOptions } from '@sinter/sdk/api';
import { CallError } from '@sinter/sdk/contract/errors';
import type { FileDto } from '@sinter/sdk/contract/host';
import type { MeshReport } from '@sinter/sdk/contract/preparation';
import type { SessionUser } from '@sinter/sdk/contract/session';
import { vi } from 'vitest';
import * as z from 'zod';
import type { PreparationHost } from './preparation.ts';

const user: SessionUser = {
  id: 5,
  email: 'buyer@example.com',
  firstName: 'Bo',
  lastName: 'Buyer',
  roles: [],
  memberRoles: [],
  authorities: [],
  defaultRole: 'ROLE_ENGINEER',
  accountType: 'ENGINEER',
  dashboard: 'STORE_FRONT',
  emailVerfied: true,
  dateFormat: '',
  language: 'en_US',
  switchAccountEnabled: false,
  serviceProvider: null,
  engineer: null,
};

export const report: MeshReport = {
  facets: 12,
  vertices: 8,
  shells: 1,
  watertight: true,
  volumeMm3: 1000,
  areaMm2: 600,
  bbox: { min: [0, 0, 0], max: [10, 10, 10], size: [10, 10, 10] },
  defects: {
    openEdges: 0,
    nonManifoldEdges: 0,
    touchingEdges: 0,
    flippedEdges: 0,
    degenerate: 0,
    duplicate: 0,
    nonFinite: 0,
  },
  warnings: [],
  changes: {},
};

const startInput = z.object({ params: z.object({ type: z.string() }), body: z.object({ fileId: z.number() }) });
const followInput = z.object({ params: z.object({ id: z.string() }) });

interface FakeOperation {
  /** Left out: the operation goes on for ever. */
  outcome?: { needsRepair?: boolean; file?: FileDto; type?: string; changes?: Record<string, number> } | CallError;
}

export const dto = (id: number, fileName: string): FileDto => ({ id, fileName, size: 100, fileURL: `/files/${id}` });

/** A server whose operations end as told: `'VERIFY 1'` (type and file id) to what it answers. */
export function fakeServer(operations: Record<string, FakeOperation>) {
  const started: string[] = [];
  const uploads: {
    file: File;
    options: UploadOptions;
    resolve: (file: FileDto) => void;
    reject: (error: unknown) => void;
  }[] = [];
  const answer = (id: string, input: unknown): unknown => {
    if (id === 'preparation.start') {
      const { params, body } = startInput.parse(input);
      const operationId = `${params.type} ${body.fileId}`;
      started.push(operationId);
      return { operationId };
    }
    const operationId = followInput.parse(input).params.id;
    const outcome = operations[operationId]?.outcome;
    if (id === 'preparation.status') {
      if (!outcome) return { status: 'PENDING', progress: 0.4 };
      if (outcome instanceof CallError) {
        if (outcome.code !== 'FILE_UNREADABLE') throw outcome;
        return { status: 'FAILED', progress: 1, message: outcome.message };
      }
      return { status: 'SUCCESS', progress: 1, fileNeedsRepair: outcome.needsRepair ? 'true' : 'false' };
    }
    if (!outcome || outcome instanceof CallError) throw new CallError('NOT_FOUND');
    const [type, fileId] = operationId.split(' ');
    return {
      fileDTOs: [outcome.file ?? dto(Number(fileId), 'part.stl')],
      responseData: { ...report, changes: outcome.changes ?? {} },
      fileOperationType: outcome.type ?? type,
      pngFileDTO: dto(900, 'part.png'),
    };
  };
  const api: ApiClient = {
    call: async (call, input) => answer(call.id, input) as never,
    upload: (_call, file, _input, options = {}) =>
      new Promise((resolve, reject) => {
        uploads.push({ file, options, resolve: (stored) => resolve(stored as never), reject });
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      }),
    href: () => '',
  };
  const host: PreparationHost = {
    api,
    user,
    events: { on: () => () => {}, emit: () => {} },
    t: (key) => key,
    log: { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() },
  };
  return { host, started, uploads, operations };
}

export function fakeStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}
