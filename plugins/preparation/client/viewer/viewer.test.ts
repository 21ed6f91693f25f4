import { CallError } from '@sinter/sdk/contract/errors';
import { filePreviewChanged } from '@sinter/sdk/contract/preparation/events';
import {
  cancelFileOperation,
  fileOperationResult,
  fileOperationStatus,
  filePreview,
  startFileOperation,
} from '@sinter/sdk/contract/preparation/fileOperations';
import { newId } from '@sinter/sdk/plugin';
import { cubeReport, fakeHost } from '@sinter/sdk/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makePreview } from '../../geometry/preview/encode.ts';
import { shapes } from '../../geometry/shapes.ts';
import { ViewerStore } from './ViewerStore.ts';

const report = { ...cubeReport, facets: 500, vertices: 252 };
const dto = (id: number, fileURL: string) => ({ id, fileName: 'part', size: 100, fileURL });
const preview = {
  status: 'SUCCESS' as const,
  report,
  previewFileDTO: dto(2, '/mesh'),
  fullFileDTO: null,
  pictures: [],
};
const pending = { status: 'PENDING' as const, report: null, previewFileDTO: null, fullFileDTO: null, pictures: [] };

async function scene() {
  const mesh = await makePreview([shapes['hinge-leaf']()], 5000);
  const files: Record<string, Uint8Array> = {
    '/mesh': mesh.bytes,
    '/full': (await makePreview([shapes['hinge-leaf']()], Infinity)).bytes,
    '/map': new Uint8Array(new Float32Array(mesh.positions.length / 3).fill(2.5).buffer),
  };
  vi.stubGlobal('fetch', (address: string) => {
    const bytes = files[address];
    return Promise.resolve(bytes ? new Response(bytes.slice()) : new Response(null, { status: 404 }));
  });
  const fake = fakeHost({ id: 'preparation' });
  const store = new ViewerStore(fake.host, { fileId: 1 }, { fileId: 9 });
  return { ...fake, mesh, store };
}

afterEach(() => void vi.unstubAllGlobals());

describe('a part in the viewer', () => {
  it('shows the picture while the mesh is made, and the mesh when the server tells', async () => {
    const { api, store, receive, mesh } = await scene();
    const pictures = [{ view: 'ISO' as const, fileDTO: dto(3, '/iso.png') }];
    api.answer(filePreview, { ...pending, pictures });
    const stop = store.start();
    await vi.waitFor(() => expect(store.picture?.fileURL).toBe('/iso.png'));
    expect(store.state).toBe('LOADING');
    api.answer(filePreview, preview);
    receive(filePreviewChanged, { fileId: 1, status: 'SUCCESS' });
    await vi.waitFor(() => expect(store.state).toBe('READY'));
    expect(store.preview?.triangles).toEqual(mesh.triangles);
    stop();
  });

  it('says why a part cannot be shown, and tries again', async () => {
    const { api, store } = await scene();
    api.answer(filePreview, { ...pending, status: 'FAILED', message: 'It has no triangles.' });
    store.start();
    await vi.waitFor(() => expect(store.state).toBe('FAILED'));
    expect(store.error).toMatchObject({ message: 'It has no triangles.' });
    api.answer(filePreview, preview);
    store.load();
    await vi.waitFor(() => expect(store.state).toBe('READY'));
  });

  it('waits for a lost connection by asking again', async () => {
    vi.useFakeTimers();
    const { api, store } = await scene();
    api.answer(filePreview, new CallError('UNAVAILABLE'));
    store.start();
    await vi.advanceTimersByTimeAsync(1000);
    api.answer(filePreview, preview);
    await vi.advanceTimersByTimeAsync(1500);
    vi.useRealTimers();
    await vi.waitFor(() => expect(store.state).toBe('READY'));
  });

  it('shows the light mesh at once, and offers every facet when the server tells, without loading anew', async () => {
    const { api, store, receive } = await scene();
    // A small mesh is refined, and has all facets of the file: this one has been reduced.
    const reduced = await makePreview([shapes['spur-gear']()], 100);
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(reduced.bytes.slice())));
    api.answer(filePreview, preview);
    const stop = store.start();
    await vi.waitFor(() => expect(store.state).toBe('READY'));
    const { preview: shown } = store;
    expect([shown?.triangles.length, store.fullFile]).toEqual([reduced.triangles.length, null]);
    api.answer(filePreview, { ...preview, fullFileDTO: dto(4, '/full') });
    receive(filePreviewChanged, { fileId: 1, status: 'SUCCESS' });
    await vi.waitFor(() => expect(store.fullFile?.id).toBe(4));
    expect([store.preview, store.state]).toEqual([shown, 'READY']);
    stop();
  });

  it('keeps what is shown when every facet cannot be asked for', async () => {
    const { api, store, receive } = await scene();
    const reduced = await makePreview([shapes['spur-gear']()], 100);
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(reduced.bytes.slice())));
    api.answer(filePreview, preview);
    store.load();
    await vi.waitFor(() => expect(store.state).toBe('READY'));
    api.answer(filePreview, new CallError('INTERNAL'));
    receive(filePreviewChanged, { fileId: 1, status: 'SUCCESS' });
    await vi.waitFor(() => expect(store.error).toMatchObject({ code: 'INTERNAL' }));
    expect(store.state).toBe('READY');
  });

  it('loads every facet only when asked, and the part before only to compare', async () => {
    const { api, store } = await scene();
    api.answer(filePreview, { ...preview, fullFileDTO: dto(4, '/full') });
    store.load();
    await vi.waitFor(() => expect(store.fullFile).not.toBeNull());
    expect([store.full, store.options.before]).toEqual([null, null]);
    store.loadFull();
    await vi.waitFor(() => expect(store.full?.triangles.length).toBeGreaterThan(100));
    store.compare(true);
    await vi.waitFor(() => expect(store.options.before).toBe(0.5));
    expect(api.sent(filePreview).map(({ params }) => params.fileId)).toEqual([1, 9]);
  });
});

