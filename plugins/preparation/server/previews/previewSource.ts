import { storedFiles, type JobContext, type NewFile } from '@sinter/sdk/server';
import type * as z from 'zod';
import type { makePreview } from '../jobs.ts';
import { stemOf } from '../storeResult.ts';
import type { ModelFile } from '../pool/messages.ts';
import { explainFailure, openSource } from '../source.ts';
import type { Tools } from '../tools.ts';
import { createWriter } from '../writer.ts';

export type Target = z.output<(typeof makePreview)['payload']>;

export interface PreviewSource {
  file: ModelFile;
  /** Makes an error say whether the file is at fault or what a converter made of it. */
  explainFailure(error: unknown): unknown;
  /** Stores a file made of the source, under its name with another ending. */
  store(bytes: Uint8Array, ending: string): Promise<NewFile>;
  /** Removes the stored files when they are not kept. */
  discard(): Promise<void>;
}

/** The file that a preview is made of. */
export async function openPreviewSource(
  context: JobContext,
  { pool, converters }: Tools,
  { fileId, units }: Target,
): Promise<PreviewSource> {
  const source = await context.get(storedFiles).byId(fileId);
  if (!source) throw new Error(`File ${fileId} of a preview is gone.`);
  const { memoryLimitMb } = pool;
  const { controlled, fileName, id } = source;
  const writer = createWriter(context, controlled);
  const file = await openSource(context, source, { converters, memoryLimitMb, units, signal: context.signal });
  return {
    file,
    explainFailure: (error) => explainFailure(error, [source], [file], context.log),
    store: async (bytes, ending) => ({
      ...(await writer.write(bytes)),
      fileName: `${stemOf(fileName)}${ending}`,
      controlled,
      createdBy: null,
      owner: {},
      madeFromFileId: id,
    }),
    discard: writer.discard,
  };
}
