import type { Passport } from '@sinter/sdk/contract/quality/passport';
import { characteristicSchema } from '@sinter/sdk/contract/quality/inspectionPlans';
import { inspectionStateSchema } from '@sinter/sdk/contract/quality/inspections';
import { isoTime } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';

/** Single values of a characteristic beyond these are only summed up. */
const mostValues = 500;

/** What was measured at pieces of these lots: of each piece and characteristic what was said last. */
export const inspections = sql`select i.number, v.content ->> 'name' as plan, i.version as "planVersion", i.lot_id as "lotId",
    i.state, i.lot_size as "lotSize", i.samples as pieces, i.accept, i.nonconforming, coalesce(v.content ->> 'sampling' = 'FIRST_ARTICLE', false) as "firstArticle",
    ${isoTime('i.created_at')} as "beganAt", ${isoTime('i.finished_at')} as "finishedAt", i.finished_by as "finishedBy",
    coalesce(v.content -> 'characteristics', '[]') as asked,
    (select coalesce(jsonb_agg(jsonb_build_object('key', r.key, 'piece', r.sample,
        'value', coalesce(to_jsonb(r.value), to_jsonb(r.verdict)), 'passed', r.conforms) order by r.key, r.sample), '[]')
      from (select distinct on (one.sample, one.key) one.* from inspection_reading one where one.inspection_id = i.id
        order by one.sample, one.key, one.id desc) r) as readings
  from lot_inspection i join inspection_plan_version v on v.plan_id = i.plan_id and v.version = i.version
  where i.lot_id in (select id from line) and i.state not in ('OPEN', 'VOID') order by i.id`;

export const inspectionRowSchema = z.object({
  number: z.string(),
  plan: z.string().nullable(),
  planVersion: z.number(),
  lotId: z.number(),
  state: inspectionStateSchema,
  lotSize: z.number(),
  pieces: z.number(),
  accept: z.number(),
  nonconforming: z.number(),
  firstArticle: z.boolean(),
  beganAt: z.string(),
  finishedAt: z.string().nullable(),
  finishedBy: z.number().nullable(),
  asked: z.array(characteristicSchema),
  readings: z.array(
    z.object({ key: z.string(), piece: z.number(), value: z.union([z.number(), z.boolean()]), passed: z.boolean() }),
  ),
});
type Row = z.infer<typeof inspectionRowSchema>;
type Inspection = Passport['inspections'][number];

export const inspectionOf = (
  { asked, readings, plan, finishedBy, ...row }: Row,
  called: (userId: number | null) => string | null,
): Inspection => ({
  ...row,
  plan: plan ?? '',
  finishedBy: called(finishedBy),
  characteristics: asked.map(({ key, ...characteristic }) => {
    const own = readings.filter((reading) => reading.key === key);
    const numbers = own.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
    const [least, greatest] = numbers.length === 0 ? [null, null] : extremesOf(numbers);
    return {
      ...characteristic,
      measured: own.length,
      outside: own.filter(({ passed }) => !passed).length,
      ...{ least, greatest },
      mean: numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length,
      values: own.slice(0, mostValues).map(({ key: _, ...reading }) => reading),
    };
  }),
});

const extremesOf = (numbers: readonly number[]): [least: number, greatest: number] =>
  numbers.reduce<[number, number]>(
    ([least, greatest], value) => [Math.min(least, value), Math.max(greatest, value)],
    [Infinity, -Infinity],
  );
