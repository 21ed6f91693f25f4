import { createHash } from 'node:crypto';
import { storedFiles, type DemoWorld, type Services, type Work } from '@sinter/sdk/server';
import { partInventory } from '@sinter/sdk/contract/catalog/partInventory';
import type { MatchStatus, OrderStatus } from '@sinter/sdk/contract/orders/orders';
import { sql } from 'kysely';
import { estimate } from './estimate.ts';
import { followClock } from './clock.ts';
import { lockOrder, ordersDb } from './lifecycle.ts';
import { seedNda, waitsForNda } from './nda/demo.ts';
import { writeSearchText } from './searchText.ts';

/** Where an order stands on both sides, and how many of the demo's orders stand there. */
const states: readonly (readonly [match: MatchStatus | null, order: OrderStatus, orders: number, by?: 'third'])[] = [
  ['BID_WAITING', 'DISTRIBUTED', 6],
  ['BID_SUBMITTED', 'DISTRIBUTED', 5],
  ['BID_APPROVED', 'BID_ACCEPTED', 2],
  ['SP_BID_ACCEPTED', 'AGREEMENT_DONE', 8],
  ['IN_PROGRESS', 'IN_MANUFACTURING', 6],
  ['IN_QUALITYCONTROL', 'IN_QUALITYCONTROL', 2],
  ['SHIPPED', 'SHIPPED', 3],
  ['COMPLETED', 'COMPLETED', 4],
  ['SP_RFQ_REJECTED', 'MATCHED', 1],
  ['BID_LOST', 'WITHDRAWN', 1],
  ['ON_HOLD', 'ON_HOLD', 1],
  [null, 'UNMATCHED', 1],
  ['SHIPPED', 'DELIVERED', 2],
  ['NDA_VERIFICATION_PENDING', 'DISTRIBUTED', 1],
  // Of the other buyer: what the first gave to this facility would hold for it.
  ['NDA_UPLOAD_PENDING', 'DISTRIBUTED', 1, 'third'],
  ['NDA_REJECTED', 'DISTRIBUTED', 1],
];

/** What buyers call an order whose first part is this one. */
const titles: Readonly<Record<string, readonly string[]>> = {
  'angle-bracket': ['Spare brackets for the service team', 'Camera mounts for line 4'],
  'spur-gear': ['Replacement gears for the feeder', 'Gear train, noise test'],
  impeller: ['Impellers for the coolant pump', 'Impeller study, 15 blades'],
  'electronics-housing': ['Sensor housings, field test', 'Control boxes for the gripper'],
  'pipe-elbow': ['Duct elbows for cabin air', 'Elbows for the vacuum cell'],
  'heat-sink': ['Heat sinks for the drive unit', 'Heat sink, second iteration'],
  'turbine-blade': ['Turbine blade samples', 'Blades for the wind-tunnel rig'],
  'weld-neck-flange': ['Flanges for the test bench', 'Adapter flanges'],
  'hinge-leaf': ['Hinges for the inspection hatch', 'Hinge leaves, series 2'],
  'rocket-nozzle': ['Nozzles for the coating robot', 'Nozzle, flow test'],
  'manifold-block': ['Hydraulic manifold, prototype', 'Cooling manifold, second iteration'],
  'sensor-capsule': ['Probe tips for quality control', 'Sensor capsules'],
};
const useCases = ['FUNCTIONAL_TESTING', 'END_USE_PART', 'JIG_AND_FIXTURE', 'SPARE_PART', 'FUNCTIONAL_PROTOTYPE'];
const quantities = [1, 2, 4, 6, 8, 12, 20, 40];

interface Part {
  id: number;
  name: string;
  company: number;
  volume: number;
  area: number;
  x: number;
  y: number;
  z: number;
}
interface Choice {
  process: number;
  processKey: string;
  material: number;
  facility: number;
  density: number;
  price: number;
  rate: number;
  bx: number;
  by: number;
  bz: number;
}

const day = 86_400_000;

export async function seedDemo(unit: Work, world: DemoWorld, services: Services): Promise<void> {
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

  const plan = states.flatMap(([match, order, orders, by]) =>
    Array.from({ length: orders }, () => ({ match, order, by })),
  );
  for (const [index, state] of plan.entries()) {
    const orderId = await seedOrder(unit, world, services, { index, state, parts, choices });
    await followClock(unit, await lockOrder(unit, orderId));
  }
}

interface Row {
  index: number;
  state: { match: MatchStatus | null; order: OrderStatus; by: 'third' | undefined };
  parts: Part[];
  choices: Choice[];
}

