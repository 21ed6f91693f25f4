import { randomUUID } from 'node:crypto';
import type { TestServer } from '#host/server/testing.ts';
import { defaultPortal, portalKind } from '@sinter/sdk/contract/orders/portal';
import { noShopFacts, storeFrontKind, type StoreFront } from '@sinter/sdk/contract/host/storeFront';
import { sql } from 'kysely';
import { isKiosk, type Person, type Places } from './people.ts';

/** Rows around orders: parcels, threads, projects, and what a shop says. */

type Sees = (person: Person) => boolean;
interface Around {
  marks: { text: string; sees: Sees }[];
  /** First comments of threads. */
  threads: number[];
  projectId: number;
}
interface Belongings {
  server: TestServer;
  places: Places;
  creator: Person;
  planner: Person;
  own: Ordered;
  hidden: Ordered;
  /** A file that the creator has uploaded. */
  projectFile: { id: number; sees: Sees };
}
interface Ordered {
  id: number;
  fileId: number;
  sees: Sees;
}

const isOneOf =
  (...people: Person[]): Sees =>
  (person) =>
    !person.out && person.via !== 'accountKey' && people.some(({ userId }) => userId === person.userId);

export async function makeAround(belongings: Belongings): Promise<Around> {
  const marks = [...(await makeShipments(belongings)), ...(await makeSettings(belongings))];
  const messages = await makeMessages(belongings);
  const project = await makeProject(belongings);
  return { ...project, marks: [...marks, ...messages.marks, ...project.marks], threads: messages.threads };
}

async function makeShipments({ server, places, own, hidden, planner }: Belongings) {
  const { db } = server.services;
  const marks: Around['marks'] = [];
  for (const [name, order] of [
    ['zzparcel', own],
    ['zzcontrolledparcel', hidden],
  ] as const) {
    await sql`
      with parcel as (insert into shipment (facility_id, company_id, status, tracking, note, event_id, created_by, shipped_at)
          values (${places.root}, ${places.buyer}, 'SHIPPED', ${`${name}-tracking`}, ${`${name}-note`}, ${randomUUID()},
            ${planner.userId}, now()) returning id),
        line as (insert into shipment_line (shipment_id, order_file_id, order_id, quantity)
          select id, ${order.fileId}, ${order.id}, 1 from parcel)
      insert into shipment_history (shipment_id, event, status, user_id) select id, 'SHIP', 'SHIPPED', ${planner.userId} from parcel
    `.execute(db);
    marks.push(
      { text: `${name}-tracking`, sees: order.sees },
      { text: `${name}-note`, sees: (person) => order.sees(person) && person.facilityId !== null && !isKiosk(person) },
    );
  }
  return marks;
}

/** A shared thread that both sides write in, with an answer of one side to itself, and an internal one, on a part. */
async function makeMessages({ server, places, own, creator, planner }: Belongings) {
  const marks: Around['marks'] = [];
  const reads: Sees = (person) => own.sees(person) && !isKiosk(person);
  const works: Sees = (person) => reads(person) && person.facilityId !== null;

  async function write(name: string, by: Person, visibility: 'INTERNAL' | 'SHARED', parent: number | null, sees: Sees) {
    const addressed = by.facilityId === null && visibility === 'SHARED' ? places.root : null;
    const { rows } = await sql<{ id: number }>`
      insert into comment (object_kind, object_id, parent_id, facility_id, addressed_facility_id, author_id, body, visibility, event_id)
      values ('RFQ_ORDER_FILE', ${own.fileId}, ${parent}, ${by.facilityId}, ${addressed}, ${by.userId}, ${name}, ${visibility},
        ${randomUUID()}) returning id
    `.execute(server.services.db);
    marks.push({ text: name, sees });
    return rows[0]?.id ?? 0;
  }
  const shared = await write('zzthread-asked', creator, 'SHARED', null, reads);
  await write('zzthread-answered', planner, 'SHARED', shared, reads);
  await write('zzthread-aside', planner, 'INTERNAL', shared, works);
  const internal = await write('zzthread-internal', planner, 'INTERNAL', null, works);
  await write('zzthread-reply', planner, 'INTERNAL', internal, works);
  return { marks, threads: [shared, internal] };
}

