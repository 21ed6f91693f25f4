import { permissionsOf } from '@sinter/sdk/contract';
import { knownPermissions, members, wrongField, type CallContext, type Work } from '@sinter/sdk/server';
import { say } from './texts.ts';

/** So many people of a facility are looked through. */
const most = 1000;

/** Colleagues with the right to quality management, by name. */
export async function qualityPeople(
  { get, facilityId }: Pick<CallContext, 'get' | 'facilityId'>,
  db: Work['db'] | CallContext['db'],
): Promise<{ id: number; name: string }[]> {
  const known = get(knownPermissions);
  const team = await get(members).inTeam(db, { facilityId, companyId: null }, 'OWN', most);
  return team
    .filter(({ enabled, accountEnabled }) => enabled && accountEnabled)
    .filter(({ rights: { memberRoles, granted, revoked } }) =>
      permissionsOf(memberRoles, granted, revoked, known).includes('QUALITY_MANAGEMENT_ACCESS'),
    )
    .map(({ userId, firstName, lastName }) => ({ id: userId, name: `${firstName} ${lastName}`.trim() }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Throws INVALID_INPUT at `field` for somebody who may not manage quality here. */
export async function requireQualityPerson(
  context: Pick<CallContext, 'get' | 'facilityId'>,
  unit: Work,
  field: string,
  userId: number | null,
): Promise<void> {
  if (userId === null) return;
  const people = await qualityPeople(context, unit.db);
  if (!people.some(({ id }) => id === userId)) throw wrongField(field, say('notQuality'));
}
