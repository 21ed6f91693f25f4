import { CallError } from '@sinter/sdk/contract';
import { repeated } from '@sinter/sdk/contract/texts';
import type { LengthUnit } from '@sinter/sdk/contract/preparation/lengthUnit';
import type { Logger } from '@sinter/sdk/plugin';
import type { FileRecord, JobContext } from '@sinter/sdk/server';
import { extensionOf, isProprietaryExtension, isProprietaryFormat, sniff } from '../geometry/sniff.ts';
import type { ConverterConfig } from './converters/config.ts';
import { convert } from './converters/run.ts';
import type { ModelFile } from './pool/messages.ts';
import { say } from './texts.ts';

/** A mesh in work takes at least this many times the size of its file. */
const memoryPerByte = 2;

export interface OpenOptions {
  converters: readonly ConverterConfig[];
  memoryLimitMb: number;
  /** The unit of the coordinates that the user gave. */
  units: LengthUnit;
  signal: AbortSignal;
}

/** Throws TOO_LARGE when files that are worked on together do not fit into the memory limit. */
export function requireFitting(files: readonly Pick<FileRecord, 'size'>[], memoryLimitMb: number): void {
  const mostMb = Math.floor(memoryLimitMb / memoryPerByte);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size <= mostMb * 2 ** 20) return;
  throw new CallError('TOO_LARGE', say(files.length === 1 ? 'modelTooLarge' : 'modelsTooLarge', { mb: mostMb }));
}

/** The bytes of a stored model for a thread. A converter first makes an open format of proprietary ones. */
export async function openSource(
  context: JobContext,
  file: FileRecord,
  { converters, memoryLimitMb, units, signal }: OpenOptions,
): Promise<ModelFile> {
  requireFitting([file], memoryLimitMb);
  const bytes = await readAll(context, file);
  signal.throwIfAborted();
  const { fileName, controlled } = file;
  if (!needsConverter(bytes, fileName)) return { fileId: file.id, fileName, bytes, units, converted: false };
  const made = await convert(
    converters,
    { fileName, bytes, controlled },
    {
      signal,
      log: context.log,
      files: context.files,
    },
  );
  return { fileId: file.id, ...made, units: 'MM', converted: true };
}

/**
 * Makes an error about opened files (in the order of `sources`) understandable: the user knows nothing of the file
 * that a converter made.
 */
export function explainFailure(
  error: unknown,
  sources: readonly FileRecord[],
  opened: readonly ModelFile[],
  log: Logger,
): unknown {
  const source = sources.find((_, index) => opened[index]?.converted);
  if (!source || !(error instanceof CallError) || error.code !== 'FILE_UNREADABLE') return error;
  const extension = extensionOf(source.fileName);
  log.warn('what a converter made cannot be used', { fileId: source.id, extension, why: error.message });
  return new CallError(
    'FILE_UNREADABLE',
    say('madeUnusable', { extension, reason: repeated(error.message, error.details.said) }),
  );
}

/** A format that the content tells counts, whatever the file is called. */
function needsConverter(bytes: Uint8Array, fileName: string): boolean {
  const format = sniff(bytes, fileName);
  if (isProprietaryFormat(format)) return true;
  return (format === 'UNKNOWN' || format === 'HTML') && isProprietaryExtension(extensionOf(fileName));
}

async function readAll(context: JobContext, file: FileRecord): Promise<Uint8Array<ArrayBuffer>> {
  const { stream } = await context.files.read(file.sha256, { controlled: file.controlled });
  const bytes = new Uint8Array(file.size);
  let at = 0;
  for await (const chunk of stream) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