/** Of one facility and one customer, with one member of each. */
async function makeProject({ server, places, creator, planner, projectFile }: Belongings) {
  const { db } = server.services;
  const { rows } = await sql<{ id: number }>`
    insert into project (name, description, facility_id, company_id, created_by, event_id)
    values ('zzproject-name', 'zzproject-description', ${places.root}, ${places.buyer}, ${planner.userId}, ${randomUUID()}) returning id
  `.execute(db);
  const projectId = rows[0]?.id ?? 0;
  await sql`insert into project_member (project_id, user_id, side, role)
    values (${projectId}, ${planner.userId}, 'FACILITY', 'OWNER'), (${projectId}, ${creator.userId}, 'COMPANY', 'EDITOR')`.execute(
    db,
  );
  await sql`insert into project_budget (project_id, side, amount_minor, currency)
    values (${projectId}, 'FACILITY', 987654301, 'EUR'), (${projectId}, 'COMPANY', 987654302, 'EUR')`.execute(db);
  await sql`insert into project_task (project_id, title, note, state, assignee_id, created_by, event_id)
    values (${projectId}, 'zzproject-task', 'zzproject-note', 'TODO', ${creator.userId}, ${planner.userId}, ${randomUUID()})`.execute(
    db,
  );
  await sql`insert into project_file (project_id, file_id, added_by, side)
    values (${projectId}, ${projectFile.id}, ${creator.userId}, 'COMPANY')`.execute(db);
  await sql`insert into project_history (project_id, user_id, what, subject)
    values (${projectId}, ${planner.userId}, 'TASK_ADDED', 'zzproject-history')`.execute(db);
  await sql`insert into comment (object_kind, object_id, facility_id, author_id, body, visibility, event_id)
    values ('PROJECT', ${projectId}, ${places.root}, ${planner.userId}, 'zzproject-comment', 'SHARED', ${randomUUID()})`.execute(
    db,
  );
  const members = isOneOf(creator, planner);
  const inIt = ['name', 'description', 'task', 'note', 'history', 'comment'].map((what) => `zzproject-${what}`);
  return {
    projectId,
    marks: [
      ...inIt.map((text) => ({ text, sees: members })),
      { text: 'zzproject-file', sees: members },
      { text: '987654301', sees: isOneOf(planner) },
      { text: '987654302', sees: isOneOf(creator) },
    ],
  };
}

/** What customers are told, and what is only drafted for them. */
async function makeSettings({ server, places }: Belongings) {
  const { db } = server.services;
  const edits =
    (permission: string): Sees =>
    (person) =>
      !person.out && person.facilityId === places.root && person.permissions.includes(permission);
  const welcome = (text: string) => ({ ...defaultPortal, welcome: { en_US: text } });
  const shop: StoreFront = {
    ...noShopFacts,
    items: {},
    currency: { show: false, enable: false, usual: 'EUR', list: [] },
    taxText: { en_US: 'zzshop-draft' },
  };
  await sql`insert into customer_portal (facility_id, company_id, settings)
    values (${places.root}, ${places.buyer}, ${JSON.stringify(welcome('zzportal-welcome'))}::jsonb)`.execute(db);
  for (const [kind, element, draft] of [
    [portalKind, String(places.buyer), welcome('zzportal-draft')],
    [storeFrontKind, '', shop],
  ] as const) {
    await sql`insert into setting (facility_id, kind, element_id, draft, drafted_at)
      values (${places.root}, ${kind}, ${element}, ${JSON.stringify(draft)}::jsonb, now())`.execute(db);
  }
  return [
    { text: 'zzportal-welcome', sees: (person: Person) => !person.out && person.companyId === places.buyer },
    { text: 'zzportal-draft', sees: edits('CUSTOMER_PORTAL_EDITOR') },
    { text: 'zzshop-draft', sees: edits('STOREFRONT_CONFIG_EDITOR') },
  ];
}
