import { createHash, randomUUID } from 'node:crypto';
import { hostDb } from '#host/server/allTables.ts';
import { configure, type TestServer } from '#host/server/testing.ts';
import { plannedParts } from '@sinter/sdk/contract/scheduling/plannedParts';
import { storedFiles } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { makeAround } from './around.ts';
import { isKiosk, oversees, type Person, type Places } from './people.ts';

/** Rows of every kind, each with who may know of it by what it belongs to: written down here, and asked of nobody. */

type Sees = (person: Person) => boolean;

async function* bytesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Something that has bytes. */
export interface File {
  name: string;
  id: number;
  sha256: string;
  controlled: boolean;
  sees: Sees;
}
/** A text that stands in one row alone. */
export interface Mark {
  text: string;
  sees: Sees;
}
export interface Order {
  id: number;
  fileId: number;
  sees: Sees;
  controlled: boolean;
}

export async function makeRows(server: TestServer, places: Places, people: readonly Person[]) {
  const { services } = server;
  const { db } = services;
  const personOf = (name: string): Person => {
    const found = people.find((person) => person.name === name);
    if (!found) throw new Error(`Nobody is called ${name}.`);
    return found;
  };
  const creator = personOf('creator');
  const manager = personOf('ENG_ADMIN');
  const planner = personOf('cleared planner');
  const marks: Mark[] = [];
  const files: File[] = [];

  const works =
    (facilityId: number): Sees =>
    (person) =>
      !person.out && person.facilityId === facilityId;
  const isOf =
    (companyId: number): Sees =>
    (person) =>
      !person.out && person.companyId === companyId;
  const withFiles =
    (sees: Sees): Sees =>
    (person) =>
      !isKiosk(person) && sees(person);
  const both =
    (one: Sees, other: Sees): Sees =>
    (person) =>
      one(person) && other(person);
  const either =
    (...all: Sees[]): Sees =>
    (person) =>
      all.some((sees) => sees(person));

  async function upload(
    name: string,
    owner: { by: Person; controlled?: boolean; madeFromFileId?: number },
    sees: Sees,
  ): Promise<File> {
    const { by, controlled = false, madeFromFileId } = owner;
    const content = Buffer.from(`${name} ${randomUUID()}`);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const written = await services.files.write(bytesOf(content), { controlled, maxBytes: 1000 });
    const { id } = await services.write((unit) =>
      services.get(storedFiles).add(unit, {
        ...written,
        fileName: name,
        controlled,
        createdBy: madeFromFileId === undefined ? by.userId : null,
        owner:
          madeFromFileId === undefined
            ? { companyId: by.companyId ?? undefined, facilityId: by.facilityId ?? undefined }
            : {},
        madeFromFileId,
      }),
    );
    const opens: Sees = (person) =>
      withFiles(sees)(person) &&
      (!controlled || (person.via === 'session' && (person.cleared || person.userId === by.userId)));
    const file = { name, id, sha256, controlled, sees: opens };
    files.push(file);
    return file;
  }

  const { rows: materials } = await sql<{ id: number; process: number }>`
    select id, am_process_id as process from material order by id limit 1`.execute(db);
  const [material] = materials;
  if (!material) throw new Error('The library has no material.');
  const { rows: machines } = await sql<{ id: number }>`
    insert into equipment (facility_id, machine_model_id, display_name, hourly_rate_minor)
    select ${places.root}, min(id), 'Machine', 100 from machine_model returning id`.execute(db);
  const machineId = machines[0]?.id ?? 0;

  async function order(
    name: string,
    {
      by,
      company,
      facility,
      controlled = false,
    }: { by: Person; company: number; facility: number; controlled?: boolean },
  ) {
    const sees: Sees = either(
      (person) => works(facility)(person) && (!controlled || (person.via === 'session' && person.cleared)),
      (person) =>
        isOf(company)(person) &&
        (oversees(person) || person.userId === by.userId) &&
        (!controlled || (person.via === 'session' && (person.cleared || person.userId === by.userId))),
    );
    const model = await upload(`${name}-model.stl`, { by, controlled }, sees);
    const mesh = await upload(`${name}-mesh.stl`, { by, controlled, madeFromFileId: model.id }, sees);
    const picture = await upload(`${name}-picture.png`, { by, controlled, madeFromFileId: mesh.id }, sees);
    await sql`insert into file_facts (file_id, volume_mm3, area_mm2, size_x_mm, size_y_mm, size_z_mm, facets, shells, watertight, thumbnail_file_id)
      values (${mesh.id}, 1, 1, 1, 1, 1, 1, 1, true, ${picture.id})`.execute(db);
    const { rows } = await sql<{ id: number }>`
      insert into rfq_order (display_title, company_id, created_by, status, currency, event_id, export_controlled, search_text)
      values (${`${name}-title`}, ${company}, ${by.userId}, 'AGREEMENT_DONE', 'EUR', gen_random_uuid(), ${controlled}, ${`${name}-title`})
      returning id`.execute(db);
    const id = rows[0]?.id ?? 0;
    await sql`insert into rfq_match (order_id, facility_id, status, created_at, unlocked_at) values (${id}, ${facility}, 'SP_BID_ACCEPTED', now(), now())`.execute(
      db,
    );
    const { rows: parts } = await sql<{ id: number }>`
      insert into rfq_order_file (order_id, position, original_file_id, file_id, am_process_id, material_id, quantity)
      values (${id}, 0, ${model.id}, ${mesh.id}, ${material?.process}, ${material?.id}, 5) returning id`.execute(db);
    await services.write((unit) =>
      services.get(storedFiles).share(unit, [model.id, mesh.id], { facilityIds: [facility] }),
    );
    marks.push({ text: `${name}-title`, sees });
    return { id, fileId: parts[0]?.id ?? 0, sees, controlled, model, mesh, facility, company };
  }
  type Made = Awaited<ReturnType<typeof order>>;

  const own = await order('zzown', { by: creator, company: places.buyer, facility: places.root });
  const colleagues = await order('zzcolleague', { by: manager, company: places.buyer, facility: places.root });
  const hidden = await order('zzcontrolled', {
    by: creator,
    company: places.buyer,
    facility: places.root,
    controlled: true,
  });
  const foreign = await order('zzforeign', {
    by: personOf('third company'),
    company: places.third,
    facility: places.second,
  });
  const orders: Order[] = [own, colleagues, hidden, foreign];

  const comments: number[] = [];
  async function comment(name: string, on: Made, by: Person, visibility: 'INTERNAL' | 'SHARED') {
    const provider = by.facilityId !== null;
    const mine: Sees = (person) =>
      on.sees(person) && (provider ? person.facilityId === by.facilityId : person.companyId !== null);
    const sees = visibility === 'SHARED' ? on.sees : mine;
    const attachment = await upload(`${name}-attachment.txt`, { by, controlled: on.controlled }, sees);
    const { rows } = await sql<{ id: number }>`
      insert into comment (object_kind, object_id, facility_id, author_id, body, visibility, event_id)
      values ('RFQ_ORDER', ${on.id}, ${by.facilityId}, ${by.userId}, ${`${name}-body`}, ${visibility}, gen_random_uuid())
      returning id`.execute(db);
    comments.push(rows[0]?.id ?? 0);
    await sql`insert into comment_file (comment_id, position, file_id) values (${rows[0]?.id}, 1, ${attachment.id})`.execute(
      db,
    );
    if (visibility === 'SHARED' && !provider) {
      await services.write((unit) =>
        services.get(storedFiles).share(unit, [attachment.id], { facilityIds: [on.facility] }),
      );
    }
    marks.push({ text: `${name}-body`, sees: withFiles(sees) });
  }
  await comment('zzshared', own, creator, 'SHARED');
  await comment('zzinternal', own, creator, 'INTERNAL');
  await comment('zzcolleagueinternal', colleagues, manager, 'INTERNAL');
  await comment('zzcolleagueshared', colleagues, manager, 'SHARED');
  await comment('zzcontrolledinternal', hidden, creator, 'INTERNAL');
  await comment('zzworksinternal', own, planner, 'INTERNAL');
  await comment('zzworksshared', colleagues, planner, 'SHARED');

  async function job(name: string, builds: Made, day: number) {
    const sees: Sees = (person) =>
      works(places.root)(person) && (!builds.controlled || (person.cleared && person.via === 'session'));
    const attachment = await upload(
      `${name}-file.txt`,
      { by: planner, controlled: builds.controlled },
      works(places.root),
    );
    const { rows } = await sql<{ id: number }>`
      insert into job (facility_id, equipment_id, job_name, job_type, job_source, job_creation_type, status, material_id, from_date, to_date, notes)
      values (${places.root}, ${machineId}, ${`${name}-name`}, 'ORDER', 'SCHEDULING', 'MANUAL', 'QUEUED', ${material?.id},
        now() + make_interval(days => ${day}), now() + make_interval(days => ${day}, hours => 5), ${`${name}-notes`})
      returning id`.execute(db);
    const id = rows[0]?.id ?? 0;
    await sql`insert into job_file (job_id, order_file_id, quantity) values (${id}, ${builds.fileId}, 1)`.execute(db);
    await services.write(async (unit) => {
      for (const each of services.all(plannedParts)) await each.changed(services, unit, [builds.fileId]);
    });
    await sql`insert into job_attachment (job_id, file_id) values (${id}, ${attachment.id})`.execute(db);
    marks.push({ text: `${name}-name`, sees }, { text: `${name}-notes`, sees });
    return id;
  }
  const jobs = [await job('zzjob', own, 1), await job('zzcontrolledjob', hidden, 2)];

  async function part(
    name: string,
    kept: boolean,
    { model, mesh }: Pick<Made, 'model' | 'mesh'>,
    by: Person,
    sees: Sees,
  ) {
    const { rows } = await sql<{ id: number }>`
      insert into part (company_id, name, created_by, kept, search_text)
      values (${by.companyId}, ${`${name}-name`}, ${by.userId}, ${kept}, ${`${name}-name`}) returning id`.execute(db);
    const id = rows[0]?.id ?? 0;
    const { rows: revisions } = await sql<{ id: number }>`
      insert into part_revision (part_id, number, original_file_id, file_id, units, format, sha256)
      values (${id}, 1, ${model.id}, ${mesh.id}, 'MM', 'stl', ${model.sha256}) returning id`.execute(db);
    await sql`insert into part_upload (revision_id, original_file_id) values (${revisions[0]?.id}, ${model.id})`.execute(
      db,
    );
    marks.push({ text: `${name}-name`, sees: withFiles(sees) });
    return id;
  }
  const inInventory = isOf(places.buyer);
  const keptModel = await upload('zzkept-model.stl', { by: manager }, inInventory);
  const keptMesh = await upload('zzkept-mesh.stl', { by: manager, madeFromFileId: keptModel.id }, inInventory);
  await sql`insert into file_facts (file_id, volume_mm3, area_mm2, size_x_mm, size_y_mm, size_z_mm, facets, shells, watertight)
    values (${keptMesh.id}, 1, 1, 1, 1, 1, 1, 1, true)`.execute(db);
  const parts = [
    await part('zzkept', true, { model: keptModel, mesh: keptMesh }, manager, inInventory),
    await part('zzordered', false, colleagues, manager, colleagues.sees),
    await part('zzcontrolledpart', false, hidden, creator, hidden.sees),
  ];

  const isUploader = either(oversees, (person) => person.userId === creator.userId);
  await upload('zzloose-model.stl', { by: manager }, both(isOf(places.buyer), oversees));
  await upload('zzownloose-model.stl', { by: creator }, both(isOf(places.buyer), isUploader));
  const sheet = await upload('zzmachine-sheet.txt', { by: planner }, works(places.root));
  await sql`insert into material_file (facility_id, equipment_id, title, file_id) values (${places.root}, ${machineId}, 'zzmachine-title', ${sheet.id})`.execute(
    db,
  );
  marks.push({ text: 'zzmachine-title', sees: works(places.root) });

  for (const [text, place, sees] of [
    ['zzaddress-buyer', { company_id: places.buyer, facility_id: null }, isOf(places.buyer)],
    ['zzaddress-works', { company_id: null, facility_id: places.root }, works(places.root)],
  ] as const) {
    const address = {
      contactName: text,
      companyName: 'C',
      phone: '',
      line1: 'L',
      line2: '',
      city: 'C',
      region: '',
      postalCode: '1',
      countryCode: 'DE',
    };
    await sql`insert into delivery_address (facility_id, company_id, address, is_default)
      values (${place.facility_id}, ${place.company_id}, ${JSON.stringify(address)}::jsonb, true)`.execute(db);
    marks.push({ text, sees });
  }

  const holds =
    (...permissions: string[]): Sees =>
    (person) =>
      permissions.some((one) => person.permissions.includes(one));
  const readsAudit = holds('FACILITY_SETTINGS_EDITOR', 'SP_TEAM_EDITOR', 'ENG_TEAM_EDITOR');
  const editsTeam = holds('SP_TEAM_EDITOR', 'ENG_TEAM_EDITOR');
  for (const [side, company, facility] of [
    ['buyer', places.buyer, null],
    ['works', null, places.root],
  ] as const) {
    const here = company === null ? works(places.root) : isOf(places.buyer);
    await sql`insert into audit_entry (user_id, facility_id, company_id, action, object_kind, object_id, after)
      values (null, ${facility}, ${company}, 'team.walk', 'WALK', '1', ${JSON.stringify({ note: `zzaudit-${side}` })}::jsonb)`.execute(
      db,
    );
    marks.push({ text: `zzaudit-${side}`, sees: both(here, readsAudit) });
    await sql`insert into invitation (token_hash, email, role, account_type, facility_id, company_id, member_roles, expires_at)
      values (${randomUUID()}, ${`zzinvited-${side}@walk.example`}, ${company === null ? 'ROLE_SERVICE_PROVIDER' : 'ROLE_ENGINEER'},
        ${company === null ? 'SERVICE_PROVIDER' : 'ENGINEER'}, ${facility}, ${company},
        ${[company === null ? 'SP_NON_ADMIN' : 'ENG_NON_ADMIN']}, now() + interval '7 days')`.execute(db);
    marks.push({ text: `zzinvited-${side}@`, sees: both(here, editsTeam) });
    const { id } = await hostDb(db)
      .insertInto('app_user')
      .values({ email: `zzsilent-${side}@walk.example`, first_name: 'Si', last_name: 'Lent' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`insert into membership (user_id, role, account_type, member_roles, facility_id, company_id)
      values (${id}, ${company === null ? 'ROLE_SERVICE_PROVIDER' : 'ROLE_ENGINEER'},
        ${company === null ? 'SERVICE_PROVIDER' : 'ENGINEER'}, ${[company === null ? 'SP_NON_ADMIN' : 'ENG_NON_ADMIN']}, ${facility}, ${company})`.execute(
      db,
    );
    marks.push({ text: `zzsilent-${side}@`, sees: both(here, editsTeam) });
  }
  await server.node.sessions.start(creator.userId, { userAgent: 'walk', address: '203.0.113.77' });
  marks.push({
    text: '203.0.113.77',
    sees: (person) => !person.out && person.via === 'session' && person.userId === creator.userId,
  });
  const projectFile = await upload('zzproject-file.txt', { by: creator }, both(isOf(places.buyer), isUploader));
  const around = await makeAround({ server, places, creator, planner, own, hidden, projectFile });
  marks.push(...around.marks);
  comments.push(...around.threads);
  const { projectId } = around;
  async function plannedBuild(name: string, { fileId, controlled }: Made) {
    const mayRead = holds('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS');
    const sees: Sees = (person) => !controlled || (person.cleared && person.via === 'session');
    const { rows } = await sql<{ id: number }>`
      insert into planned_build (facility_id, name, equipment_id, am_process_id, material_id, event_id)
      values (${places.root}, ${name}, ${machineId}, ${material?.process}, ${material?.id}, gen_random_uuid()) returning id`.execute(
      db,
    );
    await sql`insert into planned_piece (build_id, order_file_id, quantity) values (${rows[0]?.id}, ${fileId}, 1)`.execute(
      db,
    );
    marks.push({ text: name, sees: both(works(places.root), both(mayRead, sees)) });
    return rows[0]?.id ?? 0;
  }
  const plannedBuilds = [await plannedBuild('zzplanned', own), await plannedBuild('zzcontrolledplan', hidden)];
  await configure(server, 'MACHINE_PLATFORMS', { enabled: true }, places.root);
  async function platform(name: string, { fileId, controlled }: Made) {
    const mayRead = both(
      holds('PRODUCTION_SCHEDULER_AND_PLANNER_ACCESS', 'WORKCENTER_OPERATION_ACCESS'),
      (person) => !isKiosk(person),
    );
    const sees: Sees = (person) => !controlled || (person.cleared && person.via === 'session');
    const { rows } = await sql<{ id: number }>`
      insert into platform (facility_id, equipment_id, name, source, revision)
      values (${places.root}, ${machineId}, ${name}, 'IN_APP', 1) returning id`.execute(db);
    const id = rows[0]?.id ?? 0;
    await sql`insert into platform_revision (platform_id, revision, box_mm, height_mm, volume_mm3, utilisation, parts, pieces)
      values (${id}, 1, '{300,300,300}', 10, 100, 0.1, 1, 1)`.execute(db);
    await sql`insert into platform_piece (platform_id, revision, order_file_id, copy, placement)
      values (${id}, 1, ${fileId}, 0, '{1,0,0,0,0,1,0,0,0,0,1,0,5,5,0,1}')`.execute(db);
    marks.push({ text: name, sees: both(works(places.root), both(mayRead, sees)) });
    return id;
  }
  const platforms = [await platform('zzplatform', own), await platform('zzcontrolledplatform', hidden)];
  await configure(server, 'QMS_CONFIG', { qmsEnabled: true }, places.root);
  async function ncr(name: string, made: Made | null) {
    const sees: Sees = (person) => !made?.controlled || (person.cleared && person.via === 'session');
    const { rows } = await sql<{ id: number }>`
      with raised as (
        insert into ncr (facility_id, number, title, type, severity, source, affected_quantity, order_id, order_file_id)
        values (${places.root}, ${name}, ${name}, 'surface', 'minor', 'SCREEN', 1, ${made?.id ?? null}, ${made?.fileId ?? null})
        returning id)
      insert into ncr_row (ncr_id, quantity) select id, 1 from raised returning ncr_id as id`.execute(db);
    // Who works on the floor reads of those of a part in its passport.
    const ofPart = both(holds('WORKCENTER_OPERATION_ACCESS'), (person) => made !== null && !isKiosk(person));
    const reads: Sees = (person) => holds('QUALITY_MANAGEMENT_ACCESS')(person) || ofPart(person);
    marks.push({ text: name, sees: both(works(places.root), both(reads, sees)) });
    return rows[0]?.id ?? 0;
  }
  const ncrs = [await ncr('zzncr', own), await ncr('zzcontrolledncr', hidden), await ncr('zzprocessncr', null)];
  async function capa(name: string) {
    const { rows } = await sql<{ id: number }>`
      insert into capa (facility_id, number, title, type, source, method, event_id)
      values (${places.root}, ${name}, ${name}, 'CORRECTIVE', 'AUDIT', 'EIGHT_D', gen_random_uuid()) returning id`.execute(
      db,
    );
    marks.push({ text: name, sees: both(works(places.root), holds('QUALITY_MANAGEMENT_ACCESS')) });
    return rows[0]?.id ?? 0;
  }
  const capas = [await capa('zzcapa')];
  const { rows: webhooks } = await sql<{ id: number }>`
    insert into webhook (facility_id, name, url, events) values (${places.root}, 'zzwebhook', 'https://example.com', '{order}')
    returning id`.execute(db);
  marks.push({ text: 'zzwebhook', sees: both(works(places.root), holds('FACILITY_SETTINGS_EDITOR')) });
  const { rows: lots } = await sql<{ id: number }>`select id from lot order by id`.execute(db);
  if (lots.length < jobs.length) throw new Error('A job has no lot.');
  const checklists = await makeChecklists(db);
  return {
    checklists,
    marks,
    files,
    orders,
    comments,
    jobs,
    lots: lots.map(({ id }) => id),
    plannedBuilds,
    platforms,
    ncrs,
    capas,
    webhooks: webhooks.map(({ id }) => id),
    parts,
    machineId,
    projectId,
    buyerId: places.buyer,
  };
}

/** One in each facility, answered at every order, job and lot. Answers their ids. */
async function makeChecklists(db: TestServer['services']['db']): Promise<number[]> {
  const item = { key: 'clean', kind: 'CHECKBOX', label: 'Clean' };
  const { rows } = await sql<{ id: number }>`
    with made as (insert into checklist (facility_id, name, version) select id, 'zzlist', 1 from facility returning id, facility_id),
      published as (insert into checklist_version (checklist_id, version, name, items)
        select id, 1, 'zzlist', ${JSON.stringify([item])}::jsonb from made)
    select id from made order by id
  `.execute(db);
  await sql`
    insert into checklist_use (facility_id, gate, subject_id, position, checklist_id, version)
    select passed.facility_id, passed.gate, passed.id, 0, c.id, 1
    from (select facility_id, 'JOB_START' as gate, id from job union select facility_id, 'STEP_START', id from lot
      union select facility_id, 'QUOTE', order_id from rfq_match) passed
    join checklist c on c.facility_id = passed.facility_id
  `.execute(db);
  return rows.map(({ id }) => id);
}
