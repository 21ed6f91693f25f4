import type { Passport } from '@sinter/sdk/contract/quality/passport';
import { gateSchema } from '@sinter/sdk/contract/production/gates';
import { isoTime } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';

type Check = Passport['steps'][number]['steps'][number]['checks'][number];
export type Called = (userId: number | null) => string | null;

/** Checklists that builds and steps of the lots in `line` were asked by. */
export const uses = sql`select u.* from target join (
      select id as subject, gate from line cross join unnest(array['STEP_START', 'STEP_FINISH']) gate
      union select one.job_id, 'JOB_START' from lot one where one.id in (select id from line)) at on true
    join checklist_use u on u.facility_id = target.facility_id and u.gate = at.gate and u.subject_id = at.subject`;

/** Of each item of theirs what was said last, and who went on without an answer. */
export const checklists = sql`select u.gate, case when u.gate <> 'JOB_START' then u.subject_id end as "lotId",
    case when u.gate = 'JOB_START' then u.subject_id end as "jobId", u.position, v.name, v.version, v.items as asked,
    (select coalesce(jsonb_agg(jsonb_build_object('key', a.item, 'value', a.value, 'by', a.user_id,
        'at', ${isoTime('a.created_at')}) order by a.id), '[]')
      from (select distinct on (one.item) one.* from checklist_answer one where one.use_id = u.id
        order by one.item, one.id desc) a where a.value is not null and a.value <> 'null') as answers,
    (select coalesce(jsonb_agg(jsonb_build_object('items', to_jsonb(o.items), 'reason', o.reason, 'by', o.user_id,
        'at', ${isoTime('o.created_at')}) order by o.id), '[]') from checklist_override o where o.use_id = u.id) as overrides,
    (select coalesce(jsonb_object_agg(attached.id, attached.sha256), '{}') from stored_file attached where attached.id in (
      select (a.value #>> '{}')::bigint from checklist_answer a where a.use_id = u.id
        and a.value #>> '{}' ~ '^[0-9]{1,15}$')) as files
  from uses u join checklist_version v on v.checklist_id = u.checklist_id and v.version = u.version order by u.id`;

const by = z.number().nullable();
export const answerSchema = z.object({
  key: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]),
  by,
  at: z.string(),
});
/** As far as a check of a workplan or a checklist is read here. */
export const checkSchema = z.object({
  key: z.string(),
  kind: z.string(),
  label: z.string(),
  unit: z.string().default(''),
  lowest: z.number().nullable().default(null),
  highest: z.number().nullable().default(null),
});
export const checklistRowSchema = z.object({
  gate: gateSchema,
  lotId: z.number().nullable(),
  jobId: z.number().nullable(),
  position: z.number(),
  name: z.string(),
  version: z.number(),
  asked: z.array(checkSchema),
  answers: z.array(answerSchema),
  overrides: z.array(z.object({ items: z.array(z.string()), reason: z.string(), by, at: z.string() })),
  files: z.record(z.string(), z.string()),
});

/** Answers with what was asked. */
export const checksOf = (
  asked: readonly z.infer<typeof checkSchema>[],
  answers: readonly z.infer<typeof answerSchema>[],
  files: Readonly<Record<string, string>>,
  called: Called,
): Check[] =>
  answers.map(({ key, value: kept, at, by: who }) => {
    const check = asked.find((one) => one.key === key);
    const { label = key, kind = '', unit = '', lowest = null, highest = null } = check ?? {};
    // A file is known by its content.
    const value = kind === 'FILE' ? `SHA-256 ${files[String(kept)] ?? ''}` : kept;
    const passed = passes({ kind, lowest, highest }, value);
    return { label, kind, unit, lowest, highest, value, passed, by: called(who), at };
  });

export const checklistOf = (
  { asked, answers, overrides, files, ...row }: z.infer<typeof checklistRowSchema>,
  called: Called,
): Passport['checklists'][number] => ({
  ...row,
  checks: checksOf(asked, answers, files, called),
  overrides: overrides.map(({ items, by: who, ...override }) => ({
    ...override,
    open: items.map((key) => asked.find((check) => check.key === key)?.label ?? key),
    by: called(who),
  })),
});

/** Limits count as fulfilled. */
function passes(
  { kind, lowest, highest }: { kind: string; lowest: number | null; highest: number | null },
  value: string | number | boolean,
): boolean | null {
  if (kind === 'PASS_FAIL') return value === true;
  if (kind !== 'MEASUREMENT' || typeof value !== 'number') return null;
  return (lowest === null || value >= lowest) && (highest === null || value <= highest);
}
