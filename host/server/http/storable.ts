import { CallError, type Sentence } from '@sinter/sdk/contract';
import type { FastifyRequest } from 'fastify';
import { say } from '../say.ts';

/** NUL, and halves of surrogate pairs: no database and no file name can hold them. */
const unstorable = /[\0\p{Cs}]/u;
const unstorables = /[\0\p{Cs}]/gu;
/** How they are written in a JSON text; elsewhere in it they cannot be. */
const escaped = /\\u(?:0000|d[89a-f])/i;
const longestPart = 500;

type Fields = Record<string, Sentence>;

function refuse(fields: Fields): void {
  if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
}

/** Throws INVALID_INPUT with the fields of a JSON body whose texts cannot be stored. */
export function checkJson(text: string, parsed: unknown): void {
  if (!escaped.test(text)) return;
  const fields: Fields = {};
  collect(parsed, [], fields);
  refuse(fields);
}

function collect(value: unknown, path: readonly string[], fields: Fields): void {
  if (typeof value === 'string') {
    if (unstorable.test(value)) fields[path.join('.')] = say('unstorable');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      const name = key.replace(unstorables, '\ufffd');
      if (name !== key) fields[[...path, name].join('.')] = say('unstorable');
      collect(one, [...path, name], fields);
    }
  }
}

/** Throws INVALID_INPUT with the parts of an address that nothing can be called, or that are no text at all. */
export function checkAddress({ raw, params }: FastifyRequest): void {
  const [path = '', query] = (raw.url ?? '').split('?', 2);
  if (path.length <= longestPart && !raw.url?.includes('%')) return;
  const fields: Fields = {};
  for (const [name, part] of Object.entries(params ?? {})) {
    if (typeof part !== 'string') continue;
    if (unstorable.test(part)) fields[name] = say('unstorable');
    else if (name !== '*' && part.length > longestPart) fields[name] = say('atMost', { maximum: longestPart });
  }
  for (const pair of query?.split('&') ?? []) {
    const text = decoded(pair);
    const [name = ''] = (text ?? pair).split('=', 1);
    if (text === null || unstorable.test(text)) fields[name.replace(unstorables, '\ufffd')] = say('unstorable');
  }
  refuse(fields);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
