import { sql } from 'kysely';

/**
 * In front of a statement with many tables that takes longer to plan than to run: a connection plans it once, whatever its
 * values. For what is found by ids; a search whose best plan depends on its values has to be planned each time.
 * `sql\`${plannedOnce} select …\``, or `.modifyFront(plannedOnce)`.
 */
export const plannedOnce = sql`/* planned once */`;
