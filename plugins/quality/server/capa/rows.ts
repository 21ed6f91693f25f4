import type { Capa, CapaRow, CapaTask } from '@sinter/sdk/contract/quality/capas';
import { isoTime } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';

export const nameOf = (user: string) =>
  sql<string>`trim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)})`;

/** Days are those of UTC, wherever the readers are. */
const today = sql`(now() at time zone 'UTC')::date`;

/** A capa `c` that should be closed by now; a task `k` that should be done. */
export const capaOverdue = sql<boolean>`(c.status <> 'CLOSED' and c.due_on < ${today})`;
/** A capa `c` whose effect is to be looked at by now. */
export const capaCheckDue = sql<boolean>`(c.status = 'VERIFICATION' and c.check_on <= ${today})`;
const taskOverdue = sql<boolean>`(k.done_at is null and k.due_on < ${today})`;

/** Columns of `capaRowSchema` over `c`. */
const facts = sql`
  c.id, c.number, c.title, c.type, c.status, c.source, c.due_on::text as "dueOn", coalesce(${capaOverdue}, false) as overdue,
  c.check_on::text as "checkOn", ${isoTime('c.created_at')} as "createdAt",
  (select jsonb_build_object('id', u.id, 'name', ${nameOf('u')}) from app_user u where u.id = c.owner_id) as owner,
  (select jsonb_build_object('total', count(*), 'done', count(k.done_at), 'overdue', count(*) filter (where ${taskOverdue}))
    from capa_task k where k.capa_id = c.id) as tasks`;

/** Rows of the capas in `from`, in its order: a query of (id, place). */
export async function capaRows(db: QueryExecutorProvider, from: RawBuilder<unknown>): Promise<CapaRow[]> {
  const { rows } = await sql<CapaRow>`
    select ${facts} from (${from}) page join capa c on c.id = page.id order by page.place
  `.execute(db);
  return rows;
}

export type WholeCapa = CapaRow &
  Pick<
    Capa,
    'problem' | 'method' | 'questions' | 'analysis' | 'rootCause' | 'createdBy' | 'version' | 'checks' | 'history'
  > & {
    /** Its effect is to be looked at by now. */
    checkDue: boolean;
  };

export async function wholeCapa(
  db: QueryExecutorProvider,
  facilityId: number,
  id: number,
): Promise<WholeCapa | undefined> {
  const { rows } = await sql<WholeCapa>`
    select ${facts}, c.problem, c.method, c.questions, c.analysis, c.root_cause as "rootCause", c.version,
      coalesce(c.check_on <= ${today}, false) as "checkDue",
      coalesce((select ${nameOf('u')} from app_user u where u.id = c.created_by), '') as "createdBy",
      (select coalesce(jsonb_agg(jsonb_build_object('effective', e.effective, 'note', e.note, 'at', ${isoTime('e.created_at')},
          'by', coalesce((select ${nameOf('u')} from app_user u where u.id = e.user_id), '')) order by e.id desc), '[]')
        from capa_check e where e.capa_id = c.id) as checks,
      (select coalesce(jsonb_agg(jsonb_build_object('what', h.what, 'subject', h.subject, 'at', ${isoTime('h.created_at')},
          'by', coalesce((select ${nameOf('u')} from app_user u where u.id = h.user_id), h.by_name)) order by h.id desc), '[]')
        from (select * from capa_history where capa_id = c.id order by id desc limit 200) h) as history
    from capa c where c.id = ${id} and c.facility_id = ${facilityId}
  `.execute(db);
  return rows[0];
}

export type TaskRow = Omit<CapaTask, 'mine' | 'linkUntil'> & { ownerId: number | null };

/** Those with the earliest date first. */
export async function capaTasks(db: QueryExecutorProvider, capaId: number): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select k.id, k.kind, k.title, k.note, k.supplier, k.due_on::text as "dueOn", coalesce(${taskOverdue}, false) as overdue,
      k.result, k.version, k.owner_id as "ownerId", ${isoTime('k.done_at')} as "doneAt",
      coalesce((select ${nameOf('u')} from app_user u where u.id = k.done_by_id), k.done_by) as "doneBy",
      (select jsonb_build_object('id', u.id, 'name', ${nameOf('u')}) from app_user u where u.id = k.owner_id) as owner
    from capa_task k where k.capa_id = ${capaId} order by k.due_on nulls last, k.id
  `.execute(db);
  return rows;
}
