import { storedFiles, type JobContext, type NewFile } from '@sinter/sdk/server';
import type * as z from 'zod';
import type { makePreview } from '../jobs.ts';
import { stemOf } from '../keep.ts';
import type { ModelFile } from '../pool/messages.ts';
import { blamed, openSource } from '../source.ts';
import type { Tools } from '../tools.ts';
import { createWriter } from '../writer.ts';

export type Target = z.output<(typeof makePreview)['payload']>;

export interface Shown {
  file: ModelFile;
  /** Makes an error say whether the file is at fault or what a converter made of it. */
  blamed(error: unknown): unknown;
  /** Stores a file made of the source, under its name with another ending. */
  store(bytes: Uint8Array, ending: string): Promise<NewFile>;
  /** Removes the stored files when they are not kept. */
  discard(): Promise<void>;
}

/** The file that a preview is made of. */
export async function openShown(
  context: JobContext,
  { pool, converters }: Tools,
  { fileId, units }: Target,
): Promise<Shown> {
  const source = await context.get(storedFiles).byId(fileId);
  if (!source) throw new Error(`File ${fileId} of a preview is gone.`);
  const { memoryLimitMb } = pool;
  const { controlled, fileName, id } = source;
  const writer = createWriter(context, controlled);
  const file = await openSource(context, source, { converters, memoryLimitMb, units, signal: context.signal });
  return {
    file,
    blamed: (error) => blamed(error, [source], [file]),
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
