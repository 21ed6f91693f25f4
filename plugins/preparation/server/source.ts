import { CallError } from '@sinter/sdk/contract';
import type { LengthUnit } from '@sinter/sdk/contract/preparation';
import type { FileRecord, JobContext } from '@sinter/sdk/server';
import { extensionOf, isProprietaryExtension, isProprietaryFormat, sniff } from '../geometry/sniff.ts';
import type { ConverterConfig } from './converters/config.ts';
import { convert } from './converters/run.ts';
import type { ModelFile } from './pool/messages.ts';

/** A mesh takes at least this many times the size of its file while it is worked on. */
const memoryPerByte = 2;

export interface OpenOptions {
  converters: readonly ConverterConfig[];
  memoryLimitMb: number;
  /** What the person said the coordinates are in. */
  units: LengthUnit;
  signal: AbortSignal;
}

/** Throws TOO_LARGE when files that are worked on together do not fit into the memory they may have. */
export function requireFitting(files: readonly Pick<FileRecord, 'size'>[], memoryLimitMb: number): void {
  const mostMb = Math.floor(memoryLimitMb / memoryPerByte);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size <= mostMb * 2 ** 20) return;
  const what = files.length === 1 ? 'Models of' : 'Models that together have';
  throw new CallError('TOO_LARGE', `${what} more than ${mostMb.toLocaleString('en')} MB cannot be prepared here.`);
}

/** The bytes of a stored model for a thread to work on, made an open format by a converter where that is needed. */
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
      ...{ signal, log: context.log, files: context.files },
    },
  );
  return { fileId: file.id, ...made, units: 'MM', converted: true };
}

/** What went wrong with opened files, in the order of `sources`: what a converter made is nothing that the person knows. */
export function blamed(error: unknown, sources: readonly FileRecord[], opened: readonly ModelFile[]): unknown {
  const source = sources.find((_, index) => opened[index]?.converted);
  if (!source || !(error instanceof CallError) || error.code !== 'FILE_UNREADABLE') return error;
  const made = `What the converter for .${extensionOf(source.fileName)} files made of this one cannot be used.`;
  return new CallError('FILE_UNREADABLE', `${made} ${error.message}`);
}

/** What is told by its content goes by that, whatever it is called. */
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
