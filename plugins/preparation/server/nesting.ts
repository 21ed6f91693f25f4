import { CallError } from '@sinter/sdk/contract';
import type { NestingRequest, NestingResult, NestingRun, PartNesting } from '@sinter/sdk/contract/preparation/nesting';
import { storedFiles, type FileRecord, type JobContext } from '@sinter/sdk/server';
import type { ModelFile } from './pool/messages.ts';
import { explainFailure, openSource, requireFitting } from './source.ts';
import { say } from './texts.ts';
import type { Tools } from './tools.ts';

/** Nesting in the threads of file operations: their limits of memory and time hold for it too. */
export const createNesting = ({ pool, converters }: Tools): PartNesting => ({
  async nest(context, request, { signal, enough, onProgress }) {
    const { sources, fileOf } = await sourcesOf(context, request);
    const { memoryLimitMb } = pool;
    requireFitting(
      sources.map(({ file }) => file),
      memoryLimitMb,
    );
    const files: ModelFile[] = [];
    // One after the other: a converter is a process of its own with large files.
    for (const { file, units } of sources) {
      files.push(await openSource(context, file, { converters, memoryLimitMb, units, signal }));
    }
    const { parts, titleOf, boxMm, ...options } = request;
    const task = {
      ...options,
      kind: 'nest' as const,
      files,
      parts: parts.map((part) => ({ ...part, file: fileOf(part) })),
      boxMm: [boxMm[0], boxMm[1], boxMm[2]] satisfies [number, number, number],
      titles: Array.from({ length: options.mostBuilds }, (_, i) => titleOf(i + 1)),
      enough: whenAborted(enough),
    };
    const opened = sources.map(({ file }) => file);
    return pool.run(task, { signal, onProgress }).catch((error: unknown): NestingResult => {
      throw explainFailure(error, opened, files, context.log);
    });
  },
});

type Source = { file: FileRecord; units: NestingRequest['parts'][number]['units'] };

/** Each file once for each unit that its numbers are taken in. */
async function sourcesOf(context: JobContext, { parts }: NestingRequest) {
  const keyOf = ({ fileId, units }: Pick<NestingRequest['parts'][number], 'fileId' | 'units'>) => `${fileId} ${units}`;
  const sources = new Map<string, Source>();
  for (const part of parts) {
    if (sources.has(keyOf(part))) continue;
    const file = await context.get(storedFiles).byId(part.fileId);
    if (!file) throw new CallError('NOT_FOUND', say('stopped'));
    sources.set(keyOf(part), { file, units: part.units });
  }
  const keys = [...sources.keys()];
  return {
    sources: [...sources.values()],
    fileOf: (part: NestingRequest['parts'][number]) => keys.indexOf(keyOf(part)),
  };
}

/** A word that a thread sees change while it calculates. */
function whenAborted(signal: NestingRun['enough']): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(4);
  const tell = (): void => void Atomics.store(new Int32Array(shared), 0, 1);
  if (signal.aborted) tell();
  else signal.addEventListener('abort', tell, { once: true });
  return shared;
}
