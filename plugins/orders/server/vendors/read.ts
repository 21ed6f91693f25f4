import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { matchStatusSchema } from '@sinter/sdk/contract/orders/orders';
import type { fittingVendors, JudgedVendors, orderVendors } from '@sinter/sdk/contract/orders/vendors';
import type { CallContext } from '@sinter/sdk/server';
import { suppliersOf } from '../portal/suppliers.ts';
import { requireVisible } from '../visibility.ts';
import { candidates, wantedAs, wantedBy } from './candidates.ts';
import { isOut } from './distribute.ts';
import { fits, judge, obstaclesOf, type Candidate, type Judged, type Wanted } from './fit.ts';

/** Who can make the parts of an order that is still being put together. */
export async function fitting(
  context: CallContext,
  { files, exportControlled }: CallArguments<typeof fittingVendors>['body'],
): Promise<CallResult<typeof fittingVendors>> {
  const wanted = await wantedAs(context, files, exportControlled);
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
  const judgedNow = answer(wanted, judged, new Set(asked.map(({ facility_id }) => facility_id)));
  const told = await suppliersOf(context, [orderId]);
  if (!told) return judgedNow;
  // Who is yet to be chosen is known by name.
  const vendors = judgedNow.vendors.map((vendor) =>
    vendor.asked ? { ...vendor, facility: told(orderId, vendor.facility.id) } : vendor,
  );
  return { ...judgedNow, vendors };
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
