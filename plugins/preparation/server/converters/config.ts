import { readFileSync } from 'node:fs';
import { cadExtensions } from '@sinter/sdk/contract/preparation/fileOperations';
import * as z from 'zod';
import { isProprietaryExtension } from '../../geometry/sniff.ts';

const shared = {
  /** Name for messages and the log. */
  id: z.string().min(1).max(60),
  /** File name endings that it reads. */
  extensions: z.array(z.enum(cadExtensions.filter(isProprietaryExtension))).min(1),
  /** Format of its answer. */
  output: z.enum(['stl', '3mf', 'obj', 'step']).default('stl'),
  /** Whether it may receive export-controlled files. */
  allowItar: z.boolean().default(false),
  timeLimitSeconds: z.number().int().min(1).max(3600).default(300),
  /** Largest answer in MB; a command may not write more than that either. */
  outputLimitMb: z.number().int().min(1).max(8192).default(2048),
};

const converterSchema = z.discriminatedUnion('driver', [
  z.strictObject({
    ...shared,
    driver: z.literal('command'),
    /** The program and its arguments; `{in}` and `{out}` stand for the two files. No shell is involved. */
    command: z
      .array(z.string().min(1))
      .min(1)
      .refine((words) => words.some((word) => word.includes('{in}')) && words.some((word) => word.includes('{out}')), {
        error: 'needs {in} and {out}',
      }),
    memoryLimitMb: z.number().int().min(16).max(1_048_576).default(4096),
  }),
  z.strictObject({
    ...shared,
    driver: z.literal('http'),
    url: z.url({ protocol: /^https?$/ }),
    bearer: z.string().min(1).optional(),
  }),
]);
export type ConverterConfig = z.infer<typeof converterSchema>;
export type CommandConverter = Extract<ConverterConfig, { driver: 'command' }>;
export type HttpConverter = Extract<ConverterConfig, { driver: 'http' }>;

const converters = z.array(converterSchema).max(50);

/**
 * The converters that this server may use, in the order in which they are tried, from the value of FILE_CONVERTERS:
 * JSON or the path of a JSON file. Throws an Error with a text for the administrator at the terminal.
 */
export function readConverters(value: string | undefined): readonly ConverterConfig[] {
  if (value === undefined || value.trim() === '') return [];
  try {
    const text = value.trimStart().startsWith('[') ? value : readFileSync(value, 'utf8');
    return converters.parse(JSON.parse(text));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new Error(`FILE_CONVERTERS is not usable.\n${why}`);
  }
}
