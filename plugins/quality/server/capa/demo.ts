import { plainQuality } from '@sinter/sdk/contract/quality/settings';
import type { CapaSource, CapaType } from '@sinter/sdk/contract/quality/capas';
import type { CapaMethod, CapaTaskKind } from '@sinter/sdk/contract/quality/capaTemplates';
import type { CapaStatus } from '@sinter/sdk/contract/quality/capaStatus';
import type { DemoWorld, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { nextNumber } from '../numbers.ts';
import { capaDb } from './tables.ts';

interface Task {
  kind: CapaTaskKind;
  title: string;
  /** Days from now on which it is due. */
  due: number;
  supplier?: string;
  done?: string;
}
interface Story {
  title: string;
  problem: string;
  type: CapaType;
  source: CapaSource;
  method: CapaMethod;
  status: CapaStatus;
  /** Days ago it was begun. */
  ago: number;
  /** Days from now. */
  due: number;
  check?: number;
  rootCause?: string;
  analysis?: Record<string, string>;
  tasks?: readonly Task[];
  checks?: readonly { effective: boolean; note: string; ago: number }[];
  /** The non-conformance that it answers, by its title. */
  ncr?: string;
}

const stories: readonly Story[] = [
  {
    ...{ title: 'Pores in dense sections', type: 'CORRECTIVE', source: 'NCR', method: 'EIGHT_D', status: 'CLOSED' },
    ...{ ago: 60, due: -20, check: -12, ncr: 'Pores in the section' },
    problem: 'Density of three brackets was 98.7 % where 99.5 % is required. Found at final inspection.',
    rootCause: 'The filter of the gas circuit was past its hours, and the flow fell below the limit unnoticed.',
    analysis: {
      d1: 'Planner, operator of DMLS-01, service of the machine maker',
      d2: 'Lack-of-fusion pores in sections above 12 mm, only far from the gas outlet.',
      d3: 'Machine held, brackets of the last two builds measured by Archimedes.',
      d4: 'Gas flow below its limit; the flow was logged, but nobody was told.',
      d5: 'Filter by hours; the flow must be confirmed before each build.',
      d6: 'Both in place since the second attempt. Twelve coupons above 99.6 %.',
      d7: 'The same check was added for the other laser machine.',
      d8: 'Told in the weekly meeting, with thanks to the night shift.',
    },
    tasks: [
      { kind: 'CONTAINMENT', title: 'Measure brackets of the last two builds', due: -56, done: 'Two more set aside.' },
      { kind: 'CORRECTIVE', title: 'Replace the filter by hours', due: -45, done: 'Counter set to 500 hours.' },
      { kind: 'VERIFICATION', title: 'Density of twelve coupons', due: -14, done: 'All above 99.6 %.' },
    ],
    checks: [
      { effective: false, note: 'One coupon of the first build after it was at 99.2 %.', ago: 30 },
      { effective: true, note: 'No pores in the last 40 sections.', ago: 12 },
    ],
  },
  {
    ...{ title: 'Plates warp at the edge of the build', type: 'CORRECTIVE', source: 'NCR', method: 'FIVE_WHYS' },
    ...{ status: 'IN_PROGRESS', ago: 25, due: 9, ncr: 'Plate warped by 0.4 mm' },
    problem: 'Flat parts near the edge come out up to 0.4 mm out of flatness.',
    rootCause: 'The edge of the chamber cools faster than the job template assumes.',
    analysis: {
      why1: 'The plates curl while they cool.',
      why2: 'Their edge cools faster than the middle.',
      why3: 'The heater at the edge had lost a third of its power.',
      why4: 'It is not measured between services.',
    },
    tasks: [
      { kind: 'CORRECTIVE', title: 'Replace the edge heater', due: -12, done: 'Replaced and measured.' },
      { kind: 'PREVENTIVE', title: 'Measure heater power each month', due: -2 },
      { kind: 'CORRECTIVE', title: 'Cool down two hours longer', due: 5 },
    ],
    checks: [{ effective: false, note: 'Two of twelve plates were still at 0.3 mm.', ago: 4 }],
  },
  {
    ...{ title: 'Foreign particles in powder', type: 'CORRECTIVE', source: 'SUPPLIER', method: 'EIGHT_D' },
    ...{ status: 'OPEN', ago: 4, due: 20, ncr: 'Foreign particles in PA12' },
    problem: 'Dark particles in batch PA12-2026-031, seen while sieving.',
    analysis: { d1: 'Planner and purchasing', d3: 'The batch is held; two drums were sent back.' },
    tasks: [
      {
        ...{ kind: 'CORRECTIVE', title: 'Report on the cause at the filling line', due: 10 },
        supplier: 'Northwind Polymers',
      },
      { kind: 'CONTAINMENT', title: 'Sieve and photograph the other drums', due: 2 },
    ],
  },
  {
    ...{ title: 'Certificates are checked at receipt', type: 'PREVENTIVE', source: 'AUDIT', method: 'FIVE_WHYS' },
    ...{ status: 'VERIFICATION', ago: 70, due: 6, check: -1, ncr: 'Certificate of the powder is missing' },
    problem: 'The audit found a batch in use whose certificate arrived a week later.',
    rootCause: 'Nobody had to look for the certificate when goods were booked in.',
    analysis: { why1: 'It was used before its papers were there.', why2: 'Booking in did not ask for them.' },
    tasks: [
      { kind: 'PREVENTIVE', title: 'Ask for the certificate when booking in', due: -40, done: 'Part of the form now.' },
      { kind: 'COMMUNICATION', title: 'Tell both shifts', due: -38, done: 'Told on Monday.' },
    ],
  },
  {
    ...{ title: 'Colors differ between machines', type: 'PREVENTIVE', source: 'COMPLAINT', method: 'FIVE_WHYS' },
    ...{ status: 'DRAFT', ago: 1, due: 40, problem: '' },
  },
];

const day = 86_400_000;
const order: readonly CapaStatus[] = ['OPEN', 'IN_PROGRESS', 'VERIFICATION', 'CLOSED'];

/** Corrective actions in every state; one has failed once, one is overdue with a task, and the effect of one is to be looked at. */
export async function seedCapas(unit: Work, world: DemoWorld): Promise<void> {
  const { rootFacilityId: facilityId, users, now } = world;
  const [by, admin] = [users['planner@demo.example'], users['admin@demo.example']];
  if (by === undefined || admin === undefined) return;
  const db = capaDb(unit);
  const at = (days: number) => new Date(now.getTime() + days * day);
  const on = (days: number | undefined) => (days === undefined ? null : at(days).toISOString().slice(0, 10));
  for (const story of stories.toSorted((a, b) => b.ago - a.ago)) {
    const { title, problem, type, source, method, status, ago, rootCause = '', tasks = [], checks = [] } = story;
    const number = await nextNumber(unit, facilityId, 'CAPA', plainQuality.capaNumber);
    const { id } = await db
      .insertInto('capa')
      .values({
        ...{ facility_id: facilityId, number, title, problem, type, source, method, status, root_cause: rootCause },
        ...{ analysis: JSON.stringify(story.analysis ?? {}), owner_id: status === 'DRAFT' ? null : by },
        ...{ due_on: on(story.due), check_on: on(story.check), event_id: `demo ${title}`, created_by: by },
        ...{ search_text: `${number}\n${title}\n${problem}`, created_at: at(-ago), changed_at: at(-ago) },
        closed_at: status === 'CLOSED' ? at(story.check ?? 0) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (tasks.length > 0) {
      await db
        .insertInto('capa_task')
        .values(
          tasks.map(({ kind, title: task, due, supplier = '', done }) => ({
            ...{ capa_id: id, kind, title: task, note: '', supplier, event_id: `demo ${task}` },
            ...{ owner_id: supplier === '' ? by : null, due_on: on(due), result: done ?? '' },
            ...{ done_at: done === undefined ? null : at(due), done_by_id: done === undefined ? null : by },
          })),
        )
        .execute();
    }
    if (checks.length > 0) {
      await db
        .insertInto('capa_check')
        .values(
          checks.map(({ effective, note, ago: then }) => ({
            ...{ capa_id: id, effective, note, user_id: admin, created_at: at(-then) },
          })),
        )
        .execute();
    }
    await sql`insert into capa_ncr (capa_id, ncr_id)
      select ${id}, n.id from ncr n where n.facility_id = ${facilityId} and n.title = ${story.ncr ?? ''}`.execute(
      unit.db,
    );
    const reached = order.slice(0, order.indexOf(status) + 1);
    await db
      .insertInto('capa_history')
      .values([
        { capa_id: id, what: 'CREATED', subject: '', user_id: by, created_at: at(-ago) },
        ...reached.map((subject, index) => ({
          ...{ capa_id: id, what: 'MOVED', subject, user_id: subject === 'CLOSED' ? admin : by },
          created_at: at(-ago + index * 0.01 * ago),
        })),
      ])
      .execute();
  }
}
