import { CallError } from '@sinter/sdk/contract';
import { themes } from '@sinter/sdk/contract/host/appearance';
import { themeFile } from '@sinter/sdk/contract/host/configuration';
import type { ByteRange } from '../http/bytes.ts';
import type { Parts } from './parts.ts';

/** A drawing that is opened by itself runs nothing and loads nothing. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export function handleTheme({ handle, doors, storedFiles, themes: published }: Parts): void {
  handle(themes, async ({ request }) => published.read(await doors.of(request.hostname)));

  handle(themeFile, async ({ files, reply }, { params }) => {
    const file = (await published.hasFile(params.id)) ? await storedFiles.byId(params.id) : null;
    if (!file || file.controlled) throw new CallError('NOT_FOUND');
    const kind = await published.kindOf(file);
    if (!kind) throw new CallError('NOT_FOUND');
    if (kind.extension === 'svg') reply.header('Content-Security-Policy', drawingPolicy);
    return {
      size: file.size,
      contentType: kind.contentType,
      etag: file.sha256,
      cache: 'immutable' as const,
      open: async (range?: ByteRange) => (await files.read(file.sha256, { controlled: false, range })).stream,
    };
  });
}
