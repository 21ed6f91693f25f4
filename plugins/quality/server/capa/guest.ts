import { CallError } from '@sinter/sdk/contract';
import { runningModules, type GuestTask, type GuestTaskKind, type Services } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider } from 'kysely';
import { tellAnswered } from './notices.ts';
import { guestKind } from './read.ts';
import { record } from './record.ts';
import { capaDb } from './tables.ts';

type Row = GuestTask & { capaId: number; facilityId: number; ownerId: number | null };

/** A task of a supplier, while the action is open, the task is not done by somebody of the house, and quality management is on there. */
async function asked(services: Pick<Services, 'get'>, db: QueryExecutorProvider, id: number): Promise<Row | null> {
  const { rows } = await sql<Omit<Row, 'answered'> & { doneAt: Date | null; doneBy: string; result: string }>`
    select k.title, k.note, k.due_on::text as "dueOn", f.company_name as place, k.done_at as "doneAt", k.done_by as "doneBy",
      k.result, c.id as "capaId", c.facility_id as "facilityId", c.owner_id as "ownerId"
    from capa_task k join capa c on c.id = k.capa_id join facility f on f.id = c.facility_id
    where k.id = ${id} and k.supplier <> '' and c.status <> 'CLOSED' and k.done_by_id is null
  `.execute(db);
  const [row] = rows;
  if (!row || !(await services.get(runningModules).flag('QUALITY_MANAGEMENT', row.facilityId))) return null;
  const { doneAt: at, doneBy: by, result: text, ...task } = row;
  return { ...task, answered: at && { by, text, at } };
}

/** What a supplier sees and answers of a corrective action: their task, and nothing else of it. */
export const supplierTask: GuestTaskKind = {
  kind: guestKind,
  async read(services, db, id) {
    const task = await asked(services, db, id);
    if (!task) return null;
    const { title, note, dueOn, place, answered } = task;
    return { title, note, dueOn, place, answered };
  },
  async answer(services, unit, id, { name, text }) {
    const task = await asked(services, unit.db, id);
    if (!task) throw new CallError('LINK_EXPIRED');
    await capaDb(unit)
      .updateTable('capa_task')
      .set((each) => ({ result: text, done_at: new Date(), done_by: name, version: each('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    const capa = { id: task.capaId, facilityId: task.facilityId };
    await record(unit, null, capa, { what: 'TASK_DONE', subject: task.title, byName: name });
    await tellAnswered(unit, { ...capa, taskId: id, ownerId: task.ownerId, by: name });
  },
};
