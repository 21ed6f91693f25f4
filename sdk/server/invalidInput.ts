import type * as z from 'zod';
import { CallError, type Sentence } from '../contract/errors.ts';
import { fieldTexts as say } from './texts.ts';

/** INVALID_INPUT with the sentence of each field, the first one where it has several. `within`: the field they lie in. */
export function invalidInput(issues: readonly z.core.$ZodIssue[], within: readonly string[] = []): CallError {
  const fields: Record<string, Sentence> = {};
  for (const issue of issues) fields[[...within, ...issue.path.map(String)].join('.')] ??= sentenceOf(issue);
  return new CallError('INVALID_INPUT', undefined, { fields });
}

/** INVALID_INPUT of one field. */
export const wrongField = (field: string, text: Sentence): CallError =>
  new CallError('INVALID_INPUT', undefined, { fields: { [field]: text } });

function sentenceOf(issue: z.core.$ZodIssue): Sentence {
  // A schema of the contract has a text of its own.
  const known = say.plain(issue.message);
  if (known) return known;
  switch (issue.code) {
    case 'invalid_type':
      return say(/received (undefined|null)$/.test(issue.message) ? 'required' : 'type');
    case 'too_small': {
      const minimum = Number(issue.minimum);
      if (issue.origin === 'string') return minimum <= 1 ? say('required') : say('longer', { minimum });
      return isList(issue.origin) ? say('more', { minimum }) : say('larger', { minimum });
    }
    case 'too_big': {
      const maximum = Number(issue.maximum);
      if (issue.origin === 'string') return say('shorter', { maximum });
      return isList(issue.origin) ? say('fewer', { maximum }) : say('smaller', { maximum });
    }
    case 'invalid_format':
      return say(issue.format === 'email' ? 'email' : 'format');
    case 'invalid_value':
      return say('choice');
    case 'unrecognized_keys':
      return say('unknown', { keys: issue.keys });
    default:
      return say('other');
  }
}

const isList = (origin: string): boolean => origin === 'array' || origin === 'set';
