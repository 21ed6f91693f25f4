import type { EventAudience } from '@sinter/sdk/server';

/** The company or facility that started it. */
export const audienceOf = (row: { company_id: number | null; facility_id: number | null }): EventAudience => ({
  companyIds: row.company_id === null ? [] : [row.company_id],
  facilityIds: row.facility_id === null ? [] : [row.facility_id],
});
