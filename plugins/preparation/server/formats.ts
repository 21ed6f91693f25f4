import type { CallResult } from '@sinter/sdk/contract/call';
import { cadExtensions, type listFormats } from '@sinter/sdk/contract/preparation/fileOperations';
import { isProprietaryExtension } from '../geometry/sniff.ts';
import type { ConverterConfig } from './converters/config.ts';

export function formats(converters: readonly ConverterConfig[]): CallResult<typeof listFormats> {
  const converted = new Set<string>(converters.flatMap(({ extensions }) => extensions));
  return cadExtensions.map((extension) => {
    if (!isProprietaryExtension(extension)) return { extension, readBy: 'BUILT_IN' };
    return { extension, readBy: converted.has(extension) ? 'CONVERTER' : 'NOBODY' };
  });
}
