import type { AnsweredItem } from '@sinter/sdk/contract/production/checklists';
import type { Gate, GateSubject } from '@sinter/sdk/contract/production/gates';
import { checkAnswerSchema } from '@sinter/sdk/contract/production/lots';
import { stepCheckSchema } from '@sinter/sdk/contract/production/mes';
import type { Tables } from '@sinter/sdk/server';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import * as z from 'zod';
import { passes } from '../answers.ts';

const who = { by: z.string(), at: z.string() };
const rowSchema = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  items: z.array(stepCheckSchema),
  answers: z.array(z.object({ key: z.string(), value: checkAnswerSchema.shape.value.nullable(), ...who })),
  overrides: z.array(z.object({ items: z.array(z.string()), reason: z.string(), ...who })),
});

/** A list that is asked at a gate. */
export interface Asked {
  id: number;
  version: number;
  name: string;
  items: AnsweredItem[];
  overrides: z.output<typeof rowSchema>['overrides'];
}

/** What a list can be for, as one row (processes, machines, materials, companies) of what passes the gate. */
const factsOf = (facilityId: number, { gate, subjectId }: GateSubject): RawBuilder<unknown> =>
  facts[gate](subjectId, facilityId);

const ofOrder = (orderId: number, facilityId: number) => sql`
  select array(select am_process_id from rfq_order_file where order_id = o.id) as processes,
    array(select j.equipment_id from job j join job_file b on b.job_id = j.id join rfq_order_file f on f.id = b.order_file_id
      where f.order_id = o.id and j.facility_id = ${facilityId}) as machines,
    array(select material_id from rfq_order_file where order_id = o.id) as materials, array[o.company_id] as companies
  from rfq_order o where o.id = ${orderId}`;

const ofJob = (jobId: number, facilityId: number) => sql`
  select array(select model.am_process_id from equipment e join machine_model model on model.id = e.machine_model_id
      where e.id = j.equipment_id union select f.am_process_id from job_file b
      join rfq_order_file f on f.id = b.order_file_id where b.job_id = j.id) as processes,
    array[j.equipment_id] as machines,
    array(select j.material_id where j.material_id is not null union select f.material_id from job_file b
      join rfq_order_file f on f.id = b.order_file_id where b.job_id = j.id) as materials,
    array(select o.company_id from job_file b join rfq_order_file f on f.id = b.order_file_id
      join rfq_order o on o.id = f.order_id where b.job_id = j.id) as companies
  from job j where j.id = ${jobId} and j.facility_id = ${facilityId}`;

const ofLot = (lotId: number, facilityId: number) => sql`
  select array[f.am_process_id] as processes, array(select equipment_id from job where id = l.job_id) as machines,
    array[f.material_id] as materials, array[o.company_id] as companies
  from lot l join rfq_order_file f on f.id = l.order_file_id join rfq_order o on o.id = l.order_id
  where l.id = ${lotId} and l.facility_id = ${facilityId}`;

const facts: Record<Gate, (subjectId: number, facilityId: number) => RawBuilder<unknown>> = {
  QUOTE: ofOrder,
  REVIEW: ofOrder,
  SHIP: ofOrder,
  JOB_START: ofJob,
  STEP_START: ofLot,
  STEP_FINISH: ofLot,
};

/** The lists that are asked here, each in the version that it was first answered by, with what was answered. One query. */
export async function askedAt(db: Kysely<Tables>, facilityId: number, subject: GateSubject): Promise<Asked[]> {
  const { gate, subjectId, position } = subject;
  const { rows } = await sql`
    with facts as (${factsOf(facilityId, subject)})
    select c.id, v.version, v.name, v.items,
      coalesce((select jsonb_agg(jsonb_build_object('key', a.item, 'value', a.value, 'at', a.created_at,
          'by', coalesce((select trim(first_name || ' ' || last_name) from app_user where id = a.user_id), '')))
        from (select distinct on (item) item, value, user_id, created_at from checklist_answer
          where use_id = u.id order by item, id desc) a), '[]') as answers,
      coalesce((select jsonb_agg(jsonb_build_object('items', o.items, 'reason', o.reason, 'at', o.created_at,
          'by', coalesce((select trim(first_name || ' ' || last_name) from app_user where id = o.user_id), ''))
          order by o.id desc) from checklist_override o where o.use_id = u.id), '[]') as overrides
    from checklist c cross join facts
      left join checklist_use u on u.facility_id = c.facility_id and u.gate = c.gate and u.subject_id = ${subjectId}
        and u.position = ${position} and u.checklist_id = c.id
      join checklist_version v on v.checklist_id = c.id and v.version = coalesce(u.version, c.version)
    where c.facility_id = ${facilityId} and c.gate = ${gate} and c.enabled and c.version > 0
      and (c.process_ids = '{}' or c.process_ids && facts.processes)
      and (c.equipment_ids = '{}' or c.equipment_ids && facts.machines)
      and (c.material_ids = '{}' or c.material_ids && facts.materials)
      and (c.company_ids = '{}' or c.company_ids && facts.companies)
    order by c.id
  `.execute(db);
  return z
    .array(rowSchema)
    .parse(rows)
    .map(({ items, answers, ...list }) => ({
      ...list,
      items: items.map((item) => {
        const { value = null, by = '', at = null } = answers.find(({ key }) => key === item.key) ?? {};
        const told = value === null ? { by: '', at: null } : { by, at };
        return { ...item, value, passed: value === null ? null : passes(item, value), ...told, file: null };
      }),
    }));
}

/** Required, and neither answered nor overridden. */
export const openOf = ({ items, overrides }: Asked): AnsweredItem[] =>
  items.filter(
    ({ key, required, value }) => required && value === null && !overrides.some((each) => each.items.includes(key)),
  );
