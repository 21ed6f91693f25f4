import { sql } from 'kysely';
import type { Services, Work } from '@sinter/sdk/server';

const seconds = 15;

/** One node listens: who writes says so in the same transaction, so that two never do. Answers whether `holder` has the lease. */
export async function holdLease({ db }: Pick<Work, 'db'>, holder: string): Promise<boolean> {
  const { rows } = await sql`
    insert into mc_lease as l (id, holder, until) values (1, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (id) do update set holder = excluded.holder, until = excluded.until
    where l.holder = excluded.holder or l.until < now() returning 1
  `.execute(db);
  return rows.length > 0;
}

export const leaveLease = ({ write }: Pick<Services, 'write'>, holder: string): Promise<unknown> =>
  write(({ db }) => sql`delete from mc_lease where holder = ${holder}`.execute(db));
