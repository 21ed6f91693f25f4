import type { PartPreparation } from '@sinter/sdk/api';
import { CallError } from '@sinter/sdk/contract/errors';
import { fakeStorage } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { Preparations } from './preparations.ts';
import { dto, fakeServer } from './testing.ts';

const file = (name: string, content = 'solid') => new File([content], name);
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

function scene(operations: Parameters<typeof fakeServer>[0] = {}, storage = fakeStorage()) {
  const server = fakeServer(operations);
  return { ...server, storage, preparations: new Preparations(server.host, storage) };
}

describe('the flow', () => {
  it('verifies an STL as it is, whatever the case of its extension', async () => {
    const server = scene({ 'VERIFY 1': { outcome: {} } });
    const { preparations, started } = server;
    const part = preparations.start(file('Bracket.STL'));
    (await upload(server)).answer(dto(1, 'Bracket.STL'));
    expect(await ended(part)).toMatchObject({
      kind: 'ready',
      part: { original: { id: 1 }, processed: { id: 1 }, picture: { id: 900 }, repaired: false },
    });
    expect(started).toEqual(['VERIFY 1']);
  });

  it('converts anything else, then verifies what came out', async () => {
    const server = scene({
      'CONVERT 1': { outcome: { file: dto(2, 'bracket.stl') } },
      'VERIFY 2': { outcome: {} },
    });
    const { preparations, started } = server;
    const part = preparations.start(file('bracket.step'));
    (await upload(server)).answer(dto(1, 'bracket.step'));
    expect(await ended(part)).toMatchObject({ part: { original: { id: 1 }, processed: { id: 2 } } });
    expect(started).toEqual(['CONVERT 1', 'VERIFY 2']);
  });

  it('uses a conversion that has verified as it is', async () => {
    const server = scene({
      'CONVERT 1': { outcome: { file: dto(2, 'bracket.stl'), type: 'VERIFY' } },
    });
    const { preparations, started } = server;
    const part = preparations.start(file('bracket.3mf'));
    (await upload(server)).answer(dto(1, 'bracket.3mf'));
    expect(await ended(part)).toMatchObject({ part: { processed: { id: 2 } } });
    expect(started).toEqual(['CONVERT 1']);
  });

  it('repairs what needs it, verifies again, and tells what was changed', async () => {
    const server = scene({
      'VERIFY 1': { outcome: { needsRepair: true } },
      'REPAIR 1': { outcome: { file: dto(3, 'bracket.stl'), changes: { holesFilled: 2 } } },
      'VERIFY 3': { outcome: {} },
    });
    const { preparations, started } = server;
    const part = preparations.start(file('bracket.stl'));
    (await upload(server)).answer(dto(1, 'bracket.stl'));
    expect(await ended(part)).toMatchObject({
      part: { processed: { id: 3 }, repaired: true, report: { changes: { holesFilled: 2 } } },
    });
    expect(started).toEqual(['VERIFY 1', 'REPAIR 1', 'VERIFY 3']);
  });

  it('tells the progress of the upload', async () => {
    const { preparations, uploads } = scene();
    const part = preparations.start(file('bracket.stl', 'x'.repeat(40)));
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.progress(30);
    expect(part.state.get()).toEqual({ kind: 'running', step: 'UPLOAD', progress: 0.75 });
  });
});

describe('failures', () => {
  it.each([
    ['bracket.exe', 'solid', 'refused.type {"extension":"exe"}'],
    ['bracket', 'solid', 'refused.noExtension {"extension":""}'],
    ['bracket.stl', '', 'refused.empty'],
  ])('refuses %s before anything is sent', async (name, content, message) => {
    const { preparations, uploads } = scene();
    expect(await ended(preparations.start(file(name, content)))).toMatchObject({ kind: 'failed', message });
    expect(uploads).toHaveLength(0);
  });

  it('refuses a file over the limit', async () => {
    const { preparations, uploads } = scene();
    const huge = file('bracket.stl');
    Object.defineProperty(huge, 'size', { value: 3 * 1024 ** 3 });
    expect(await ended(preparations.start(huge))).toMatchObject({
      message: expect.stringContaining('refused.tooLarge'),
    });
    expect(uploads).toHaveLength(0);
  });

  it('keeps the file when the connection is lost, and sends it again', async () => {
    const server = scene({ 'VERIFY 1': { outcome: {} } });
    const { preparations, uploads } = server;
    const part = preparations.start(file('bracket.stl'));
    (await upload(server)).answer(new CallError('UNAVAILABLE'));
    expect(await ended(part)).toMatchObject({ kind: 'failed', step: 'UPLOAD', message: 'failed.connection' });
    part.retry();
    await vi.waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.file.name).toBe('bracket.stl');
    (await upload(server, 1)).answer(dto(1, 'bracket.stl'));
    expect(await ended(part)).toMatchObject({ kind: 'ready' });
  });

  it("shows the server's reason, and a retry goes on where it failed", async () => {
    const server = scene({
      'CONVERT 1': { outcome: { file: dto(2, 'bracket.stl') } },
      'VERIFY 2': { outcome: new CallError('FILE_UNREADABLE', 'No triangles') },
    });
    const { preparations, uploads, started, operations } = server;
    const part = preparations.start(file('bracket.obj'));
    (await upload(server)).answer(dto(1, 'bracket.obj'));
    expect(await ended(part)).toEqual({
      kind: 'failed',
      step: 'VERIFY',
      message: 'No triangles',
      original: dto(1, 'bracket.obj'),
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
    for (const name of ['a.stl', 'b.stl', 'c.stl', 'd.stl']) preparations.start(file(name));
    expect(preparations.isUploading).toBe(true);
    await vi.waitFor(() => expect(uploads).toHaveLength(2));
    preparations.all.get()[2]?.cancel();
    (await upload(server)).answer(dto(1, 'a.stl'));
    await vi.waitFor(() => expect(uploads).toHaveLength(3));
    expect(uploads.map((upload) => upload.file.name)).toEqual(['a.stl', 'b.stl', 'd.stl']);
  });

  it('drops what was cancelled, at once', async () => {
    const { preparations, uploads, storage } = scene();
    const part = preparations.start(file('bracket.stl'));
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    part.cancel();
    expect(uploads[0]?.aborted).toBe(true);
    expect(part.state.get()).toEqual({ kind: 'cancelled' });
    expect(preparations.all.get()).toEqual([]);
    expect([...storage.kept.values()]).toEqual(['[]']);
  });

  it('goes on after a reload with what was under way, and shows what had ended', async () => {
    const first = scene({ 'VERIFY 1': { outcome: {} }, 'VERIFY 2': {} });
    const [ready] = ['a.stl', 'b.stl', 'c.stl'].map((name) => first.preparations.start(file(name)));
    (await upload(first)).answer(dto(1, 'a.stl'));
    (await upload(first, 1)).answer(dto(2, 'b.stl'));
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
      { kind: 'failed', message: 'failed.interrupted' },
    ]);
    expect(second.started).toEqual(['VERIFY 2']);
  });

  it('starts empty when what was kept cannot be read', () => {
    const storage = fakeStorage();
    storage.setItem('preparation.parts.5', '[{"id":1}]');
    const { preparations, logged } = scene({}, storage);
    expect(preparations.all.get()).toEqual([]);
    expect(logged).toMatchObject([{ level: 'warn' }]);
  });
});
