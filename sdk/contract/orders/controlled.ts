import { sql } from 'kysely';

/**
 * Whether order `o` (rfq_order) is export controlled, as a condition: it was ordered as such, or the upload of one of its
 * parts is marked now. Who is not cleared sees neither such an order nor anything of it.
 */
export const orderIsControlled = sql<boolean>`(o.export_controlled or o.holds_controlled)`;
