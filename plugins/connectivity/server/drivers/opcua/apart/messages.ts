import { readingSchema } from '@sinter/sdk/contract/connectivity/connectors';
import { saidSchema } from '@sinter/sdk/contract/said';
import { repeated, type Sentence } from '@sinter/sdk/contract/texts';
import * as z from 'zod';
import { say } from '../../../texts.ts';
import { besides } from '../../values.ts';

/** What goes between the server and the process that speaks OPC UA for it: one `read` of a driver at a time. */

/** Where the process writes whose turn it is. */
export const turnsOut = 4;

const driver = z.number().int();
const reported = readingSchema.extend({
  untold: z
    .array(z.enum([...besides, 'temperatures']))
    .readonly()
    .optional(),
});
const sentence = z.object({ message: z.string(), said: saidSchema }).transform(({ message, said }): Sentence => {
  const heard = repeated(message, said);
  return typeof heard === 'string' ? say('noAnswer') : heard;
});

export const askedSchema = z.discriminatedUnion('kind', [
  z.object({
    ...{ kind: z.literal('open'), driver, endpoint: z.string(), secret: z.string().nullable(), own: z.string() },
    settings: z.record(z.string(), z.string()),
    sources: z.array(z.object({ machine: z.string(), settings: z.record(z.string(), z.string()) })).readonly(),
  }),
  z.object({ kind: z.literal('read'), driver }),
  z.object({ kind: z.literal('close'), driver }),
  /** A certificate of this installation. */
  z.object({ kind: z.literal('make') }),
  /** With the connection, or with why there is none. */
  z.object({ kind: z.literal('dialed'), dial: z.number().int(), why: sentence.nullable() }),
]);
export type Asked = z.input<typeof askedSchema>;

export const toldSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heard'), driver, readings: z.array(reported).readonly(), trouble: sentence.nullable() }),
  /** Nothing was heard; without a sentence for a reason that is in the log. */
  z.object({ kind: z.literal('failed'), driver, why: sentence.nullable(), error: z.string() }),
  z.object({ kind: z.literal('closed'), driver }),
  z.object({ kind: z.literal('made'), own: z.string() }),
  z.object({ kind: z.literal('dial'), driver, dial: z.number().int() }),
]);
export type Told = z.input<typeof toldSchema>;

/** A sentence as it travels. */
export const written = ({ message, said }: Sentence) => ({ message, said });
