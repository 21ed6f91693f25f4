import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod';

/** What does not hold: CHANGED its content, MISSING the entry, CUT the chain at it, UNSEALED it was never chained. */
export interface Broken {
  entryId: number;
  kind: 'CHANGED' | 'MISSING' | 'CUT' | 'UNSEALED';
}

export interface AuditCheck {
  sealed: number;
  /** Written a moment ago. */
  waiting: number;
  /** Of the last entry in the chain: keep it elsewhere, and compare. */
  hash: string;
  /** The first that does not hold. */
  broken: Broken | null;
}

const batch = 5_000;
const linksSchema = z.array(
  z.object({ sequence: z.number(), entry_id: z.number(), hash: z.instanceof(Buffer), text: z.string().nullable() }),
);
const countSchema = z.tuple([z.object({ count: z.number() })]);
const lostSchema = z.array(z.object({ id: z.number() }));

/** Follows the chain from its first entry. */
export async function checkAudit<DB>(db: Kysely<DB>): Promise<AuditCheck> {
  let hash = Buffer.alloc(0);
  let sealed = 0;
  const waitingRows = (await sql`select count(*)::int as count from audit_unsealed`.execute(db)).rows;
  const [{ count: waiting }] = countSchema.parse(waitingRows);
  const answer = (broken: Broken | null): AuditCheck => ({ sealed, waiting, hash: hash.toString('hex'), broken });

  for (let full = true; full;) {
    const { rows } =
      await sql`select s.sequence, s.entry_id, s.hash, case when e.id is not null then audit_text(e) end as text
      from audit_seal s left join audit_entry e on e.id = s.entry_id
      where s.sequence > ${sealed} order by s.sequence limit ${batch}`.execute(db);
    const links = linksSchema.parse(rows);
    for (const { sequence, entry_id: entryId, hash: kept, text } of links) {
      if (sequence !== sealed + 1) return answer({ entryId, kind: 'CUT' });
      if (text === null) return answer({ entryId, kind: 'MISSING' });
      const next = createHash('sha256').update(hash).update(text).digest();
      if (!next.equals(kept)) return answer({ entryId, kind: 'CHANGED' });
      hash = next;
      sealed = sequence;
    }
    full = links.length === batch;
  }
  const { rows } = await sql`select e.id from audit_entry e
    where not exists (select from audit_seal s where s.entry_id = e.id)
      and not exists (select from audit_unsealed u where u.entry_id = e.id)
    order by e.id limit 1`.execute(db);
  const [lost] = lostSchema.parse(rows);
  return answer(lost ? { entryId: lost.id, kind: 'UNSEALED' } : null);
}
