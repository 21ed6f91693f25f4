import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import type { KnownTag } from '@sinter/sdk/contract/tags';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';

type Context = Pick<CallContext, 'facilityId' | 'get'>;

/** The tags of `n`. */
export const tagsColumn = ({ facilityId, get }: Context) => get(facilityTags).of(facilityId, 'NCR', sql`n.id`);

export const hasTags = ({ db, facilityId, get }: Context & Pick<CallContext, 'db'>, asked: readonly number[]) =>
  get(facilityTags).hasAny(db, facilityId, 'NCR', sql`n.id`, asked);

export const knownTags = ({ db, facilityId, get }: Context & Pick<CallContext, 'db'>): Promise<KnownTag[]> =>
  get(facilityTags).choices(db, facilityId, 'NCR');
