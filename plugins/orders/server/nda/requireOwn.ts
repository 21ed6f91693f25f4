import { CallError } from '@sinter/sdk/contract';
import { storedFiles, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { say } from '../texts.ts';

/** Throws NOT_FOUND for a file the caller may not see, INVALID_INPUT for what is not of the caller's own side. */
export async function requireOwn(context: CallContext, fileId: number): Promise<void> {
  const { user } = context;
  await context.get(storedFiles).require(user, fileId);
  const { rows } = await sql`
    select 1 from stored_file where id = ${fileId}
      and (owner_company_id = ${user.companyId} or owner_facility_id = ${user.facilityId})
  `.execute(context.db);
  if (rows.length === 0) throw new CallError('INVALID_INPUT', undefined, { fields: { fileId: say('notYourFile') } });
}
