import { CallError } from '@sinter/sdk/contract';
import type { BulkResult } from '@sinter/sdk/contract/bulk';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type {
  createPriority,
  deletePriority,
  prioritizeOrder,
  prioritizeOrders,
  Priority,
  updatePriority,
} from '@sinter/sdk/contract/scheduling/priorities';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import { oneByOne, type CallContext, type Services, type Work } from '@sinter/sdk/server';
import { jobsDb } from './job.ts';
import { say } from './texts.ts';

const rowsOf = (unit: Pick<Services, 'db'>, facilityId: number) =>
  jobsDb(unit)
    .selectFrom('priority_label')
    .select(['id', 'label', 'color', 'created_at', 'event_id'])
    .where('facility_id', '=', facilityId);

const toWire = ({
  id,
  label,
  color,
  created_at,
}: {
  id: number;
  label: string;
  color: string;
  created_at: Date;
}): Priority => ({
  id,
  label,
  color,
  createDate: String(created_at.getTime()),
});

export async function listLabels(context: CallContext): Promise<Priority[]> {
  const rows = await rowsOf(context, context.facilityId).orderBy('created_at').orderBy('id').execute();
  return rows.map(toWire);
}

/** The facility has one label of a name, in whatever case. Waits for a change of its labels that is in progress. */
async function requireNewName(unit: Work, facilityId: number, label: string, exceptId: number): Promise<void> {
  await unit.db.selectFrom('facility').select('id').where('id', '=', facilityId).forNoKeyUpdate().execute();
  const same = await rowsOf(unit, facilityId)
    .where((where) => where(where.fn<string>('lower', ['label']), '=', where.fn<string>('lower', [where.val(label)])))
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  if (same) throw new CallError('CONFLICT', say('labelTaken', { label: same.label }));
}

export async function addLabel(
  context: CallContext,
  { body: { label, color, eventId } }: CallArguments<typeof createPriority>,
): Promise<Priority> {
  const { facilityId } = context;
  return context.write(async (unit) => {
    await unit.db.selectFrom('facility').select('id').where('id', '=', facilityId).forNoKeyUpdate().execute();
    const made = await rowsOf(unit, facilityId).where('event_id', '=', eventId).executeTakeFirst();
    if (made) return toWire(made);
    await requireNewName(unit, facilityId, label, 0);
    const row = await jobsDb(unit)
      .insertInto('priority_label')
      .values({ facility_id: facilityId, label, color, event_id: eventId })
      .returning(['id', 'label', 'color', 'created_at'])
      .executeTakeFirstOrThrow();
    await unit.audit({ action: 'priority.created', ...objectOf(row.id), after: { label, color } });
    return toWire(row);
  });
}

const objectOf = (id: number) => ({ objectKind: 'PRIORITY', objectId: String(id) });

async function lockLabel(unit: Work, facilityId: number, id: number) {
  const row = await rowsOf(unit, facilityId).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new CallError('NOT_FOUND');
  return row;
}

export async function changeLabel(
  context: CallContext,
  { params: { id }, body: { label, color } }: CallArguments<typeof updatePriority>,
): Promise<Priority> {
  const { facilityId } = context;
  return context.write(async (unit) => {
    await requireNewName(unit, facilityId, label, id);
    const before = await lockLabel(unit, facilityId, id);
    await jobsDb(unit).updateTable('priority_label').set({ label, color }).where('id', '=', id).execute();
    const change = { before: { label: before.label, color: before.color }, after: { label, color } };
    await unit.audit({ action: 'priority.changed', ...objectOf(id), ...change });
    return toWire({ ...before, label, color });
  });
}

export async function removeLabel(
  context: CallContext,
  { params: { id } }: CallArguments<typeof deletePriority>,
): Promise<null> {
  return context.write(async (unit) => {
    const { label, color } = await lockLabel(unit, context.facilityId, id);
    await context.get(orderProduction).forgetPriority(unit, context.facilityId, id);
    await jobsDb(unit).deleteFrom('priority_label').where('id', '=', id).execute();
    await unit.audit({ action: 'priority.removed', ...objectOf(id), before: { label, color } });
    return null;
  });
}

/** Holds the label until the transaction ends, so that nothing is given one that is being removed. */
export async function requireLabel(unit: Work, facilityId: number, id: number | null): Promise<void> {
  if (id === null) return;
  const label = await rowsOf(unit, facilityId).where('id', '=', id).forShare().executeTakeFirst();
  if (!label) throw new CallError('NOT_FOUND');
}

export async function labelOrder(
  context: CallContext,
  { params: { orderId }, body: { priorityId } }: CallArguments<typeof prioritizeOrder>,
): Promise<null> {
  await label(context, orderId, priorityId);
  return null;
}

export const labelOrders = (
  context: CallContext,
  { body: { ids, priorityId } }: CallArguments<typeof prioritizeOrders>,
): Promise<BulkResult> => oneByOne(ids, (orderId) => label(context, orderId, priorityId));

const label = (context: CallContext, orderId: number, priorityId: number | null): Promise<void> =>
  context.write(async (unit) => {
    await requireLabel(unit, context.facilityId, priorityId);
    await context.get(orderProduction).setPriority(context, unit, orderId, priorityId);
  });
