import { CallError } from '../contract/errors.ts';
import type { CallContext } from './defineServer.ts';

/**
 * Ids of the facilities whose rows a provider's call may read: the active one, or with `all` every facility of its
 * tree, which needs ENTERPRISE_SCHEDULER_VIEW. Throws FORBIDDEN for anybody else.
 */
export async function facilityScope(context: CallContext, all: boolean): Promise<number[]> {
  const own = context.facilityId;
  if (!all) return [own];
  if (!context.user.permissions.includes('ENTERPRISE_SCHEDULER_VIEW')) throw new CallError('FORBIDDEN');
  const rows = await context.db
    .selectFrom('facility')
    .select('id')
    .where((where) => where.or([where('id', '=', own), where('root_facility_id', '=', own)]))
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}
