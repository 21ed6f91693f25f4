import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { listAnswered } from '@sinter/sdk/contract/production/checklists';
import { gateSubjectSchema, type GateSubject } from '@sinter/sdk/contract/production/gates';
import { checkAnswerSchema } from '@sinter/sdk/contract/production/lots';
import { stepCheckSchema } from '@sinter/sdk/contract/production/mes';
import type { CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { passes } from '../answers.ts';
import { checkFiles } from '../checkFiles/files.ts';
import { filesIn, withFiles } from '../checkFiles/inAnswers.ts';
import { requireSight } from './sight.ts';

const most = 200;
const who = { by: z.string(), at: z.string() };
const rowSchema = gateSubjectSchema.extend({
  name: z.string(),
  version: z.number(),
  items: z.array(stepCheckSchema),
  answers: z.array(z.object({ key: z.string(), value: checkAnswerSchema.shape.value.nullable(), ...who })),
  overrides: z.array(z.object({ reason: z.string(), items: z.array(z.string()), ...who })),
});
type Row = z.output<typeof rowSchema>;
type Params = CallArguments<typeof listAnswered>['params'];

export async function answered(
  context: CallContext,
  { params }: CallArguments<typeof listAnswered>,
): Promise<CallResult<typeof listAnswered>> {
  await requireSight(context, await gateOf(context, params));
  const nameOf = (user: string) =>
    sql`coalesce((select trim(first_name || ' ' || last_name) from app_user where id = ${sql.ref(user)}), '')`;
  const { rows } = await sql`
    select u.gate, u.subject_id as "subjectId", u.position, v.name, v.version, v.items,
      coalesce((select jsonb_agg(jsonb_build_object('key', a.item, 'value', a.value, 'at', a.created_at,
          'by', ${nameOf('a.user_id')}) order by a.id desc) from checklist_answer a where a.use_id = u.id), '[]') as answers,
      coalesce((select jsonb_agg(jsonb_build_object('items', o.items, 'reason', o.reason, 'at', o.created_at,
          'by', ${nameOf('o.user_id')}) order by o.id desc) from checklist_override o where o.use_id = u.id), '[]') as overrides
    from checklist_use u join checklist_version v on v.checklist_id = u.checklist_id and v.version = u.version
    where u.facility_id = ${context.facilityId} and (${at(params)}) order by u.id desc limit ${most}
  `.execute(context.db);
  const lists = z.array(rowSchema).parse(rows).map(shown);
  const files = await checkFiles(context, filesIn(lists.flatMap(({ items }) => items)));
  return { lists: lists.map((list) => ({ ...list, items: withFiles(list.items, files) })) };
}

/** The gate whose sight is asked for. */
async function gateOf({ db }: CallContext, { subject, id: subjectId }: Params): Promise<GateSubject> {
  if (subject === 'JOB') return { gate: 'JOB_START', subjectId, position: 0 };
  if (subject === 'ORDER') return { gate: 'QUOTE', subjectId, position: 0 };
  const { rows } = await sql<{ position: number }>`
    select coalesce(min(position), 0)::int as position from lot_step where lot_id = ${subjectId}
  `.execute(db);
  return { gate: 'STEP_START', subjectId, position: rows[0]?.position ?? 0 };
}

function at({ subject, id }: Params) {
  if (subject === 'JOB') return sql`u.gate = 'JOB_START' and u.subject_id = ${id}`;
  if (subject === 'LOT') return sql`u.gate in ('STEP_START', 'STEP_FINISH') and u.subject_id = ${id}`;
  return sql`u.gate in ('QUOTE', 'REVIEW', 'SHIP') and u.subject_id = ${id} or u.gate in ('STEP_START', 'STEP_FINISH')
    and u.subject_id in (select l.id from lot l where l.order_id = ${id})`;
}

function shown({ answers, overrides, items, ...list }: Row) {
  return {
    ...list,
    items: items.map((item) => {
      const [last, ...before] = answers.filter(({ key }) => key === item.key);
      const said = last && last.value !== null ? last : null;
      const former = (said ? before : [last, ...before].flatMap((each) => each ?? [])).map(
        ({ key: _key, ...each }) => each,
      );
      const value = said?.value ?? null;
      const told = {
        value,
        passed: value === null ? null : passes(item, value),
        by: said?.by ?? '',
        at: said?.at ?? null,
      };
      return { ...item, ...told, file: null, former };
    }),
    overrides: overrides.map((each) => ({
      ...each,
      items: each.items.map((key) => items.find((item) => item.key === key)?.label ?? key),
    })),
  };
}
