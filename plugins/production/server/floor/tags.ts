import { CallError } from '@sinter/sdk/contract';
import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { lotChanged } from '@sinter/sdk/contract/production/lots';
import type { tagLots } from '@sinter/sdk/contract/production/tags';
import type { KnownTag, TagChange, TagChip } from '@sinter/sdk/contract/tags';
import { oneByOne, type CallContext } from '@sinter/sdk/server';
import { sql, type RawBuilder } from 'kysely';
import { lockLots } from './lot.ts';

/** The tags of lot `l`. */
export const tagsColumn = ({ facilityId, get }: CallContext): RawBuilder<TagChip[]> =>
  get(facilityTags).of(facilityId, 'LOT', sql`l.id`);

export const hasTags = ({ db, facilityId, get }: CallContext, asked: readonly number[]): Promise<RawBuilder<boolean>> =>
  get(facilityTags).hasAny(db, facilityId, 'LOT', sql`l.id`, asked);

export const knownTags = ({ db, facilityId, get }: CallContext): Promise<KnownTag[]> =>
  get(facilityTags).choices(db, facilityId, 'LOT');

export const tagMany = (context: CallContext, { body: { ids, ...change } }: CallArguments<typeof tagLots>) =>
  oneByOne(ids, (id) => tagOne(context, id, change));

/** Also a lot that is done, or whose order is on hold. Its version stays: nothing of its pieces has changed. */
const tagOne = (context: CallContext, id: number, change: TagChange): Promise<void> =>
  context.write(async (unit) => {
    const { facilityId, user } = context;
    const [lot] = await lockLots(unit, [id]);
    if (!lot || lot.facilityId !== facilityId || (lot.controlled && !user.cleared)) throw new CallError('NOT_FOUND');
    const adds = user.permissions.includes('TAGS_SETTINGS_EDITOR');
    const { before, after } = await context
      .get(facilityTags)
      .change(unit, { facilityId, kind: 'LOT', id }, change, { adds });
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    await unit.audit({
      ...{ action: 'lot.tagged', objectKind: 'WORKPLAN_LOT', objectId: String(id) },
      // Who reads the audit need not be cleared.
      ...(lot.controlled ? {} : { before, after }),
    });
    const audience = { facilityIds: [facilityId], controlled: lot.controlled };
    await unit.emit(lotChanged, { lotId: id, orderId: lot.orderId }, audience);
  });
