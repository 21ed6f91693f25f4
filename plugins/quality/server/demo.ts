import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import { orderIsControlled } from '@sinter/sdk/contract/orders/controlled';
import type { NcrRowState, NcrSource, NcrStatus } from '@sinter/sdk/contract/quality/ncr';
import { plainQuality, type Defect, type Disposition } from '@sinter/sdk/contract/quality/settings';
import { versions, type DemoWorld, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { quality } from './kind.ts';
import { searchText } from './ncr/draft.ts';
import { nextNumber } from './numbers.ts';
import { qualityDb } from './tables.ts';

const day = 86_400_000;

/** What a corrective action begins with. */
const templates: typeof plainQuality.capaTemplates = {
  EIGHT_D: {
    questions: {
      d3: 'Which lots, machines and shipments are held, and who has checked them?',
      d4: 'Why did it happen, and why was it not found before?',
    },
    tasks: [
      { kind: 'CONTAINMENT', title: 'Hold and sort what is affected', dueDays: 2 },
      { kind: 'CORRECTIVE', title: 'Find the root cause', dueDays: 14 },
      { kind: 'COMMUNICATION', title: 'Tell the customer', dueDays: 3 },
    ],
  },
  FIVE_WHYS: { questions: { why1: 'What was seen first, where and when?' }, tasks: [] },
};

const defects: readonly Defect[] = [
  { id: 1, parentId: null, name: 'Geometry' },
  { id: 2, parentId: 1, name: 'Warped' },
  { id: 3, parentId: 1, name: 'Out of tolerance' },
  { id: 4, parentId: null, name: 'Surface' },
  { id: 5, parentId: 4, name: 'Orange peel' },
  { id: 6, parentId: 4, name: 'Scratched' },
  { id: 7, parentId: null, name: 'Material' },
  { id: 8, parentId: 7, name: 'Porosity' },
  { id: 9, parentId: 7, name: 'Contaminated powder' },
];

interface Row {
  quantity: number;
  disposition?: Disposition;
  state?: NcrRowState;
  reason?: string;
}
interface Story {
  title: string;
  description?: string;
  type: string;
  severity: string;
  defect?: number;
  status: NcrStatus;
  /** Days ago it was raised, and closed. */
  ago: number;
  closed?: number;
  source: NcrSource;
  rows: readonly Row[];
  /** Which of the lots it is about, counted from the first; without it none. */
  lot?: number;
  machine?: string;
  batch?: string;
  measured?: readonly [characteristic: string, requirement: string, measured: string];
  assigned?: boolean;
  shown?: boolean;
  photo?: boolean;
  holds?: boolean;
  tags?: readonly string[];
}

const stories: readonly Story[] = [
  {
    ...{
      title: 'Plate warped by 0.4 mm',
      type: 'dimension',
      severity: 'major',
      defect: 2,
      status: 'IN_REVIEW',
      ago: 2,
    },
    ...{ source: 'INSPECTION', lot: 0, rows: [{ quantity: 2 }], assigned: true, photo: true },
    measured: ['Flatness', '0.15 mm', '0.40 mm'],
    description: 'Found on the surface table after bead blasting. Both pieces lay at the edge of the build.',
  },
  {
    ...{ title: 'Bore too small', type: 'dimension', severity: 'minor', defect: 3, status: 'OPEN', ago: 1 },
    tags: ['Recurring'],
    ...{ source: 'STEP', lot: 1, rows: [{ quantity: 1 }], measured: ['Bore', '6.0 +0.1 mm', '5.86 mm'] },
  },
  {
    ...{ title: 'Extruder leaks', type: 'process', severity: 'critical', status: 'OPEN', ago: 1, source: 'SCREEN' },
    ...{ machine: 'FDM-02', rows: [{ quantity: 1 }], holds: true, assigned: true },
    description: 'Material on the heater block. Nothing is to be built there before maintenance has seen it.',
  },
  {
    ...{
      title: 'Foreign particles in PA12',
      type: 'material',
      severity: 'critical',
      defect: 9,
      status: 'IN_REVIEW',
      ago: 4,
    },
    ...{ source: 'SCREEN', batch: 'PA12-2026-031', rows: [{ quantity: 1 }], holds: true, assigned: true },
    tags: ['Check powder', 'Recurring'],
  },
  {
    ...{ title: 'Rough on one side', type: 'surface', severity: 'minor', defect: 5, status: 'DISPOSITIONED', ago: 6 },
    ...{ source: 'INSPECTION', lot: 2, shown: true, photo: true, measured: ['Roughness Ra', '10 µm', '14 µm'] },
    rows: [
      { quantity: 1, disposition: 'USE_AS_IS', state: 'CUSTOMER', reason: 'The face is not visible when mounted' },
    ],
  },
  {
    ...{
      title: 'Edge broken off',
      type: 'damage',
      severity: 'major',
      status: 'OPEN',
      ago: 3,
      source: 'CUSTOMER',
      lot: 3,
    },
    ...{ shown: true, rows: [{ quantity: 1 }], photo: true },
    description: 'One of the parts arrived with a broken edge, as the picture shows. Can you make it again?',
  },
  {
    ...{ title: 'Powder left in channels', type: 'process', severity: 'minor', status: 'DISPOSITIONED', ago: 9 },
    ...{ source: 'STEP', lot: 0, rows: [{ quantity: 1, disposition: 'RETURN_FROM_CUSTOMER', state: 'DONE' }] },
  },
  {
    ...{
      title: 'Build stopped at layer 412',
      type: 'process',
      severity: 'major',
      status: 'CLOSED',
      ago: 21,
      closed: 17,
    },
    ...{ source: 'JOB', machine: 'SLS-02', rows: [{ quantity: 12, disposition: 'SCRAP', state: 'DONE' }] },
  },
  {
    ...{ title: 'Wall thinner than drawn', type: 'dimension', severity: 'minor', defect: 3, status: 'CLOSED', ago: 30 },
    ...{ closed: 24, source: 'INSPECTION', rows: [{ quantity: 4, disposition: 'USE_AS_IS', state: 'DONE' }] },
    measured: ['Wall', '1.2 ±0.1 mm', '1.08 mm'],
  },
  {
    ...{ title: 'Scratches from tumbling', type: 'surface', severity: 'minor', defect: 6, status: 'CLOSED', ago: 45 },
    ...{ closed: 41, source: 'STEP', machine: 'MJF-01', rows: [{ quantity: 3, disposition: 'REPAIR', state: 'DONE' }] },
  },
  {
    ...{ title: 'Pores in the section', type: 'material', severity: 'critical', defect: 8, status: 'CLOSED', ago: 62 },
    ...{ closed: 50, source: 'INSPECTION', machine: 'DMLS-01', measured: ['Density', '99.5 %', '98.7 %'] },
    rows: [
      { quantity: 2, disposition: 'SCRAP', state: 'DONE' },
      { quantity: 1, disposition: 'RETURN_TO_SUPPLIER', state: 'DONE' },
    ],
  },
  {
    ...{
      title: 'Certificate of the powder is missing',
      type: 'documents',
      severity: 'minor',
      status: 'CLOSED',
      ago: 80,
    },
    ...{ closed: 75, source: 'SCREEN', rows: [{ quantity: 1, disposition: 'USE_AS_IS', state: 'DONE' }] },
  },
  {
    ...{ title: 'Two colors in one delivery', type: 'surface', severity: 'minor', status: 'VOID', ago: 12, closed: 11 },
    ...{ source: 'CUSTOMER', lot: 3, shown: true, rows: [{ quantity: 1 }] },
    description: 'The two parts do not have the same color.',
  },
  {
    ...{ title: 'Holes off by 0.2 mm', type: 'dimension', severity: 'major', defect: 3, status: 'OPEN', ago: 40 },
    ...{
      source: 'INSPECTION',
      lot: 2,
      rows: [{ quantity: 1 }],
      assigned: true,
      measured: ['Pitch', '40.0 mm', '40.2 mm'],
    },
  },
];

interface Lot {
  lotId: number;
  orderId: number;
  orderFileId: number;
  jobId: number | null;
  buyer: number;
  picture: number | null;
}

/** Non-conformances in every state. What holds something holds a machine that nothing is planned on, and a batch. */
export async function seedDemo(unit: Work, world: DemoWorld, services: Services): Promise<void> {
  const { rootFacilityId: facilityId } = world;
  const [by, operator] = [world.users['planner@demo.example'], world.users['operator@demo.example']];
  if (by === undefined || operator === undefined) return;
  const settings = { ...plainQuality, defects: [...defects], capaTemplates: templates };
  const setting = services.get(versions).of(quality, { facilityId, elementId: '' });
  await setting.put(unit, settings, { note: 'Defects', by });
  const lots = await openLots(unit, facilityId);
  const machines = await unit.db
    .selectFrom('equipment')
    .select(['id', 'display_name as name'])
    .where('facility_id', '=', facilityId)
    .execute();
  for (const story of stories.toSorted((a, b) => b.ago - a.ago)) {
    const lot = story.lot === undefined ? null : (lots[story.lot % Math.max(lots.length, 1)] ?? null);
    if (story.lot !== undefined && !lot) continue;
    const equipmentId = machines.find(({ name }) => name === story.machine)?.id ?? null;
    const id = await tell(
      unit,
      {
        facilityId,
        by,
        operator,
        now: world.now,
        number: await nextNumber(unit, facilityId, 'NCR', settings.ncrNumber),
      },
      story,
      lot,
      equipmentId,
    );
    const { tags = [] } = story;
    const row = { facilityId, kind: 'NCR' as const, id };
    await services.get(facilityTags).change(unit, row, { add: [...tags], remove: [] }, { adds: false });
  }
}

/** Of orders that are not export controlled, the oldest first; of each order one. */
async function openLots(unit: Work, facilityId: number): Promise<Lot[]> {
  const { rows } = await sql<Lot>`
    select distinct on (l.order_id) l.id as "lotId", l.order_id as "orderId", l.order_file_id as "orderFileId",
      l.job_id as "jobId", o.created_by as buyer,
      (select p.id from stored_file p where p.root_file_id = f.original_file_id and p.file_name ilike '%.png' limit 1) as picture
    from lot l join rfq_order o on o.id = l.order_id join rfq_order_file f on f.id = l.order_file_id
    where l.facility_id = ${facilityId} and l.state = 'OPEN' and not ${orderIsControlled}
    order by l.order_id, l.id limit 4
  `.execute(unit.db);
  return rows;
}

interface Teller {
  facilityId: number;
  by: number;
  operator: number;
  now: Date;
  number: string;
}

async function tell(
  unit: Work,
  { facilityId, by, operator, now, number }: Teller,
  story: Story,
  lot: Lot | null,
  equipmentId: number | null,
): Promise<number> {
  const db = qualityDb(unit);
  const at = (ago: number) => new Date(now.getTime() - ago * day);
  const { title, description = '', type, severity, status, source, batch = '', rows, closed } = story;
  const [characteristic, requirement, measured] = story.measured ?? ['', '', ''];
  const raiser = source === 'CUSTOMER' && lot ? lot.buyer : source === 'STEP' ? operator : by;
  const dueDays = plainQuality.severities.find(({ key }) => key === severity)?.dueDays ?? 30;
  const { id } = await db
    .insertInto('ncr')
    .values({
      ...{ facility_id: facilityId, number, title, description, type, severity, status, source, batch },
      ...{ characteristic, requirement, measured, defect_id: story.defect ?? null },
      affected_quantity: rows.reduce((sum, { quantity }) => sum + quantity, 0),
      ...{
        customer_visible: story.shown ?? false,
        order_id: lot?.orderId ?? null,
        order_file_id: lot?.orderFileId ?? null,
      },
      ...{
        lot_id: source === 'CUSTOMER' ? null : (lot?.lotId ?? null),
        job_id: source === 'CUSTOMER' ? null : (lot?.jobId ?? null),
      },
      ...{ position: source === 'STEP' && lot ? 1 : null, equipment_id: equipmentId },
      ...{ assignee_id: story.assigned ? by : null, due_at: at(story.ago - dueDays), created_by: raiser },
      ...{
        created_at: at(story.ago),
        changed_at: at(closed ?? story.ago),
        closed_at: closed === undefined ? null : at(closed),
      },
      search_text: searchText(number, batch, { title, description }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('ncr_row')
    .values(
      rows.map(({ quantity, disposition = null, state = 'PENDING', reason = '' }) => ({
        ...{ ncr_id: id, quantity, disposition, state, reason, to_position: null, created_at: at(story.ago) },
        ...{
          proposed_by: disposition === null ? null : by,
          done_at: state === 'DONE' ? at(closed ?? story.ago - 1) : null,
        },
      })),
    )
    .execute();
  const happened: [what: string, ago: number, user: number][] = [['RAISE', story.ago, raiser]];
  if (status !== 'OPEN' && status !== 'VOID') happened.push(['REVIEW', story.ago, by]);
  if (status === 'DISPOSITIONED' || status === 'CLOSED')
    happened.push(['ROWS', story.ago, by], ['DISPOSE', story.ago, by]);
  if (status === 'CLOSED') happened.push(['CLOSE', closed ?? 0, by]);
  if (status === 'VOID') happened.push(['VOID', closed ?? 0, by]);
  await db
    .insertInto('ncr_history')
    .values(
      happened.map(([what, ago, user_id]) => ({
        ...{ ncr_id: id, what, user_id, created_at: at(ago), quantity: null },
        note: what === 'VOID' ? 'Both are as ordered: one is another part' : '',
      })),
    )
    .execute();
  if (story.holds) {
    await db
      .insertInto('ncr_hold')
      .values({
        ...{ ncr_id: id, facility_id: facilityId, lot_id: null, equipment_id: equipmentId, held_by: by },
        ...{ batch: batch === '' ? null : batch, held_at: at(story.ago) },
      })
      .execute();
  }
  if (story.photo && lot && lot.picture !== null) {
    const marks = [{ shape: 'CIRCLE', x: 0.55, y: 0.3, width: 0.25, height: 0.25, text: 'Here' }];
    await db
      .insertInto('ncr_photo')
      .values({ ncr_id: id, file_id: lot.picture, caption: title, marks: JSON.stringify(marks), user_id: raiser })
      .execute();
  }
  return id;
}
