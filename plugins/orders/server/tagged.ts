import { facilityTags, type FacilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import type { Principal } from '@sinter/sdk/contract';
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

export const tagged = (
  tags: FacilityTags,
  viewer: Principal,
  asked: readonly (string | number)[],
): RawBuilder<boolean> =>
  isProvider(viewer)
    ? tags.hasAny(viewer.facilityId, 'ORDER', sql`o.id`, asked)
    : sql`o.tags && ${asked.map(String)}::text[]`;