async function seedOrder(unit: Work, world: DemoWorld, services: Services, row: Row): Promise<number> {
  const { index, state } = row;
  const db = ordersDb(unit);
  const company = state.by === 'third' || index % 7 === 6 ? world.thirdCompanyId : world.buyerCompanyId;
  const email =
    company === world.thirdCompanyId
      ? 'third@demo.example'
      : index % 3 === 2
        ? 'engineer@demo.example'
        : 'buyer@demo.example';
  const createdBy = world.users[email];
  const choice = pick(
    row.choices.filter((each) => each.facility === (index % 5 === 4 ? world.secondFacilityId : world.rootFacilityId)),
    index * 3,
  );
  const own = row.parts.filter((part) => part.company === company);
  const lines = Array.from({ length: 1 + (index % 3) }, (_, place) => ({
    part: pick(own, index + place * 4),
    quantity: pick(quantities, index * 5 + place),
  }));
  if (createdBy === undefined) throw new Error(`The demo has no user ${email}.`);

  const createdAt = new Date(world.now.getTime() - (2 + index * 1.3) * day);
  const first = lines[0]?.part.name ?? '';
  const title = pick(titles[first] ?? [first], index);
  const order = await db
    .insertInto('rfq_order')
    .values({
      display_title: title,
      company_id: company,
      created_by: createdBy,
      status: state.order,
      held_from: state.order === 'ON_HOLD' ? 'AGREEMENT_DONE' : null,
      currency: 'EUR',
      notes: index % 4 === 0 ? 'Please deburr the bores and keep the flat face free of supports.' : '',
      primary_use_case: pick(useCases, index),
      estimated_delivery_date: new Date(world.now.getTime() + (((index * 5) % 26) - 4) * day),
      export_controlled: false,
      nda_required: waitsForNda(state.match),
      search_text: '',
      event_id: demoUuid(`order-${index}`),
      quote_due_at: state.order === 'DISTRIBUTED' ? new Date(world.now.getTime() + (2 + (index % 9)) * day) : null,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const files = await db
    .insertInto('rfq_order_file')
    .values(
      lines.map(({ part, quantity }, position) => ({
        order_id: order.id,
        position,
        original_file_id: part.id,
        file_id: part.id,
        am_process_id: choice.process,
        material_id: choice.material,
        quantity,
      })),
    )
    .returning('id')
    .execute();
  await writeSearchText(unit, services.get(partInventory), order.id);
  await note(unit, order.id, null, 'SUBMIT', state.order, createdBy, createdAt);
  if (state.match === null) return order.id;

  const match = await db
    .insertInto('rfq_match')
    .values({
      order_id: order.id,
      facility_id: choice.facility,
      status: state.match,
      held_from: state.match === 'ON_HOLD' ? 'SP_BID_ACCEPTED' : null,
      delivered_at: state.order === 'DELIVERED' ? new Date(world.now.getTime() - 2 * day) : null,
      created_at: createdAt,
      unlocked_at: waitsForNda(state.match) ? null : createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (waitsForNda(state.match)) {
    const of = { orderId: order.id, companyId: company, facilityId: choice.facility, status: state.match };
    await seedNda(unit, world, services, of, createdAt);
    return order.id;
  }
  await services.get(storedFiles).share(
    unit,
    lines.map((line) => line.part.id),
    { facilityIds: [choice.facility] },
  );
  if (state.match === 'BID_WAITING' || state.match === 'SP_RFQ_REJECTED') return order.id;

  const priced = lines.map(({ part, quantity }) =>
    estimate(
      { volumeMm3: part.volume, areaMm2: part.area, sizeMm: [part.x, part.y, part.z], watertight: true },
      quantity,
      choice.processKey,
      { densityMgPerMm3: choice.density, pricePerKgMinor: choice.price },
      { hourlyRateMinor: choice.rate, buildMm: [choice.bx, choice.by, choice.bz] },
    ),
  );
  const quotedAt = new Date(createdAt.getTime() + 0.4 * day);
  const quotedBy =
    choice.facility === world.rootFacilityId ? world.users['admin@demo.example'] : world.users['admin2@demo.example'];
  const status = state.match === 'BID_SUBMITTED' ? 'SUBMITTED' : state.match === 'BID_LOST' ? 'REJECTED' : 'ACCEPTED';
  const quote = await db
    .insertInto('quote')
    .values({
      match_id: match.id,
      status,
      currency: 'EUR',
      total_minor: priced.reduce((sum, line) => sum + line.total, 0),
      lead_time_days: Math.max(...priced.map((line) => line.leadTimeDays)),
      note: '',
      po_number: status === 'ACCEPTED' ? `PO-${4500 + index}` : null,
      valid_until: new Date(world.now.getTime() + 20 * day),
      created_by: quotedBy ?? createdBy,
      created_at: quotedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('quote_line')
    .values(
      files.map((file, place) => ({
        quote_id: quote.id,
        order_file_id: file.id,
        unit_price_minor: priced[place]?.unitPrice ?? 0,
        quantity: lines[place]?.quantity ?? 1,
      })),
    )
    .execute();
  await note(unit, order.id, match.id, 'SUBMIT_QUOTE', state.order, quotedBy ?? createdBy, quotedAt);
  return order.id;
}

async function note(
  unit: Work,
  orderId: number,
  matchId: number | null,
  event: string,
  status: string,
  userId: number,
  at: Date,
): Promise<void> {
  await ordersDb(unit)
    .insertInto('order_history')
    .values({
      order_id: orderId,
      match_id: matchId,
      event,
      event_id: null,
      order_status: status,
      match_status: null,
      user_id: userId,
      created_at: at,
    })
    .execute();
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('The demo data has nothing to choose from.');
  return item;
}

/** The same demo everywhere: ids come from names, not from chance. */
function demoUuid(name: string): string {
  const hex = createHash('sha256').update(`demo ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
