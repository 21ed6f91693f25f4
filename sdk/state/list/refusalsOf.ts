import type { BulkResult } from '../../contract/bulk.ts';
import { CallError } from '../../contract/errors.ts';
import { translated } from '../../i18n/said.ts';
import { messageOf } from '../../ui/index.ts';

/** What `BulkOptions.change` answers for `rows`: for each why nothing was done with it, in the reader's language; `null`: it was. */
export async function refusalsOf(
  rows: readonly { readonly id: number }[],
  results: BulkResult,
): Promise<(string | null)[]> {
  const told = results.map(async ({ id, done, message, said, code }): Promise<[number, string | null]> => {
    if (done) return [id, null];
    const text = await translated(message ?? '', said);
    return [id, code ? messageOf(CallError.received({ code, message: text })) : text];
  });
  const byId = new Map(await Promise.all(told));
  return rows.map(({ id }) => byId.get(id) ?? null);
}
