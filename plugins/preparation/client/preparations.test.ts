import type { PartPreparation } from '@sinter/sdk/contract/preparation/filePreparation';
import { CallError } from '@sinter/sdk/contract/errors';
import type { FileDto } from '@sinter/sdk/contract/host/files';
import { cancelFileOperation, listFormats } from '@sinter/sdk/contract/preparation/fileOperations';
import { cancelUpload } from '@sinter/sdk/contract/host/uploads';
import { fakeFile, fakeStorage } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { Preparations } from './preparations.ts';
import { fakeServer } from './testing.ts';

const file = (name: string, content = 'solid') => new File([content], name, { lastModified: 1 });
/** Goes in pieces. */
const large = 'x'.repeat(9 * 1024 ** 2);
const uploaded = (uploadId: string, share: number, whole: FileDto | null) => ({
  ...{ uploadId, received: large.length * share, size: large.length, pieceSize: 8 * 1024 ** 2 },
  file: whole,
});
const ended = (preparation: PartPreparation) =>
  vi.waitFor(() => {
    const state = preparation.state.get();
    if (state.kind === 'running') throw new Error(`still ${state.step}`);
    return state;
  });

/** The upload number `index`, once it was begun. */
const upload = ({ uploads }: ReturnType<typeof fakeServer>, index = 0) =>
  vi.waitFor(() => {
    const found = uploads[index];
    if (!found) throw new Error('not sent yet');
    return found;
  });

function scene(
  operations: Parameters<typeof fakeServer>[0] = {},
  storage = fakeStorage(),
  known?: Parameters<typeof fakeServer>[1],
) {
  const server = fakeServer(operations, known);
  return { ...server, storage, preparations: new Preparations(server.host, storage) };
}

describe('the flow', () => {
  it('verifies an STL as it is, whatever the case of its extension', async () => {
    const server = scene({ 'VERIFY 1': { outcome: {} } });
    const { preparations, started } = server;
    const part = preparations.start(file('Bracket.STL'), 'ORDER');
    (await upload(server)).answer(fakeFile(1, 'Bracket.STL'));
    expect(await ended(part)).toMatchObject({
      kind: 'ready',
      part: { original: { id: 1 }, processed: { id: 1 }, picture: { id: 900 }, repaired: false },
    });
    expect(started).toEqual(['VERIFY 1']);
  });

  it('converts anything else, then verifies what came out', async () => {
    const server = scene({
      'CONVERT 1': { outcome: { file: fakeFile(2, 'bracket.stl') } },
      'VERIFY 2': { outcome: {} },
    });
    const { preparations, started } = server;
    const part = preparations.start(file('bracket.step'), 'ORDER');
    (await upload(server)).answer(fakeFile(1, 'bracket.step'));
    expect(await ended(part)).toMatchObject({ part: { original: { id: 1 }, processed: { id: 2 } } });
    expect(started).toEqual(['CONVERT 1', 'VERIFY 2']);
  });

  it('uses a conversion that has verified as it is', async () => {
    const server = scene({
      'CONVERT 1': { outcome: { file: fakeFile(2, 'bracket.stl'), type: 'VERIFY' } },
    });
    const { preparations, started } = server;
    const part = preparations.start(file('bracket.3mf'), 'ORDER');
    (await upload(server)).answer(fakeFile(1, 'bracket.3mf'));
    expect(await ended(part)).toMatchObject({ part: { processed: { id: 2 } } });
    expect(started).toEqual(['CONVERT 1']);
  });

  it('repairs what needs it, verifies again, and tells what was changed', async () => {
    const server = scene({
      'VERIFY 1': { outcome: { needsRepair: true } },
      'REPAIR 1': { outcome: { file: fakeFile(3, 'bracket.stl'), changes: { holesFilled: 2 } } },
      'VERIFY 3': { outcome: {} },
    });
    const { preparations, started } = server;
    const part = preparations.start(file('bracket.stl'), 'ORDER');
    (await upload(server)).answer(fakeFile(1, 'bracket.stl'));
    expect(await ended(part)).toMatchObject({
      part: { processed: { id: 3 }, repaired: true, report: { changes: { holesFilled: 2 } } },
    });
    expect(started).toEqual(['VERIFY 1', 'REPAIR 1', 'VERIFY 3']);
  });

  it('prepares again in the unit that the person says', async () => {
    const server = scene({ 'VERIFY 1': { outcome: {} }, 'VERIFY 2': { outcome: {} } });
    const { preparations, started, operations } = server;
    const part = preparations.start(file('bracket.stl'), 'ORDER');
    expect(part.units.get()).toBe('MM');
    (await upload(server)).answer(fakeFile(1, 'bracket.stl'));
    await ended(part);
    operations['VERIFY 1'] = { outcome: { file: fakeFile(2, 'bracket.stl'), needsRepair: true } };
    operations['REPAIR 2'] = { outcome: { file: fakeFile(3, 'bracket.stl') } };
    operations['VERIFY 3'] = { outcome: {} };
    part.chooseUnits('IN');
    expect(await ended(part)).toMatchObject({ kind: 'ready', part: { processed: { id: 3 } } });
    // What was made of it is in millimetres.
    expect(started).toEqual(['VERIFY 1', 'VERIFY 1 IN', 'REPAIR 2', 'VERIFY 3']);
    expect(preparations.start(file('bracket.step'), 'ORDER').units.get()).toBeNull();
  });

  it('tells the progress of the upload', async () => {
    const { preparations, uploads } = scene();
    const part = preparations.start(file('bracket.stl', 'x'.repeat(40)), 'ORDER');
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.progress(30);
    expect(part.state.get()).toEqual({
      kind: 'running',
      step: 'UPLOAD',
      steps: ['UPLOAD', 'VERIFY'],
      progress: 0.75,
      waitsFor: null,
    });
    uploads[0]?.progress(20);
    expect(part.state.get()).toMatchObject({ progress: 0.75 });
  });
});

