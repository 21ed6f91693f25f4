import { sql } from 'kysely';
import { readInvitation } from '@sinter/sdk/contract/host/invitation';
import { listAddedPermissions } from '@sinter/sdk/contract/host/permissions';
import { sha256 } from '../identity/secretToken.ts';
import { labelOf } from '../registered.ts';
import { requireLinked } from './invited.ts';
import type { Parts } from './parts.ts';
import { handlePolicy } from './policy.ts';

/** What there is of people before any plugin: the page of an invitation, and what is asked of them when they sign in. */
export function handlePeople(parts: Parts): void {
  const { handle, db, registered } = parts;
  handlePolicy(parts);

  handle(listAddedPermissions, async () =>
    registered.permissions
      .filter(({ id }) => id.includes('/'))
      .map(({ id, title, defaults, grantable }) => ({
        id,
        label: labelOf(id, title),
        defaults: [...defaults],
        grantable: [...grantable],
      })),
  );

  handle(readInvitation, async (_context, { query }) => {
    const invited = await requireLinked(db, sha256(query.token));
    const account = await db
      .selectFrom('app_user')
      .select('id')
      .where(sql`lower(email)`, '=', invited.email.toLowerCase())
      .executeTakeFirst();
    return {
      email: invited.email,
      companyName: invited.invitingPlace,
      accountType: invited.accountType,
      validUntil: invited.validUntil.toISOString(),
      known: account !== undefined,
    };
  });
}
