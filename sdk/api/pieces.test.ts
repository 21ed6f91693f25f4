import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyCall, CallInput } from '../contract/call.ts';
import { CallError } from '../contract/errors.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { beginUpload } from '../contract/host/uploads.ts';
import type { UploadState } from '../contract/host/uploads.ts';
import { sendInPieces } from './pieces.ts';
import type { PieceSender } from './pieces.ts';

const pieceSize = 1024 * 1024;
const dto = { id: 1, fileName: 'a.stl', size: 0, fileURL: '/files/1' };

/** A server that keeps what comes; `fails` names the error of the next requests, the first first. */
function server(fails: (ErrorCode | null)[] = []) {
  let received = 0;
  const begins: unknown[] = [];
  const pieces: { offset: number; size: number }[] = [];
  const answer = (size: number): UploadState => ({
    uploadId: 'u',
    received,
    size,
    pieceSize,
    file: received === size ? dto : null,
  });
  const fail = () => {
    const code = fails.shift();
    if (code) throw new CallError(code);
  };
  const sender = (file: File): PieceSender => ({
    // The double answers this one call only.
    call: (async (call: AnyCall, input: CallInput<typeof beginUpload>) => {
      expect(call).toBe(beginUpload);
      begins.push(input.body);
      fail();
      return answer(file.size);
    }) as PieceSender['call'],
    async send(_call, { params: { offset } }, piece, { onProgress }) {
      pieces.push({ offset, size: piece.size });
      onProgress(piece.size / 2);
      fail();
      onProgress(piece.size);
      received = offset + piece.size;
      return answer(file.size);
    },
  });
  return { sender, begins, pieces, at: (bytes: number) => void (received = bytes) };
}

const file = (size: number) => new File([new Uint8Array(size)], 'a.stl');

describe('an upload in pieces', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function upload(scene: ReturnType<typeof server>, size: number) {
    const told: number[] = [];
    const waiting: boolean[] = [];
    const given = file(size);
    const sent = sendInPieces(scene.sender(given), given, 'u', {
      onProgress: (bytes) => told.push(bytes),
      resume: { uploadId: 'u', onWaiting: (is) => waiting.push(is) },
    }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(700_000);
    return { told, waiting, result: await sent };
  }

  it('sends one piece after the other', async () => {
    const scene = server();
    const { result, told } = await upload(scene, 2.5 * pieceSize);
    expect(result).toEqual(dto);
    expect(scene.pieces).toEqual([
      { offset: 0, size: pieceSize },
      { offset: pieceSize, size: pieceSize },
      { offset: 2 * pieceSize, size: pieceSize / 2 },
    ]);
    expect(told.at(-1)).toBe(2.5 * pieceSize);
  });

  it('says before the first piece whether the file is export controlled', async () => {
    for (const itar of [true, false]) {
      const scene = server();
      const given = file(pieceSize);
      await sendInPieces(scene.sender(given), given, 'u', { itar });
      expect(scene.begins).toMatchObject([{ itar }]);
    }
  });

  it('goes on where it stopped before', async () => {
    const scene = server();
    scene.at(2 * pieceSize);
    const { told } = await upload(scene, 3 * pieceSize);
    expect(scene.pieces).toEqual([{ offset: 2 * pieceSize, size: pieceSize }]);
    expect(told[0]).toBe(2 * pieceSize);
  });

  it('waits for a lost connection, then goes on with smaller pieces, and never tells less than before', async () => {
    const scene = server([null, 'UNAVAILABLE', 'UNAVAILABLE', null, 'UNAVAILABLE']);
    const { result, told, waiting } = await upload(scene, 2 * pieceSize);
    expect(result).toEqual(dto);
    expect(scene.pieces.slice(0, 3)).toEqual([
      { offset: 0, size: pieceSize },
      { offset: 0, size: pieceSize / 2 },
      { offset: 0, size: pieceSize / 4 },
    ]);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(waiting).toEqual([true, false, true, false]);
  });

  it('asks how far it is when another one was adding, or the server has forgotten it', async () => {
    const scene = server([null, 'CONFLICT', null, 'NOT_FOUND']);
    const { result } = await upload(scene, pieceSize);
    expect(result).toEqual(dto);
    expect(scene.begins).toHaveLength(3);
  });

  it('gives up what the server refuses, and a connection that is lost for ten minutes', async () => {
    expect((await upload(server(['TOO_LARGE']), pieceSize)).result).toMatchObject({ code: 'TOO_LARGE' });
    expect((await upload(server(['CONFLICT']), pieceSize)).result).toMatchObject({ code: 'CONFLICT' });
    const never: ErrorCode[] = Array.from({ length: 100 }, () => 'UNAVAILABLE');
    expect((await upload(server(never), pieceSize)).result).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('stops waiting when it is cancelled', async () => {
    const cancel = new AbortController();
    const given = file(pieceSize);
    const sent = sendInPieces(server(['UNAVAILABLE']).sender(given), given, 'u', { signal: cancel.signal });
    const ended = expect(sent).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(100);
    cancel.abort(new Error('enough'));
    await ended;
  });
});
