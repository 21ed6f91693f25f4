import type { DemoWorld, Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { followClock } from '../clock.ts';
import { lockOrder } from '../lifecycle.ts';
import { ndaAfter, seedNda } from '../nda/demo.ts';
import { writeBelongings, writeVendors } from './belongings.ts';
import { firstStories, personOf, signer, type Stuff } from './first.ts';
import { furtherStories } from './further.ts';
import { seedForms } from './forms.ts';
import { seedPortal } from './portal.ts';
import { writeAround } from './around.ts';
import { writeThreads } from './threads.ts';
import type { Choice, Part, Written } from './stuff.ts';
import { writeShipments } from './shipments.ts';
import { writeHistory, writeStory } from './write.ts';

/** The demo's orders: what every screen has to show. */
export async function seedDemo(unit: Work, world: DemoWorld, services: Services): Promise<void> {
  const stuff = await stuffOf(unit, world);
  const written: Written[] = [];
  const checkedBy = personOf(world, 'buyeradmin', null).userId;
  for (const { story, match } of firstStories(stuff)) {
    const order = await writeStory(unit, services, story);
    const [asked] = story.asked;
    if (asked && (match === 'NDA_VERIFICATION_PENDING' || match === 'NDA_REJECTED')) {
      const status = match === 'NDA_REJECTED' ? 'REJECTED' : 'PENDING';
      const of = { orderId: order.id, companyId: story.company, facilityId: asked.facility, status } as const;
      const signedBy = signer(world, asked.facility).userId;
      const at = new Date(story.createdAt.getTime() + ndaAfter);
      await seedNda(unit, services, { ...of, signedBy, checkedBy }, at);
    }
    written.push(order);
  }
  for (const story of furtherStories(stuff)) {
    const order = await writeStory(unit, services, story);
    await writeBelongings(unit, world, story, order);
    if (story.agreement) {
      const { facility, at } = story.agreement;
      const of = { orderId: order.id, companyId: story.company, facilityId: facility, status: 'APPROVED' } as const;
      const signedBy = signer(world, facility).userId;
      await seedNda(unit, services, { ...of, signedBy, checkedBy: story.createdBy }, at);
    }
    written.push(order);
  }
  await writeVendors(unit, world);
  await writeHistory(unit, written);
  await writeAround(unit, world, written);
  await seedPortal(unit, world, services);
  await seedForms(unit, world, services, written);
  await writeThreads(unit, world, services, written);
  await writeShipments(unit, world, written);
  for (const { id, status } of written) {
    if (due.has(status)) await followClock(unit, await lockOrder(unit, id));
  }
}

/** Orders of which something is due without anybody doing it. */
const due = new Set(['DISTRIBUTED', 'DELIVERED', 'INTERNAL_DELIVERED']);

async function stuffOf(unit: Work, world: DemoWorld): Promise<Stuff> {
  const { rows: parts } = await sql<Part>`
    select s.id, regexp_replace(s.file_name, '[.][^.]+$', '') as name, s.owner_company_id as company, f.volume_mm3 as volume, f.area_mm2 as area,
      f.size_x_mm as x, f.size_y_mm as y, f.size_z_mm as z
    from stored_file s join file_facts f on f.file_id = s.id order by s.id
  `.execute(unit.db);
  const { rows: choices } = await sql<Choice>`
    select distinct on (e.facility_id, m.id) p.id as process, p.process_key as "processKey", m.id as material,
      e.facility_id as facility, m.density_mg_per_mm3 as density, kept.price_per_kg_minor as price,
      e.hourly_rate_minor as rate, model.build_x_mm as bx, model.build_y_mm as by, model.build_z_mm as bz
    from equipment e
      join machine_model model on model.id = e.machine_model_id
      join am_process p on p.id = model.am_process_id
      join equipment_material em on em.equipment_id = e.id
      join material m on m.id = em.material_id
      join facility_material kept on kept.facility_id = e.facility_id and kept.material_id = m.id
    order by e.facility_id, m.id, e.id
  `.execute(unit.db);
  const { rows: finishes } = await sql<{ id: number; name: string }>`
    select pp.id, pp.name from facility_post_processing own join post_processing pp on pp.id = own.post_processing_id
    where own.facility_id = ${world.rootFacilityId}
  `.execute(unit.db);
  const { rows: companies } = await sql<{ id: number; address: string }>`
    select id, billing_address::text as address from company where billing_address is not null
  `.execute(unit.db);
  return {
    world,
    parts,
    choices,
    finishes: new Map(finishes.map(({ id, name }) => [name, id])),
    addresses: new Map(companies.map(({ id, address }) => [id, address])),
  };
}
