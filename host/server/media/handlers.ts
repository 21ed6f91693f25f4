import { extname } from 'node:path';
import { CallError } from '@sinter/sdk/contract';
import { fileContent, uploadFile } from '@sinter/sdk/contract/host';
import type { Host } from '../host.ts';
import type { ByteRange } from '../http/bytes.ts';

/** By extension: what a file says of itself is not believed. */
const contentTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain; charset=utf-8',
  '.stl': 'model/stl',
};

/** Of the form. Whoever says something else may have meant that it is: it must not lie in the open store. */
function isControlled({ itar = '' }: Readonly<Record<string, string>>): boolean {
  if (!['', 'true', 'false'].includes(itar)) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { itar: 'Must be true or false' } });
  }
  return itar === 'true';
}

export function handleFiles({ handle, storedFiles, maxUploadBytes }: Host): void {
  handle(uploadFile, async ({ upload, files, user, write }) => {
    const { fileName, content, fields } = await upload();
    const controlled = isControlled(fields);
    // Refused while it is being written, so that the store keeps nothing of it.
    async function* acceptable(): AsyncGenerator<Uint8Array> {
      let empty = true;
      for await (const chunk of content) {
        empty &&= chunk.byteLength === 0;
        yield chunk;
      }
      if (empty) throw new CallError('INVALID_INPUT', undefined, { fields: { file: 'The file is empty' } });
      // The bytes are on their way into the open store: say so instead of keeping them there under a wrong flag.
      if (isControlled(fields) && !controlled) {
        throw new CallError('INVALID_INPUT', undefined, { fields: { itar: 'Must come before the file in the form' } });
      }
    }
    const stored = await files.write(acceptable(), { controlled, maxBytes: maxUploadBytes });
    const file = await write(async (unit) => {
      const added = await storedFiles.add(unit, {
        ...stored,
        fileName,
        controlled,
        createdBy: user.userId,
        owner: { companyId: user.companyId ?? undefined, facilityId: user.facilityId ?? undefined },
      });
      await unit.audit({
        action: 'file.uploaded',
        objectKind: 'FILE',
        objectId: String(added.id),
        after: { fileName, size: stored.size, controlled },
      });
      return added;
    });
    return storedFiles.dto(file);
  });

  handle(fileContent, async ({ files, user, log }, { params, query }) => {
    const file = await storedFiles.require(user, params.id).catch((error: unknown) => {
      if (error instanceof CallError && error.code === 'EXPORT_CONTROLLED') {
        log.warn('An export-controlled file was refused', { fileId: params.id, userId: user.userId });
      }
      throw error;
    });
    return {
      size: file.size,
      contentType: contentTypes[extname(file.fileName).toLowerCase()] ?? 'application/octet-stream',
      etag: file.sha256,
      cache: file.controlled ? ('no-store' as const) : ('private' as const),
      downloadName: query.download === 'true' ? file.fileName : undefined,
      open: async (range?: ByteRange) => (await files.read(file.sha256, { controlled: file.controlled, range })).stream,
    };
  });
}
