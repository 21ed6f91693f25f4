import { sql } from 'kysely';

/** SQL: somebody may work there. A root facility cannot be closed for its own people: nobody could open it again. */
export const usable = (membership: string) => {
  const disabled = sql.ref(`${membership}.disabled`);
  return sql<boolean>`not ${disabled} and not exists (select from facility closed
    where closed.id = ${sql.ref(`${membership}.facility_id`)} and not closed.active and closed.root_facility_id is not null)`;
};
