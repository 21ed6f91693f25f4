import type { Sentence } from '@sinter/sdk/contract/texts';
import { saidSchema } from '@sinter/sdk/contract/said';
import * as z from 'zod';
import { say } from '../../texts.ts';
import type { Fault } from './api.ts';

/** Something that a person has to see to before it is sent. */
export class Blocked extends Error {
  readonly why: Sentence;

  constructor(why: Sentence) {
    super(why.message);
    this.why = why;
  }
}

export const problemSchema = z.object({ message: z.string(), said: saidSchema.optional() });
export const asProblem = ({ message, said }: Sentence): string => JSON.stringify({ message, said });

/** What a person reads of a refusal, and can do about it. */
export function sayFault({ code, detail }: Fault, day: string): Sentence {
  switch (code) {
    case '610':
    case '2500':
      return say('books.inactive', { detail });
    case '6210':
      return say('books.closed', { day });
    case '6190':
      return say('books.subscription');
    case '120':
    case '3100':
      return say('books.noAccess');
    case '5010':
      return say('books.stale');
    default:
      return say('books.refused', { detail });
  }
}
