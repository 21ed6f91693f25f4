/**
 * The columns that server halves may join on, by table. Each area adds its own in `sdk/contract/<area>/tables.ts` by
 * declaration merging, so that no list of them is kept here. A plugin writes only its own tables and changes others
 * through the owner's service; tables and columns that nobody else reads it adds by `db.withTables<Own>()`.
 */
export interface Tables {}
