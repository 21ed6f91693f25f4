import { CallError } from '@sinter/sdk/contract/errors';
import { uploadFile, type FileDto } from '@sinter/sdk/contract/host/files';
import { fakeHost } from '@sinter/sdk/testing';
import { expect, it, vi } from 'vitest';
import { PhotoUploads } from './PhotoUploads.ts';

const stored = (id: number): FileDto => ({ id, fileName: `${id}.jpg`, size: 1, fileURL: `/files/${id}` });

it('keeps photos that were uploaded before one failed, and takes no more than there is room for', async () => {
  const { host, api } = fakeHost({ id: 'quality' });
  const uploads = new PhotoUploads(host, 2);
  const running = uploads.uploading.run(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => new File(['x'], name)));
  api.uploads(uploadFile)[0]?.answer(stored(1));
  await vi.waitFor(() => expect(api.uploads(uploadFile)).toHaveLength(2));
  api.uploads(uploadFile)[1]?.answer(new CallError('UNAVAILABLE'));
  expect(await running).toBe(false);
  expect(uploads.photos.map(({ id }) => id)).toEqual([1]);
  expect(uploads.uploading.problem).not.toBeNull();

  const again = uploads.uploading.run(['b.jpg', 'c.jpg'].map((name) => new File(['x'], name)));
  api.uploads(uploadFile)[2]?.answer(stored(2));
  expect(await again).toBe(true);
  expect(uploads.photos.map(({ id }) => id)).toEqual([1, 2]);
});
