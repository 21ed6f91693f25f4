import type { EventAudience } from '@sinter/sdk/server';

/** Those for whom it was started. */
export const audienceOf = (row: { company_id: number | null; facility_id: number | null }): EventAudience => ({
  companyIds: row.company_id === null ? [] : [row.company_id],
  facilityIds: row.facility_id === null ? [] : [row.facility_id],
});