describe('failures', () => {
  it.each([
    ['bracket.exe', 'solid', 'refused.type {"extension":"exe"}'],
    ['bracket', 'solid', 'refused.noExtension {"extension":""}'],
    ['bracket.stl', '', 'refused.empty'],
  ])('refuses %s before anything is sent', async (name, content, message) => {
    const { preparations, uploads } = scene();
    expect(await ended(preparations.start(file(name, content), 'ORDER'))).toMatchObject({ kind: 'failed', message });
    expect(uploads).toHaveLength(0);
  });

  it('keeps the file when the connection is lost, and sends it again', async () => {
    const server = scene({ 'VERIFY 1': { outcome: {} } });
    const { preparations, uploads } = server;
    const part = preparations.start(file('bracket.stl'), 'ORDER');
    (await upload(server)).answer(new CallError('UNAVAILABLE'));
    expect(await ended(part)).toMatchObject({ kind: 'failed', step: 'UPLOAD', message: 'failed.connection' });
    part.retry();
    await vi.waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.file.name).toBe('bracket.stl');
    (await upload(server, 1)).answer(fakeFile(1, 'bracket.stl'));
    expect(await ended(part)).toMatchObject({ kind: 'ready' });
  });

  it('waits for a connection that is lost between two steps', async () => {
    const server = scene({ 'VERIFY 1': { outcome: {} } });
    const part = server.preparations.start(file('bracket.stl'), 'ORDER');
    server.lose(1);
    (await upload(server)).answer(fakeFile(1, 'bracket.stl'));
    await vi.waitFor(() => expect(part.state.get()).toMatchObject({ step: 'VERIFY', waitsFor: 'CONNECTION' }));
    await vi.waitFor(() => expect(part.state.get().kind).toBe('ready'), { timeout: 4000 });
  });

  it("shows the server's reason, and a retry goes on where it failed", async () => {
    const server = scene({
      'CONVERT 1': { outcome: { file: fakeFile(2, 'bracket.stl') } },
      'VERIFY 2': { outcome: CallError.received({ code: 'FILE_UNREADABLE', message: 'No triangles' }) },
    });
    const { preparations, uploads, started, operations } = server;
    const part = preparations.start(file('bracket.obj'), 'ORDER');
    (await upload(server)).answer(fakeFile(1, 'bracket.obj'));
    expect(await ended(part)).toEqual({
      kind: 'failed',
      step: 'VERIFY',
      steps: ['UPLOAD', 'CONVERT', 'VERIFY'],
      message: 'No triangles',
      original: fakeFile(1, 'bracket.obj'),
      processed: fakeFile(2, 'bracket.stl'),
    });
    operations['VERIFY 2'] = { outcome: {} };
    part.retry();
    expect(await ended(part)).toMatchObject({ kind: 'ready' });
    expect(started).toEqual(['CONVERT 1', 'VERIFY 2', 'VERIFY 2']);
    expect(uploads).toHaveLength(1);
  });
});

