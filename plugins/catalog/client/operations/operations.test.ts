import { operationInputSchemas } from '@sinter/sdk/contract/preparation/operations';
import { CallError } from '@sinter/sdk/contract/errors';
import { addPartRevision } from '@sinter/sdk/contract/catalog/parts';
import { operationRunner, type FileOperationRequest } from '@sinter/sdk/contract/preparation/operationRunner';
import { buyerUser, cubeReport, fakeFile, fakeHost } from '@sinter/sdk/testing';
import { BehaviorSubject, filter, firstValueFrom } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import texts from '../../locales/en_US.json';
import { partOf } from '../testing.ts';
import { OperationRuns } from './OperationRuns.ts';
import { fieldsOf, initialInput, inputSchema, partOperations } from './operationTable.ts';

const named = new Set(Object.keys(texts));

describe('the table of operations', () => {
  it.each(partOperations)('begins %s with an input that the operation takes, and names every field', (type) => {
    const input = inputSchema(type, 'wrong').parse(initialInput(type));
    expect(operationInputSchemas[type].safeParse(input).error).toBeUndefined();
    const keys = [
      `operation.type.${type}`,
      `operation.about.${type}`,
      ...fieldsOf(type).flatMap((field) => [
        `operation.input.${type}.${field.name}`,
        ...(field.kind === 'choice' ? field.options.map((one) => `operation.choice.${field.name}.${one}`) : []),
      ]),
    ];
    expect(keys.filter((key) => !named.has(key))).toEqual([]);
  });

  it('scales by nothing at first, and by 25.4 where every part looks as if it was drawn in inches', () => {
    const sized = (format: string, size: number, units: 'MM' | 'IN' = 'MM') => {
      const { revision } = partOf(1);
      const bbox = { ...revision.report.bbox, size: [size, 1, 1] satisfies [number, number, number] };
      return partOf(1, { revision: { ...revision, format, units, report: { ...revision.report, bbox } } });
    };
    const factors = [
      [sized('stl', 9), sized('obj', 12)],
      [sized('stl', 9), sized('stl', 90)],
      [sized('step', 9)],
      [sized('stl', 9, 'IN')],
      [],
    ].map((parts) => initialInput('SCALE', parts)['factor']);
    expect(factors).toEqual([25.4, 1, 1, 1, 1]);
  });

  it('leaves out what was left empty, and says at the field what is wrong', () => {
    const scale = inputSchema('SCALE', 'wrong');
    expect(scale.parse({ factor: null, sizeMm: { x: 100, y: null, z: null } })).toEqual({ sizeMm: { x: 100 } });
    const both = scale.safeParse({ factor: 2, sizeMm: { x: 100 } });
    expect(both.error?.issues).toMatchObject([{ path: ['factor'], message: 'wrong' }]);
    const box = inputSchema('EXHAUSTIVE_FIT', 'wrong').safeParse({ boxMm: [1, null, 3], clearanceMm: 0 });
    expect(box.error?.issues[0]).toMatchObject({ path: ['boxMm', '1'], message: 'wrong' });
  });
});

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Operations end when the test says so; by file, with what they make. */
function runs(count: number) {
  const fake = fakeHost({ id: 'catalog', user: buyerUser() });
  const started: FileOperationRequest[] = [];
  const ended = new BehaviorSubject(new Map<number, 'SUCCESS' | 'FAILED'>());
  const end = (fileId: number, how: 'SUCCESS' | 'FAILED') => ended.next(new Map(ended.value).set(fileId, how));
  fake.offer(operationRunner, {
    async run(request) {
      const { fileId, cancel } = request;
      started.push(request);
      request.onProgress?.(0.5);
      const left = new Promise<never>((_, reject) => cancel?.addEventListener('abort', () => reject(cancel.reason)));
      const end = firstValueFrom(ended.pipe(filter((files) => files.has(fileId))));
      const how = (await Promise.race([left, end])).get(fileId);
      if (how === 'FAILED') throw CallError.received({ code: 'FILE_UNREADABLE', message: 'Too thin' });
      return {
        fileDTOs: [fakeFile(fileId + 5000, 'made.stl')],
        responseData: { ...cubeReport, details: null },
        fileOperationType: 'SCALE',
        pngFileDTO: null,
        mapFileDTO: null,
        needsRepair: false,
      };
    },
  });
  const store = new OperationRuns(
    fake.host,
    ids(count).map((id) => partOf(id)),
  );
  const meshOf = (id: number) => id * 100 + 1;
  return {
    ...fake,
    store,
    started,
    end: (id: number, how: 'SUCCESS' | 'FAILED' = 'SUCCESS') => end(meshOf(id), how),
    endFile: (fileId: number) => end(fileId, 'SUCCESS'),
    states: () => store.lines.map(({ state }) => state.kind),
  };
}

