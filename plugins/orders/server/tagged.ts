import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import type { TagChip } from '@sinter/sdk/contract/tags';
import type { CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { isProvider } from './visibility.ts';

/** What the viewer's side has put on the order `o`: a facility's tags, or a company's words. */
export const tagsColumn = ({ user, get }: Pick<CallContext, 'user' | 'get'>): RawBuilder<TagChip[]> =>
  isProvider(user)
    ? get(facilityTags).of(user.facilityId, 'ORDER', sql`o.id`)
    : sql`(select coalesce(jsonb_agg(jsonb_build_object('id', null, 'label', word, 'color', null) order by place), '[]')
        from unnest(o.tags) with ordinality words (word, place))`;

export async function tagged(
  { db, user, get }: Pick<CallContext, 'db' | 'user' | 'get'>,
  asked: readonly (string | number)[],
): Promise<RawBuilder<boolean>> {
  if (!isProvider(user)) return sql`o.tags && ${asked.map(String)}::text[]`;
  return get(facilityTags).hasAny(db, user.facilityId, 'ORDER', sql`o.id`, asked);
}
