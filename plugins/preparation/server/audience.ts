import type { EventAudience } from '@sinter/sdk/server';

interface Owned {
  company_id: number | null;
  facility_id: number | null;
}

/** The company or facility that started it. */
export const audienceOf = (row: Owned): EventAudience => ({
  companyIds: row.company_id === null ? [] : [row.company_id],
  facilityIds: row.facility_id === null ? [] : [row.facility_id],
});

/** Whose work it is for the queue. */
export const accountOf = ({ company_id, facility_id }: Owned): string =>
  company_id === null ? `facility ${facility_id}` : `company ${company_id}`;