describe('an operation on several parts', () => {
  it('runs three at a time, each with its own result or reason', async () => {
    vi.useFakeTimers();
    try {
      const { store, started, end, states } = runs(5);
      store.choose('WALL_THICKNESS');
      void store.run({ minimumMm: 2 });
      await vi.advanceTimersByTimeAsync(0);
      expect(states()).toEqual(['running', 'running', 'running', 'waiting', 'waiting']);
      expect(started).toMatchObject(
        [101, 201, 301].map((fileId) => ({
          ...{ type: 'WALL_THICKNESS', fileId, units: 'MM', input: { minimumMm: 2 } },
        })),
      );
      end(1);
      end(2, 'FAILED');
      await vi.advanceTimersByTimeAsync(2000);
      expect(states()).toEqual(['done', 'failed', 'running', 'running', 'running']);
      expect(store.lines[1]?.state).toEqual({ kind: 'failed', message: 'Too thin' });
      for (const id of [3, 4, 5]) end(id);
      await vi.advanceTimersByTimeAsync(2000);
      expect([store.isOver, store.share]).toEqual([true, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is cancelled on the server too, and begins nothing any more', async () => {
    const { store, started, states } = runs(4);
    void store.run({});
    await vi.waitFor(() => expect(started).toHaveLength(3));
    store.stop();
    expect(started.map(({ cancel }) => cancel?.aborted)).toEqual([true, true, true]);
    expect(states()).toEqual(['cancelled', 'cancelled', 'cancelled', 'cancelled']);
    await new Promise((resolve) => setTimeout(resolve));
    expect([started.length, store.isOver]).toEqual([3, true]);
  });

  it('keeps what was made as the next revision, once it is verified', async () => {
    const { store, api, started, end, endFile } = runs(1);
    api.answer(addPartRevision, partOf(1, { revision: { ...partOf(1).revision, revision: 'B' } }));
    store.choose('SCALE');
    store.setKeep(true);
    end(1);
    endFile(5101);
    await store.run({ factor: 2 });
    expect(started.map(({ type, fileId }) => [type, fileId])).toEqual([
      ['SCALE', 101],
      ['VERIFY', 5101],
    ]);
    expect(api.sent(addPartRevision)).toMatchObject([
      { params: { id: 1 }, body: { originalFileId: 5101, fileId: 5101, units: 'MM' } },
    ]);
    expect(store.lines[0]?.state).toMatchObject({ kind: 'done', revision: 'B', refused: null });
  });

  it('says why what was made could not be kept, and lets it be tried again', async () => {
    const { store, api, end, endFile } = runs(1);
    store.choose('SCALE');
    end(1);
    endFile(5101);
    await store.run({ factor: 2 });
    const [line] = store.lines;
    expect(line?.made.map(({ id }) => id)).toEqual([5101]);
    api.answer(addPartRevision, CallError.received({ code: 'CONFLICT', message: 'Revision A is this file already.' }));
    await line?.take(5101);
    expect(line?.state).toMatchObject({ revision: null, refused: 'Revision A is this file already.' });
    api.answer(addPartRevision, partOf(1, { revision: { ...partOf(1).revision, revision: 'B' } }));
    await line?.take(5101);
    expect(line?.state).toMatchObject({ revision: 'B', refused: null });
  });
});
