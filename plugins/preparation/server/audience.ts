import { storedFiles, type EventAudience, type Services, type Work } from '@sinter/sdk/server';

interface Owned {
  company_id: number | null;
  facility_id: number | null;
}

/** Of the company or facility that started it, those who see the file. */
export const audienceOf = async (
  { get }: Pick<Services, 'get'>,
  { db }: Pick<Work, 'db'>,
  fileId: number,
  row: Owned,
): Promise<EventAudience> => ({
  companyIds: row.company_id === null ? [] : [row.company_id],
  facilityIds: row.facility_id === null ? [] : [row.facility_id],
  ...(await get(storedFiles).hearers(db, fileId)),
});

/** Whose work it is for the queue. */
export const accountOf = ({ company_id, facility_id }: Owned): string =>
  company_id === null ? `facility ${facility_id}` : `company ${company_id}`;
