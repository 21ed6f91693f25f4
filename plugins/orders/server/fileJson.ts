import { sql } from 'kysely';

/** A row of `stored_file`, by the name that the query has for it, as the contract's FileDto. */
export const fileJson = (table: string) => sql`jsonb_build_object(
  'id', ${sql.ref(`${table}.id`)}, 'fileName', ${sql.ref(`${table}.file_name`)}, 'size', ${sql.ref(`${table}.size`)},
  'fileURL', '/api/v1/files/' || ${sql.ref(`${table}.id`)} || '/content')`;