describe('the list', () => {
  it('sends two files at a time', async () => {
    const server = scene({ 'VERIFY 1': { outcome: {} } });
    const { preparations, uploads } = server;
    for (const name of ['a.stl', 'b.stl', 'c.stl', 'd.stl']) preparations.start(file(name), 'ORDER');
    expect(preparations.isUploading).toBe(true);
    await vi.waitFor(() => expect(uploads).toHaveLength(2));
    preparations.all.get()[2]?.cancel();
    (await upload(server)).answer(fakeFile(1, 'a.stl'));
    await vi.waitFor(() => expect(uploads).toHaveLength(3));
    expect(uploads.map((upload) => upload.file.name)).toEqual(['a.stl', 'b.stl', 'd.stl']);
  });

  it('drops what was cancelled, at once', async () => {
    const { preparations, uploads, storage } = scene();
    const part = preparations.start(file('bracket.stl'), 'ORDER');
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    part.cancel();
    expect(uploads[0]?.aborted).toBe(true);
    expect(part.state.get()).toEqual({ kind: 'cancelled' });
    expect(preparations.all.get()).toEqual([]);
    expect([...storage.kept.values()]).toEqual(['[]']);
  });

  it('goes on after a reload with what was under way, and shows what had ended', async () => {
    const first = scene({ 'VERIFY 1': { outcome: {} }, 'VERIFY 2': {} });
    const [ready] = ['a.stl', 'b.stl', 'c.stl'].map((name) => first.preparations.start(file(name), 'ORDER'));
    (await upload(first)).answer(fakeFile(1, 'a.stl'));
    (await upload(first, 1)).answer(fakeFile(2, 'b.stl'));
    if (ready) await ended(ready);
    await vi.waitFor(() => expect(first.started).toEqual(['VERIFY 1', 'VERIFY 2']));
    first.preparations.stop();

    const second = scene({ 'VERIFY 2': { outcome: {} } }, first.storage);
    const parts = second.preparations.all.get();
    expect(parts.map(({ id }) => id)).toEqual(first.preparations.all.get().map(({ id }) => id));
    const states = await Promise.all(parts.map(ended));
    expect(states).toMatchObject([
      { kind: 'ready', part: { processed: { id: 1 } } },
      { kind: 'ready', part: { processed: { id: 2 } } },
      { kind: 'paused', progress: 0 },
    ]);
    expect(second.started).toEqual(['VERIFY 2']);
  });

  it('goes on with a paused upload when its file is chosen again, and with no other', async () => {
    const first = scene();
    first.preparations.start(file('big.stl', large), 'ORDER');
    const { uploadId } = (await upload(first)).resume ?? {};
    first.preparations.stop();

    const second = scene({ 'VERIFY 1': { outcome: {} } }, first.storage, (id) => uploaded(id, 0.5, null));
    const [paused] = second.preparations.all.get();
    await vi.waitFor(() => expect(paused?.state.get()).toEqual({ kind: 'paused', progress: 0.5 }));
    expect(paused?.resume(file('other.stl', large))).toBe(false);
    expect(second.preparations.start(file('big.stl', large), 'ORDER')).toBe(paused);
    expect(second.preparations.all.get()).toHaveLength(1);
    const again = await upload(second);
    expect(again.resume?.uploadId).toBe(uploadId);
    again.answer(fakeFile(1, 'big.stl'));
    if (paused) expect(await ended(paused)).toMatchObject({ kind: 'ready' });
  });

  it('says with an export-controlled file that it is one, also when its upload goes on after a reload', async () => {
    const first = scene();
    first.preparations.start(file('big.stl', large), 'ORDER', { itar: true });
    first.preparations.start(file('small.stl'), 'ORDER');
    expect([(await upload(first)).itar, (await upload(first, 1)).itar]).toEqual([true, false]);
    first.preparations.stop();

    const second = scene({}, first.storage, (id) => uploaded(id, 0.5, null));
    const [paused] = second.preparations.all.get();
    expect(second.preparations.start(file('big.stl', large), 'ORDER', { itar: true })).toBe(paused);
    expect((await upload(second)).itar).toBe(true);
  });

  it('does not go on among the ordinary files with one that is export controlled now', async () => {
    const first = scene();
    first.preparations.start(file('big.stl', large), 'ORDER');
    await upload(first);
    first.preparations.stop();
    const second = scene({}, first.storage, (id) => uploaded(id, 0.5, null));
    const [paused] = second.preparations.all.get();
    const anew = second.preparations.start(file('big.stl', large), 'ORDER', { itar: true });
    expect(anew).not.toBe(paused);
    expect(await upload(second)).toMatchObject({ itar: true, resume: { uploadId: anew.id } });
  });

  it('needs no file again when the page was closed just after its last byte', async () => {
    const first = scene();
    first.preparations.start(file('big.stl', large), 'ORDER');
    await upload(first);
    first.preparations.stop();
    const second = scene({ 'VERIFY 1': { outcome: {} } }, first.storage, (id) =>
      uploaded(id, 1, fakeFile(1, 'big.stl')),
    );
    const [part] = second.preparations.all.get();
    await vi.waitFor(() => expect(part?.state.get()).toMatchObject({ kind: 'ready' }));
  });

  it('cancels on the server what is cancelled here', async () => {
    const server = scene({ 'VERIFY 1': {} });
    const { api, preparations } = server;
    api.answer(cancelUpload, { success: 'true' });
    api.answer(cancelFileOperation, { status: 'FAILED' });
    const big = preparations.start(file('big.stl', large), 'ORDER');
    const small = preparations.start(file('small.stl'), 'ORDER');
    (await upload(server, 1)).answer(fakeFile(1, 'small.stl'));
    await vi.waitFor(() => expect(server.started).toEqual(['VERIFY 1']));
    big.cancel();
    small.cancel();
    expect(api.sent(cancelUpload)).toEqual([{ params: { uploadId: big.id } }]);
    await vi.waitFor(() => expect(api.sent(cancelFileOperation)).toMatchObject([{ body: { fileId: 1 } }]));
  });

  it('asks once which formats can be read', async () => {
    const { api, preparations } = scene();
    api.answer(listFormats, [{ extension: 'jt', readBy: 'NOBODY' }]);
    await preparations.formats();
    expect(await preparations.formats()).toEqual([{ extension: 'jt', readBy: 'NOBODY' }]);
    expect(api.sent(listFormats)).toHaveLength(1);
  });

  it('starts empty when what was kept cannot be read', () => {
    const storage = fakeStorage();
    storage.setItem('preparation.parts.5', '[{"id":1}]');
    const { preparations, logged } = scene({}, storage);
    expect(preparations.all.get()).toEqual([]);
    expect(logged).toMatchObject([{ level: 'warn' }]);
  });
});
