import { Readable } from 'node:stream';
import type { Principal } from '@sinter/sdk/contract';
import { partSight } from '@sinter/sdk/contract/catalog/partSight';
import { storedFiles, type DemoWorld, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';

const day = 86_400_000;

interface NewProject {
  name: string;
  description: string;
  age: number;
  target: number;
  closed?: boolean;
  /** What its orders are called. */
  orders: readonly string[];
  tasks: readonly { title: string; state: 'TODO' | 'DOING' | 'DONE'; due: number | null; assignee: string | null }[];
}

/** One project that goes on, and one that is over. */
const demoProjects: readonly NewProject[] = [
  {
    name: 'Coolant pump, second generation',
    description:
      'Impellers and housings for the new coolant pump: from the first samples to a series of 200.\nThe test bench is booked from the target date on.',
    ...{ age: 21, target: 24 },
    orders: ['Impellers for the coolant pump', 'Flanges for the cooling loop'],
    tasks: [
      { title: 'Agree on the wall thickness of the impeller', state: 'DONE', due: -9, assignee: 'planner' },
      { title: 'Check the samples on the test bench', state: 'DOING', due: 3, assignee: 'buyer' },
      { title: 'Send the inspection plan', state: 'TODO', due: 6, assignee: 'admin' },
      { title: 'Choose the packing for the series', state: 'TODO', due: -2, assignee: 'buyer' },
      { title: 'Book the test bench', state: 'DONE', due: null, assignee: 'buyer' },
    ],
  },
  {
    name: 'Cabin air, prototypes',
    description: 'Duct elbows for the cabin air study. The study is finished.',
    ...{ age: 90, target: -30, closed: true },
    orders: ['Duct elbows for cabin air'],
    tasks: [
      { title: 'Print two variants', state: 'DONE', due: -60, assignee: 'planner' },
      { title: 'Measure the pressure drop', state: 'DONE', due: -40, assignee: 'buyer' },
    ],
  },
];

export async function seedDemo(unit: Work, world: DemoWorld, services: Services): Promise<void> {
  const { db } = unit;
  const userOf = (account: string): number => world.users[`${account}@demo.example`] ?? 0;
  const at = (days: number) => new Date(world.now.getTime() + days * day);
  const dateOf = (days: number) => at(days).toISOString().slice(0, 10);
  const people = [
    { userId: userOf('admin'), side: 'FACILITY', role: 'OWNER' },
    { userId: userOf('planner'), side: 'FACILITY', role: 'EDITOR' },
    { userId: userOf('buyer'), side: 'COMPANY', role: 'EDITOR' },
    { userId: userOf('buyeradmin'), side: 'COMPANY', role: 'OWNER' },
  ];
  for (const project of demoProjects) {
    const begun = at(-project.age);
    const changed = at(project.closed ? project.target : -1);
    const { rows } = await sql<{ id: number }>`
      insert into project (name, description, facility_id, company_id, target_on, closed_at, created_by, event_id, created_at, updated_at)
      values (${project.name}, ${project.description}, ${world.rootFacilityId}, ${world.buyerCompanyId}, ${dateOf(project.target)},
        ${project.closed ? changed : null}, ${userOf('admin')}, gen_random_uuid(), ${begun}, ${changed})
      returning id
    `.execute(db);
    const id = rows[0]?.id ?? 0;
    const told = (
      what: string,
      user: string,
      when: Date,
      about: { subject?: string; to?: string; orderId?: number } = {},
    ) =>
      sql`
        insert into project_history (project_id, user_id, what, subject, moved_to, order_id, at)
        values (${id}, ${userOf(user)}, ${what}, ${about.subject ?? ''}, ${about.to ?? null}, ${about.orderId ?? null}, ${when})
      `.execute(db);
    await told('CREATED', 'admin', begun);
    for (const { userId, side, role } of people) {
      await sql`
        insert into project_member (project_id, user_id, side, role, added_at) values (${id}, ${userId}, ${side}, ${role}, ${begun})
      `.execute(db);
    }
    const orders = await sql<{ id: number }>`
      select id from rfq_order where display_title = any(${[...project.orders]}::text[]) and company_id = ${world.buyerCompanyId}
        and not export_controlled and not holds_controlled order by id
    `.execute(db);
    for (const { id: orderId } of orders.rows) {
      await sql`
        insert into project_order (project_id, order_id, added_at) values (${id}, ${orderId}, ${begun})
      `.execute(db);
      await told('ORDER_ADDED', 'planner', begun, { orderId });
    }
    for (const { title, state, due, assignee } of project.tasks) {
      await sql`
        insert into project_task (project_id, title, state, assignee_id, due_on, created_by, event_id, created_at)
        values (${id}, ${title}, ${state}, ${assignee === null ? null : userOf(assignee)}, ${due === null ? null : dateOf(due)},
          ${userOf('planner')}, gen_random_uuid(), ${begun})
      `.execute(db);
      if (state === 'DONE') await told('TASK_MOVED', assignee ?? 'planner', changed, { subject: title, to: state });
    }
    if (project.closed) await told('CLOSED', 'admin', changed);
    else {
      await addParts(unit, services, buyerOf(world), id);
      await addFile(unit, services, world, id);
      await sql`
        insert into project_budget (project_id, side, amount_minor, currency) values (${id}, 'FACILITY', 4800000, 'EUR'),
          (${id}, 'COMPANY', 6000000, 'EUR')
      `.execute(db);
    }
  }
}

/** As the buyer's administrator sees things. */
const buyerOf = (world: DemoWorld): Principal => ({
  userId: world.users['buyeradmin@demo.example'] ?? 0,
  ...{ role: 'ROLE_ENGINEER', accountType: 'ENGINEER', memberRoles: ['ENG_ADMIN'], permissions: [], authorities: [] },
  ...{ companyId: world.buyerCompanyId, facilityId: null, rootFacility: false, storeFront: false },
  ...{ emailVerified: true, secondFactorDue: false, cleared: false, via: 'session' },
});

async function addParts({ db }: Work, services: Services, buyer: Principal, projectId: number): Promise<void> {
  await sql`
    insert into project_part (project_id, part_id)
    select ${projectId}, s.id from (${services.get(partSight).seen(buyer)}) s order by s.id limit 3
  `.execute(db);
}

const plan = `Inspection plan for the coolant pump

1. Weigh each impeller: 41 g, 2 g more or less.
2. Measure the bore with a plug gauge: 8 H7.
3. Balance at 3,000 rpm; keep the report with the lot.
`;

async function addFile(unit: Work, services: Services, world: DemoWorld, projectId: number): Promise<void> {
  const stored = await services.files.write(Readable.from([Buffer.from(plan)]), {
    controlled: false,
    maxBytes: 10_000,
  });
  const createdBy = world.users['planner@demo.example'] ?? 0;
  const { id } = await services.get(storedFiles).add(unit, {
    ...{ ...stored, fileName: 'Inspection plan.txt', controlled: false, createdBy },
    owner: { facilityId: world.rootFacilityId },
  });
  await sql`
    insert into project_file (project_id, file_id, added_by, side) values (${projectId}, ${id}, ${createdBy}, 'FACILITY')
  `.execute(unit.db);
}
