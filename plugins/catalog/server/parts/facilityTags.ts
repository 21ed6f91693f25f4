import { CallError } from '@sinter/sdk/contract';
import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { partsChanged } from '@sinter/sdk/contract/catalog/events';
import type { tagFacilityParts } from '@sinter/sdk/contract/catalog/parts';
import type { KnownTag, TagChange, TagChip } from '@sinter/sdk/contract/tags';
import { oneByOne, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { isProvider, isVisible, partIsControlled, visibleOrders, type Reading } from './visibility.ts';

/** What the viewer's facility has put on part `p`; a company has words of its own, which are kept with the part. */
export const facilityTagsColumn = ({ user, get }: Pick<Reading, 'user' | 'get'>): RawBuilder<TagChip[]> =>
  isProvider(user) ? get(facilityTags).of(user.facilityId, 'PART', sql`p.id`) : sql`'[]'::jsonb`;

export const hasFacilityTags = ({ db, user, get }: Reading, asked: readonly number[]): Promise<RawBuilder<boolean>> =>
  get(facilityTags).hasAny(db, user.facilityId, 'PART', sql`p.id`, asked);

export const knownFacilityTags = async ({ db, user, get }: Reading): Promise<KnownTag[]> =>
  isProvider(user) ? get(facilityTags).choices(db, user.facilityId, 'PART') : [];

export const tagOfFacility = (
  context: CallContext,
  { body: { ids, ...change } }: CallArguments<typeof tagFacilityParts>,
) => oneByOne(ids, (id) => tagOne(context, id, change));

/** Nothing of the part itself changes, and its company learns nothing. */
const tagOne = (context: CallContext, id: number, change: TagChange): Promise<void> =>
  context.write(async (unit) => {
    const { facilityId, user } = context;
    const { rows } = await sql<{ controlled: boolean }>`
      select ${partIsControlled} as controlled from part p
      where p.id = ${id} and ${isVisible(context)} and exists (select from ${visibleOrders(context)} where pr.part_id = p.id)
      for no key update of p
    `.execute(unit.db);
    const [part] = rows;
    if (!part) throw new CallError('NOT_FOUND');
    const adds = user.permissions.includes('TAGS_SETTINGS_EDITOR');
    const { before, after } = await context
      .get(facilityTags)
      .change(unit, { facilityId, kind: 'PART', id }, change, { adds });
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    await unit.audit({
      ...{ action: 'part.tagged', objectKind: 'PART', objectId: String(id), facilityId },
      ...(part.controlled ? {} : { before, after }),
    });
    await unit.emit(partsChanged, {}, { facilityIds: [facilityId] });
  });
