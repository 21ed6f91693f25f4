import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { tagNcrs } from '@sinter/sdk/contract/quality/ncrs';
import type { TagChange } from '@sinter/sdk/contract/tags';
import { oneByOne, type CallContext } from '@sinter/sdk/server';
import { lockFor, remember } from './lock.ts';
import { tellShown } from './remade.ts';

export const tagMany = (context: CallContext, { body: { ids, ...change } }: CallArguments<typeof tagNcrs>) =>
  oneByOne(ids, (id) => tagOne(context, id, change));

/** Also one that is closed: people look for those by their tags. Its version stays: a form that is open beside it is not late for this. */
const tagOne = (context: CallContext, id: number, change: TagChange): Promise<void> =>
  context.write(async (unit) => {
    const { facilityId, user } = context;
    const ncr = await lockFor(context, unit, id);
    const adds = user.permissions.includes('TAGS_SETTINGS_EDITOR');
    const { before, after } = await context
      .get(facilityTags)
      .change(unit, { facilityId, kind: 'NCR', id }, change, { adds });
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    await remember(unit, ncr, { what: 'TAG', by: user.userId, before, after });
    await tellShown(unit, [id]);
  });
