import { wrongField, type CallContext } from '@sinter/sdk/server';
import { nameOf, qualityPeople } from '../ncr/people.ts';
import { say } from '../texts.ts';

type Asking = Pick<CallContext, 'get' | 'db' | 'facilityId'>;

export const people = async (context: Asking) => (await qualityPeople(context)).map(nameOf);

/** Throws INVALID_INPUT at `field` for somebody who does not work with quality here. */
export async function requirePerson(context: Asking, field: string, userId: number | null): Promise<void> {
  if (userId === null) return;
  const known = await qualityPeople(context);
  if (!known.some((each) => each.userId === userId)) throw wrongField(field, say('notQualityPerson'));
}
