import { sql } from 'kysely';

/** SQL: the person of membership `m` is cleared for what is export controlled there, from wherever they look. */
export const isCleared = sql<boolean>`exists (
  select from export_policy policy join export_clearance clearance
    on clearance.facility_id = policy.facility_id or clearance.company_id = policy.company_id
  where policy.enabled and not clearance.revoked and clearance.expires_on >= current_date
    and clearance.user_id = m.user_id
    and (policy.company_id = m.company_id or policy.facility_id = (
      select coalesce(home.root_facility_id, home.id) from facility home where home.id = m.facility_id)))`;
