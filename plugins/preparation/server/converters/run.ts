import { CallError } from '@sinter/sdk/contract';
import { extensionOf } from '../../geometry/sniff.ts';
import { runCommand } from './command.ts';
import { say } from '../texts.ts';
import type { ConverterConfig } from './config.ts';
import { ConversionFailure, type ConversionOptions, type Unconverted } from './conversion.ts';
import { askService } from './http.ts';

export interface Converted {
  fileName: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Lets the first converter that may read this file convert it into an open format. Throws CallError with the reason.
 */
export async function convert(
  converters: readonly ConverterConfig[],
  { fileName, bytes, controlled }: Unconverted,
  { signal, log, files }: ConversionOptions,
): Promise<Converted> {
  const extension = extensionOf(fileName);
  const able = converters.filter(({ extensions }) => extensions.includes(extension));
  const converter = able.find(({ allowItar }) => allowItar || !controlled);
  if (!converter) {
    throw new CallError('NEEDS_CONVERTER', able.length > 0 ? say('controlled') : say('needsConverter'));
  }
  try {
    const made =
      converter.driver === 'command'
        ? await runCommand(converter, { fileName, bytes, controlled }, { signal, log, files })
        : await askService(converter, extension, bytes, { signal });
    if (made.length === 0) throw new ConversionFailure(() => say('converterWroteEmpty', { extension }));
    return { fileName: `converted.${converter.output}`, bytes: made };
  } catch (error) {
    if (!(error instanceof ConversionFailure)) throw error;
    const cause = error.cause === undefined ? {} : { cause: String(error.cause) };
    const why = error.why(extension);
    log.warn('a converter failed', { converter: converter.id, extension, why: why.message, ...cause });
    throw new CallError('FILE_UNREADABLE', why);
  }
}
