import type { CallReply } from '@sinter/sdk/contract/call';
import type { readNcrChoices } from '@sinter/sdk/contract/quality/ncrs';
import type { CallContext } from '@sinter/sdk/server';
import { qualitySettings } from '../settings.ts';
import { isOfBoard, nameOf, qualityPeople } from './people.ts';
import { knownTags } from './tags.ts';

export async function choices(context: CallContext): Promise<CallReply<typeof readNcrChoices>> {
  const { db, facilityId, user } = context;
  const settings = await qualitySettings(context, db, facilityId);
  const mayRead = user.permissions.includes('QUALITY_MANAGEMENT_ACCESS');
  const people = mayRead ? await qualityPeople(context) : [];
  const { rigor, types, severities, defects, dispositions, gates } = settings;
  return {
    ...{ rigor, types, severities, defects, dispositions, gates },
    people: people.map(nameOf),
    board: people.filter(({ rights }) => isOfBoard(settings, rights.memberRoles)).map(nameOf),
    tags: mayRead ? await knownTags(context) : [],
    mayRead,
    maySign: mayRead && isOfBoard(settings, user.memberRoles),
  };
}
