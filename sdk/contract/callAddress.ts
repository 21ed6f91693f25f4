import * as z from 'zod';
import type { AnyCall } from './call.ts';
import { CallError } from './errors.ts';

/** The input of any call, by where its parts go in the request. */
export const callInputSchema = z.object({
  params: z.record(z.string(), z.unknown()).optional(),
  query: z.record(z.string(), z.unknown()).optional(),
  body: z.unknown().optional(),
});

/**
 * The address of a call with this input, from the root of the site: its path with the parameters, and the query. Values that are
 * `undefined` or `null` are left out of the query. Throws INVALID_INPUT when a parameter of the path is missing.
 */
export function callAddress(call: AnyCall, input: unknown): string {
  const { params = {}, query = {} } = callInputSchema.parse(input ?? {});
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null) {
      throw CallError.received({ code: 'INVALID_INPUT', message: `${call.id} needs '${name}'.` });
    }
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item));
    }
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
