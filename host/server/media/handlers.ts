import { CallError } from '@sinter/sdk/contract';
import { fileContent, uploadFile } from '@sinter/sdk/contract/host/files';
import type { Parts } from './parts.ts';
import { sendToContent } from './controlledContent.ts';
import { addUploaded } from './addUploaded.ts';
import { contentOf } from './content.ts';
import { say } from '../say.ts';

/** Of the form. Whoever says something else may have meant that it is: it must not lie in the open store. */
function isControlled({ itar = '' }: Readonly<Record<string, string>>): boolean {
  if (!['', 'true', 'false'].includes(itar)) {
    throw new CallError('INVALID_INPUT', undefined, { fields: { itar: say('trueOrFalse') } });
  }
  return itar === 'true';
}

export function handleFiles(host: Parts): void {
  const { handle, storedFiles, maxUploadBytes, quota } = host;
  handle(uploadFile, async ({ upload, files, user, write, request }) => {
    // The form is little more than its file.
    await quota(user, Number(request.headers['content-length'] ?? maxUploadBytes));
    const { fileName, content, fields } = await upload();
    const controlled = isControlled(fields);
    // Refused while it is being written, so that the store keeps nothing of it.
    async function* acceptable(): AsyncGenerator<Uint8Array> {
      let empty = true;
      for await (const chunk of content) {
        empty &&= chunk.byteLength === 0;
        yield chunk;
      }
      if (empty) throw new CallError('INVALID_INPUT', undefined, { fields: { file: say('fileEmpty') } });
      // The bytes are on their way into the open store: say so instead of keeping them there under a wrong flag.
      if (isControlled(fields) && !controlled) {
        throw new CallError('INVALID_INPUT', undefined, { fields: { itar: say('beforeFile') } });
      }
    }
    const stored = await files.write(acceptable(), { controlled, maxBytes: maxUploadBytes });
    const file = await write((unit) => addUploaded(unit, storedFiles, user, { ...stored, fileName, controlled }));
    return storedFiles.dto(file);
  });

  handle(fileContent, async (context, { params, query }) => {
    const file = await storedFiles.require(context.user, params.id);
    const download = query.download === 'true';
    return file.controlled ? sendToContent(host, context, file, download) : contentOf(context, file, download);
  });
}
