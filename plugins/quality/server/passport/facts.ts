import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import { passportSchema, type Passport } from '@sinter/sdk/contract/quality/passport';
import { answerSchema, checklistOf, checklistRowSchema, checklists, checkSchema, checksOf, uses } from './asked.ts';
import { inspectionOf, inspectionRowSchema, inspections } from './measured.ts';
import { partInventory } from '@sinter/sdk/contract/catalog/partInventory';
import { isoTime, plannedOnce, type Services, type Tables } from '@sinter/sdk/server';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import * as z from 'zod';

/** A list of what a query answers, `[]` where it answers nothing. */
const listOf = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (${rows}) each)`;

const steps = sql`select s.lot_id as "lotId", s.position, s.name, s.kind, s.work_center as "workCenter", s.status, s.received,
    s.good, s.scrap, s.rework, s.moved, s.answers, ${isoTime('s.started_at')} as "startedAt", s.started_by as "startedBy",
    ${isoTime('s.finished_at')} as "finishedAt",
    (select coalesce(jsonb_object_agg(attached.id, attached.sha256), '{}') from stored_file attached where attached.id in (
      select (answer ->> 'value')::bigint from jsonb_array_elements(s.answers) answer
      where answer ->> 'value' ~ '^[0-9]{1,15}$')) as files
  from lot_step s where s.lot_id in (select id from line) order by s.lot_id, s.position`;

const moves = sql`select v.lot_id as "lotId", v.id, ${isoTime('v.created_at')} as at, v.position, v.kind, v.quantity, v.reason,
    v.batch, v.device, v.remake, v.other_lot_id as "otherLotId", v.reverses, v.user_id as "by"
  from lot_move v where v.lot_id in (select id from line) order by v.lot_id, v.id`;

const builds = sql`select j.id as "jobId", j.job_name as name, j.status, ${isoTime('j.from_date')} as "from",
    ${isoTime('j.to_date')} as "to", built."lotIds",
    jsonb_build_object('id', e.id, 'name', e.display_name, 'model', mm.model_name, 'manufacturer', maker.name,
      'calibration', null) as machine,
    (select jsonb_build_object('name', p.name, 'revision', b.revision, 'copies',
        (select coalesce(jsonb_agg(jsonb_build_object('copy', c.copy, 'placement', c.placement) order by c.copy), '[]')
          from platform_piece c where c.platform_id = b.platform_id and c.revision = b.revision
            and c.order_file_id = target.order_file_id))
      from platform_build b join platform p on p.id = b.platform_id where b.job_id = j.id) as plate
  from (select one.job_id, jsonb_agg(one.id order by one.id) as "lotIds" from lot one
      where one.id in (select id from line) group by one.job_id) built
    join job j on j.id = built.job_id join equipment e on e.id = j.equipment_id
    join machine_model mm on mm.id = e.machine_model_id join manufacturer maker on maker.id = mm.manufacturer_id
  order by j.id`;

/** How pieces went between the lots that it came from and itself, and on from it. */
const kin = sql`select k.lot_id as "lotId", k.parent_id as "parentId", k.how, sum(k.quantity)::int as quantity
  from lot_parent k where k.lot_id in (select id from line) or k.parent_id = target.id
  group by k.lot_id, k.parent_id, k.how order by k.lot_id, k.parent_id, k.how`;

/** What was scrapped in it and is made elsewhere, and what it makes again. */
const remakes = sql`select v.lot_id as "scrappedIn", ${isoTime('v.created_at')} as "scrappedAt", v.reason, r.quantity,
    r.lot_id as "madeIn"
  from lot_remake r join lot_move v on v.id = r.move_id where v.lot_id in (select id from line)
  union select v.lot_id, ${isoTime('v.created_at')}, v.reason, r.quantity, r.lot_id
  from lot_remake r join lot_move v on v.id = r.move_id where r.lot_id in (select id from line)
  order by 1, 5, 2`;

/** Of these lots, of what was scrapped to make them, and of the ordered part as a whole. */
const nonConformances = sql`select n.customer_visible as shown, n.number, n.title, n.status, n.type, n.severity,
    n.lot_id as "lotId", n.affected_quantity as affected, n.characteristic, n.requirement, n.measured,
    ${isoTime('n.created_at')} as "openedAt", ${isoTime('n.closed_at')} as "closedAt",
    (select coalesce(jsonb_agg(f.sha256 order by p.id), '[]') from ncr_photo p join stored_file f on f.id = p.file_id
      where p.ncr_id = n.id) as photos,
    (select coalesce(jsonb_agg(jsonb_build_object('quantity', d.quantity, 'disposition', d.disposition, 'state', d.state,
        'conceded', d.concession -> 'accepts', 'concededAt', d.concession -> 'at', 'lotIds', d.lot_ids) order by d.id), '[]')
      from ncr_row d where d.ncr_id = n.id) as dispositions
  from ncr n where n.order_id = target.order_id and n.facility_id = target.facility_id and n.status <> 'VOID'
    and (n.lot_id in (select id from line)
      or n.lot_id in (select v.lot_id from lot_remake r join lot_move v on v.id = r.move_id where r.lot_id in (select id from line))
      or n.lot_id is null and n.order_file_id = target.order_file_id
      or exists (select from ncr_row d where d.ncr_id = n.id and d.lot_ids && array(select id from line)))
  order by n.id`;

const shipments = sql`select s.id, l.quantity, s.carrier, s.tracking, ${isoTime('s.shipped_at')} as "shippedAt",
    ${isoTime('s.delivered_at')} as "deliveredAt"
  from shipment_line l join shipment s on s.id = l.shipment_id
  where l.order_file_id = target.order_file_id and s.facility_id = target.facility_id and s.shipped_at is not null
    and s.status <> 'VOIDED' order by s.id`;

/** Who did something in these lots. */
const people = sql`select u.id, trim(u.first_name || ' ' || u.last_name) as name from app_user u where u.id in (
    select s.started_by from lot_step s where s.lot_id in (select id from line)
    union select (answer ->> 'by')::bigint from lot_step s, jsonb_array_elements(s.answers) answer
      where s.lot_id in (select id from line)
    union select v.user_id from lot_move v where v.lot_id in (select id from line)
    union select i.finished_by from lot_inspection i where i.lot_id in (select id from line)
    union select a.user_id from uses u join checklist_answer a on a.use_id = u.id
    union select o.user_id from uses u join checklist_override o on o.use_id = u.id)`;

/** Everything of one lot in one statement, so that it is of one moment. To plan it takes longer than to run it. */
const factsOf = (
  lotId: number,
  seen: RawBuilder<boolean>,
  partNumber: RawBuilder<unknown>,
): RawBuilder<Record<string, unknown>> => sql`${plannedOnce}
  with recursive target as (select l.id, l.facility_id, l.order_id, l.order_file_id, l.quantity, l.state, l.created_at
      from lot l join rfq_order o on o.id = l.order_id where l.id = ${lotId} and ${seen}),
    line as (select target.id from target
      union select k.parent_id from lot_parent k join line on k.lot_id = line.id),
    uses as (${uses})
  select ${orderIsControlled} as controlled,
    jsonb_build_object('id', target.id, 'quantity', target.quantity, 'state', target.state,
      'createdAt', ${isoTime('target.created_at')}, 'facility', fac.company_name, 'timeZone', fac.time_zone) as lot,
    jsonb_build_object('id', o.id, 'title', o.display_title, 'customer', customer.name, 'line', f.position + 1,
      'ordered', f.quantity) as "order",
    jsonb_build_object('name', up.file_name, 'number', ${partNumber}, 'uploadedAt', ${isoTime('up.created_at')},
      'size', up.size, 'sha256', up.sha256, 'meshSha256', mesh.sha256) as part,
    jsonb_build_object('process', p.name, 'name', mat.name, 'kind', general.name, 'manufacturer', mat.manufacturer,
      'densityMgPerMm3', mat.density_mg_per_mm3, 'source', mat.source, 'color', f.color, 'finish', finish.name,
      'tolerance', f.tolerance, 'inspection', f.inspection) as material,
    coalesce((select w.steps from workplan w where w.order_file_id = f.id and w.facility_id = target.facility_id), '[]') as plan,
    ${listOf(builds)} as builds, ${listOf(steps)} as steps, ${listOf(moves)} as moves, ${listOf(inspections)} as inspections, ${listOf(checklists)} as checklists,
    ${listOf(kin)} as kin,
    ${listOf(remakes)} as remakes, ${listOf(people)} as people, ${listOf(nonConformances)} as "nonConformances", ${listOf(shipments)} as shipments
  from target join rfq_order o on o.id = target.order_id join rfq_order_file f on f.id = target.order_file_id
    join company customer on customer.id = o.company_id join facility fac on fac.id = target.facility_id
    join stored_file up on up.id = f.original_file_id join stored_file mesh on mesh.id = f.file_id
    join am_process p on p.id = f.am_process_id join material mat on mat.id = f.material_id
    join general_material general on general.id = mat.general_material_id
    left join post_processing finish on finish.id = f.finish_id`;

const { shape } = passportSchema;
const shownStep = shape.steps.element.shape.steps.element;
const by = z.number().nullable();
const ofLot = { lotId: z.number() };
const rowSchema = z.object({
  controlled: z.boolean(),
  lot: shape.lot,
  order: shape.order,
  part: shape.part,
  material: shape.material.omit({ batches: true }),
  plan: z.array(z.object({ checks: z.array(checkSchema).default([]) })),
  builds: shape.builds,
  steps: z.array(
    shownStep
      .omit({ batches: true, checks: true })
      .extend({ ...ofLot, startedBy: by, answers: z.array(answerSchema), files: z.record(z.string(), z.string()) }),
  ),
  moves: z.array(shape.ledger.element.shape.moves.element.extend({ ...ofLot, by })),
  kin: shape.lineage.shape.kin,
  remakes: shape.lineage.shape.remakes,
  inspections: z.array(inspectionRowSchema),
  checklists: z.array(checklistRowSchema),
  people: z.array(z.object({ id: z.number(), name: z.string() })),
  nonConformances: z.array(shape.nonConformances.element.extend({ shown: z.boolean() })),
  shipments: shape.shipments,
});
type Row = z.infer<typeof rowSchema>;

/** All that is known of a lot now; `null`: there is none of which `seen` is true, a condition on lot `l` and order `o`. */
export async function passportOf(
  services: Pick<Services, 'get'>,
  db: Kysely<Tables>,
  lotId: number,
  seen: RawBuilder<boolean> = sql`true`,
): Promise<{ passport: Passport; controlled: boolean } | null> {
  const number = services.get(partInventory).numberOf(sql`f.original_file_id`, sql`o.company_id`);
  const { rows } = await factsOf(lotId, seen, number).execute(db);
  if (!rows[0]) return null;
  const row = rowSchema.parse(rows[0]);
  const people = new People(row.people);
  const called = (userId: number | null) => people.called(userId);
  const lots = [...new Set(row.steps.map((step) => step.lotId))];
  const passport: Passport = {
    lot: row.lot,
    order: row.order,
    part: row.part,
    material: { ...row.material, batches: batchesIn(row.moves) },
    builds: row.builds,
    steps: lots.map((id) => ({ lotId: id, steps: stepsOf(row, id, people) })),
    ledger: lots.map((id) => ({
      lotId: id,
      moves: row.moves
        .filter((move) => move.lotId === id)
        .map(({ lotId: _, ...move }) => ({ ...move, by: people.called(move.by) })),
    })),
    inspections: row.inspections.map((inspection) => inspectionOf(inspection, called)),
    checklists: row.checklists.map((checklist) => checklistOf(checklist, called)),
    lineage: { kin: row.kin, remakes: row.remakes },
    nonConformances: row.nonConformances.filter(({ shown }) => shown).map(({ shown: _, ...each }) => each),
    internal: row.nonConformances.filter(({ shown }) => !shown).map(({ shown: _, ...each }) => each),
    shipments: row.shipments,
    people: people.names(),
  };
  return { passport, controlled: row.controlled };
}

/** Of rows that nobody took back. */
function batchesIn(moves: Row['moves']): string[] {
  const back = new Set(moves.flatMap(({ reverses }) => reverses ?? []));
  const scanned = moves.filter(({ id, batch, reverses }) => batch !== '' && reverses === null && !back.has(id));
  return [...new Set(scanned.map(({ batch }) => batch))].sort();
}

function stepsOf({ steps: all, moves, plan }: Row, lotId: number, people: People): Passport['steps'][number]['steps'] {
  const own = moves.filter((move) => move.lotId === lotId);
  return all
    .filter((step) => step.lotId === lotId)
    .map(({ lotId: _, answers, files, ...step }) => ({
      ...step,
      startedBy: people.called(step.startedBy),
      batches: batchesIn(own.filter(({ position }) => position === step.position)),
      checks: checksOf(plan[step.position]?.checks ?? [], answers, files, (userId) => people.called(userId)),
    }));
}

/** People by signs of their own, so that their names can be left out. */
class People {
  readonly #names: ReadonlyMap<number, string>;
  readonly #signs = new Map<number, string>();

  constructor(known: readonly { id: number; name: string }[]) {
    this.#names = new Map(known.map(({ id, name }) => [id, name]));
  }

  called(userId: number | null): string | null {
    if (userId === null) return null;
    const sign = this.#signs.get(userId) ?? `P${this.#signs.size + 1}`;
    this.#signs.set(userId, sign);
    return sign;
  }

  names(): Record<string, string> {
    return Object.fromEntries([...this.#signs].map(([id, sign]) => [sign, this.#names.get(id) ?? '']));
  }
}
