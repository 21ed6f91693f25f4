import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { matchStatusSchema } from '@sinter/sdk/contract/orders/orders';
import type { fittingVendors, JudgedVendors, orderVendors } from '@sinter/sdk/contract/orders/vendors';
import { storedFiles, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { requireVisible } from '../visibility.ts';
import { candidates, wantedBy } from './candidates.ts';
import { isOut } from './distribute.ts';
import { edgesOf, fits, judge, obstaclesOf, type Candidate, type Judged, type Wanted } from './fit.ts';

/** Who can make the parts of an order that is still being put together. */
export async function fitting(
  context: CallContext,
  { files, exportControlled }: CallArguments<typeof fittingVendors>['body'],
): Promise<CallResult<typeof fittingVendors>> {
  const seen = await Promise.all(files.map(({ fileId }) => context.get(storedFiles).require(context.user, fileId)));
  const measured = await context.db
    .selectFrom('file_facts')
    .select(['file_id', 'size_x_mm', 'size_y_mm', 'size_z_mm'])
    .where('file_id', '=', sql<number>`any(${files.map(({ fileId }) => fileId)}::bigint[])`)
    .execute();
  const sizes = new Map(measured.map((row) => [row.file_id, edgesOf(row.size_x_mm, row.size_y_mm, row.size_z_mm)]));
  const wanted: Wanted = {
    controlled: exportControlled || seen.some(({ controlled }) => controlled),
    parts: files.map(({ fileId, amProcessId, materialId, finishId }) => ({
      processId: amProcessId,
      materialId,
      edges: sizes.get(fileId) ?? null,
      finishId,
    })),
  };
  return answer(wanted, judge(wanted, await candidates(context.db, context.companyId, wanted.parts)), new Set());
}

/** Who can make an order now, and who has it. */
export async function vendorsOf(context: CallContext, orderId: number): Promise<CallResult<typeof orderVendors>> {
  await requireVisible(context, orderId);
  const wanted = (await wantedBy(context.db, [orderId])).get(orderId);
  if (!wanted) throw new CallError('NOT_FOUND');
  const matches = await context.db
    .selectFrom('rfq_match')
    .select(['facility_id', 'status'])
    .where('order_id', '=', orderId)
    .execute();
  const asked = matches.filter(({ status }) => !isOut({ status: matchStatusSchema.parse(status) }));
  const judged = judge(wanted, await candidates(context.db, wanted.companyId, wanted.parts));
  return answer(wanted, judged, new Set(asked.map(({ facility_id }) => facility_id)));
}

const rank = ['INTERNAL', 'PRIVATE', 'MATCHED'] as const;

/** The own enterprise's facilities first, then approved ones, each by name. */
function answer(wanted: Wanted, judged: readonly Judged[], asked: ReadonlySet<number>): JudgedVendors {
  const of = (relation: Candidate['relation']) => judged.filter(({ candidate }) => candidate.relation === relation);
  return {
    vendors: rank.flatMap((relation) =>
      of(relation)
        .filter(fits)
        .map(({ candidate: { id, name, location } }) => ({
          facility: { id, name },
          relation,
          location,
          asked: asked.has(id),
        })),
    ),
    others: (['INTERNAL', 'PRIVATE'] as const).flatMap((relation) =>
      of(relation)
        .filter((each) => !fits(each))
        .map(({ candidate: { id, name }, reasons }) => ({ facility: { id, name }, relation, reasons: [...reasons] })),
    ),
    obstacles: obstaclesOf(wanted, judged),
  };
}
