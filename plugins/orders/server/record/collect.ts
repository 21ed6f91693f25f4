import { CallError } from '@sinter/sdk/contract';
import { recordChapters, type RecordEntry } from '@sinter/sdk/contract/orders/recordChapters';
import { documentLanguage, documents, storedFiles, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { languageOf } from '../documents/handlers.ts';
import { detail } from '../queries.ts';
import { isProvider } from '../visibility.ts';
import type { Plan, PlannedEntry } from './plan.ts';
import { readme } from './readme.ts';
import { json } from './write.ts';

/** Everything of the order that the caller may know now. Throws NOT_FOUND where they may not see it. */
export async function collect(context: CallContext, orderId: number): Promise<Plan> {
  const order = await detail(context, orderId);
  const parts = order.rfqFileDTOs.map(({ id }) => id);
  const found: RecordEntry[] = [];
  for (const chapter of context.all(recordChapters)) {
    found.push(...(await chapter.entries(context, { id: orderId, parts })));
  }
  const entries: PlannedEntry[] = [];
  const leftOut: string[] = [];
  const sources = new Set<number>();
  for (const entry of found.toSorted((one, other) => (one.path < other.path ? -1 : 1))) {
    if ('json' in entry) {
      entries.push({ path: entry.path, text: json(entry.json) });
      continue;
    }
    if ('issued' in entry) {
      entries.push(entry);
      continue;
    }
    const file = await openFor(context, entry.fileId);
    // What is export controlled has an address of its own, from which it is fetched by itself.
    if (file && !file.controlled) {
      entries.push({ path: entry.path, fileId: file.id });
      sources.add(file.rootFileId);
    } else leftOut.push(entry.path);
  }
  const side = isProvider(context.user) ? 'FACILITY' : 'BUYER';
  const of = await ownName(context);
  const words = await context.get(documents).words(documentLanguage(await languageOf(context)));
  return {
    ...{ order: orderId, side, of, entries, leftOut },
    readme: readme({ order, of, entries, leftOut }, words),
    sources: [...sources].sort((one, other) => one - other),
    controlled: order.exportControlled,
  };
}

/** `null`: this person may not have the file. */
async function openFor(context: CallContext, fileId: number) {
  try {
    return await context.get(storedFiles).require(context.user, fileId);
  } catch (error) {
    if (error instanceof CallError) return null;
    throw error;
  }
}

async function ownName({ db, user }: CallContext): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select company_name as name from facility where id = ${user.facilityId}
    union all select name from company where id = ${user.companyId}
  `.execute(db);
  return rows[0]?.name ?? '';
}
