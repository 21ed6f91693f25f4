import type { BulkResult } from '../contract/bulk.ts';
import { CallError } from '../contract/errors.ts';

/**
 * Changes several things one after the other, each in a transaction of its own that `change` makes: what one refuses keeps no
 * other from it. Answers for each; throws what is no refusal.
 */
export async function oneByOne(ids: readonly number[], change: (id: number) => Promise<void>): Promise<BulkResult> {
  const results: BulkResult = [];
  for (const id of new Set(ids)) {
    try {
      await change(id);
      results.push({ id, done: true, message: null });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { code, message, details } = error;
      results.push({ id, done: false, message, code, ...(details.said && { said: details.said }) });
    }
  }
  return results;
}