describe('wall thickness', () => {
  const operationId = newId();
  const details = {
    minMm: 0.5,
    p1Mm: 0.6,
    p5Mm: 1,
    medianMm: 3,
    maxMm: 20,
    thinShare: 0.1,
    thinnest: null,
    histogram: [],
  };

  it('is measured with the minimum asked for, and a new minimum moves the scale at once', async () => {
    const { api, store } = await scene();
    api.answer(startFileOperation, { operationId });
    api.answer(fileOperationStatus, { status: 'SUCCESS', progress: 1 });
    api.answer(fileOperationResult, {
      fileDTOs: [],
      responseData: { ...report, details },
      fileOperationType: 'WALL_THICKNESS',
      pngFileDTO: null,
      mapFileDTO: dto(5, '/map'),
    });
    expect(store.options.heat).toBeNull();
    await store.heat.measure();
    expect(api.sent(startFileOperation)).toMatchObject([{ body: { fileId: 1, input: { minimumMm: 1 } } }]);
    expect(store.options.heat).toEqual({ minimum: 1, maximum: 6 });
    expect(store.heat.map?.every((thickness) => thickness === 2.5)).toBe(true);
    store.heat.setMinimum(4);
    expect(store.options.heat).toEqual({ minimum: 4, maximum: 8 });
    expect(store.heat.isStale).toBe(true);
    store.heat.show(false);
    expect(store.options.heat).toBeNull();
  });

  it('is stopped on the server when it is cancelled', async () => {
    const { api, store } = await scene();
    api.answer(startFileOperation, { operationId });
    api.answer(fileOperationStatus, { status: 'PENDING', progress: 0.3 });
    api.answer(cancelFileOperation, { status: 'FAILED' });
    void store.heat.measure();
    await vi.waitFor(() => expect(store.heat.operation.progress).toBe(0.3));
    store.heat.cancel();
    await vi.waitFor(() => expect(api.sent(cancelFileOperation)).toMatchObject([{ params: { id: operationId } }]));
    expect(store.heat.operation.state).toBe('IDLE');
  });
});
