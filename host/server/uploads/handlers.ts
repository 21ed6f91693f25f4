import { beginUpload, cancelUpload, uploadPiece, uploadState } from '@sinter/sdk/contract/host/uploads';
import type { CallContext } from '@sinter/sdk/server';
import type { Parts } from './parts.ts';
import { createUploads, pieceSize, type Upload } from './uploads.ts';

export function handleUploads({ handle, db, storedFiles, maxUploadBytes, files, quota }: Parts): void {
  const { partials } = files;
  const uploads = createUploads({ db, storedFiles, partials, maxUploadBytes, quota });

  async function answer(context: CallContext, upload: Upload) {
    const { id: uploadId, received, size } = upload;
    const file = upload.sha256 === null ? null : await uploads.fileOf(context, upload);
    return { uploadId, received, size, pieceSize, file: file && storedFiles.dto(file) };
  }

  handle(beginUpload, async (context, { body }) => answer(context, await uploads.begin(context, body)));

  handle(uploadState, async (context, { params }) =>
    answer(context, await uploads.require(context.user, params.uploadId)),
  );

  handle(uploadPiece, async (context, { params: { uploadId, offset } }) => {
    const upload = await uploads.require(context.user, uploadId);
    return answer(context, await uploads.add(context, upload, offset));
  });

  handle(cancelUpload, async (context, { params }) => {
    await uploads.cancel(context, params.uploadId);
    return { success: 'true' as const };
  });
}
