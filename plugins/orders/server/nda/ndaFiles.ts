import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import type { FileRelations } from '@sinter/sdk/server';
import { sql } from 'kysely';

/** What was signed, and what is to be signed: the buyer's legal side sees both, a facility what it is asked to sign. */
export const ndaFiles: FileRelations = {
  seen: (
    { companyId, memberRoles },
    file,
  ) => sql`(${companyId !== null && hasOrderRight(memberRoles, 'verifyNda')} and (
    exists (select from nda_agreement a where a.file_id = ${file} and a.company_id = ${companyId})
    or exists (select from nda_template t where t.file_id = ${file} and t.company_id = ${companyId})))`,
  async holders(db, fileIds) {
    const { rows } = await sql<{ fileId: number; facilityIds: number[]; companyIds: number[] }>`
      select a.file_id as "fileId", '{}'::bigint[] as "facilityIds", array[a.company_id] as "companyIds"
      from nda_agreement a where a.file_id = any(${[...fileIds]}::bigint[])
      union all
      select t.file_id, array_agg(distinct m.facility_id), array[t.company_id]
      from nda_template t
        join rfq_order o on o.company_id = t.company_id and o.nda_required
        join rfq_match m on m.order_id = o.id and m.unlocked_at is null
      where t.file_id = any(${[...fileIds]}::bigint[]) group by t.file_id, t.company_id
    `.execute(db);
    return rows;
  },
  attached: () => Promise.resolve([]),
};
