import { sql } from 'kysely';

/** What lot `l` is called on papers: by the facility's number, or by its id. */
export const lotName = sql<string>`coalesce(l.number, 'LOT-' || l.id)`;

/** The id in what somebody typed (`12`, `LOT-12`); 0: there is none. */
export const lotIdIn = (text: string): number => Number(/^(?:LOT-)?(\d{1,15})$/i.exec(text)?.[1] ?? 0);
