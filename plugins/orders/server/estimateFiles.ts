import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { Accuracy } from '@sinter/sdk/contract/orders/estimate';
import type { Money } from '@sinter/sdk/contract/orders/orderFile';
import { type PricingRules } from '@sinter/sdk/contract/orders/pricing';
import type { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import { storedFiles, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { knownOf, taughtBy, type KnownLevels } from './accuracy/known.ts';
import { estimate, type Estimate } from './estimate.ts';
import { rulesIn, rulesOf } from './pricing/rules.ts';
import { requirePrices } from './requestForms/prices.ts';
import { say } from './texts.ts';

type Wanted = CallArguments<typeof estimatePrice>['body']['files'];

interface Facts {
  place: number;
  volume: number;
  area: number;
  x: number;
  y: number;
  z: number;
  watertight: boolean;
  processKey: string;
  density: number;
  price: number;
  rate: number;
  bx: number;
  by: number;
  bz: number;
  currency: string;
  modelId: number;
  model: string;
  material: string;
  known: KnownLevels;
  rules: unknown;
  rulesVersion: number;
}

/** Whose machines: of any facility, or those of one, first of all a certain one. */
export interface Whose {
  facilityId: number | null;
  equipmentId?: number | undefined;
}

/** Each part is priced on the cheapest machine that it fits on, or on the largest when it fits on none. */
export async function estimateFiles(
  context: CallContext,
  { files, equipmentId }: CallArguments<typeof estimatePrice>['body'],
): Promise<CallResult<typeof estimatePrice>> {
  await Promise.all(files.map((file) => context.get(storedFiles).require(context.user, file.fileId)));
  // A provider asks for the own prices, and alone hears what they rest on.
  if (context.user.role === 'ROLE_SERVICE_PROVIDER') {
    return estimatesOf(context.db, files, { facilityId: context.facilityId, equipmentId });
  }
  await requirePrices(context);
  const priced = await estimatesOf(context.db, files, { facilityId: null });
  return { ...priced, files: priced.files.map((file) => ({ ...file, accuracy: null })) };
}

/** Each with the machine that it is priced on; those that no machine makes are left out. */
async function factsOf(
  db: CallContext['db'],
  files: Wanted,
  { facilityId: own, equipmentId }: Whose,
): Promise<Facts[]> {
  const machine = equipmentId ?? null;
  const { rows } = await sql<Facts>`
    select wanted.place::int, facts.volume_mm3 as volume, facts.area_mm2 as area, facts.watertight,
      facts.size_x_mm as x, facts.size_y_mm as y, facts.size_z_mm as z,
      p.process_key as "processKey", m.density_mg_per_mm3 as density, best.price,
      best.rate, best.bx, best.by, best.bz, best.currency, best."modelId", best.model, m.name as material,
      ${rulesOf(sql`best.facility`)}, ${knownOf({ facility: sql`best.facility`, model: sql`best."modelId"`, material: sql`m.id`, layer: sql`best.layer` })} as known
    from unnest(${files.map((file) => file.fileId)}::bigint[], ${files.map((file) => file.materialId)}::bigint[],
        ${files.map((file) => file.amProcessId)}::bigint[]) with ordinality as wanted(file_id, material_id, process_id, place)
      join file_facts facts on facts.file_id = wanted.file_id
      join material m on m.id = wanted.material_id and m.am_process_id = wanted.process_id
      join am_process p on p.id = wanted.process_id
      join lateral (
        select e.hourly_rate_minor as rate, kept.price_per_kg_minor as price, f.currency, f.id as facility, e.layer_um as layer,
          model.id as "modelId", model.model_name as model,
          model.build_x_mm as bx, model.build_y_mm as by, model.build_z_mm as bz
        from equipment e
          join machine_model model on model.id = e.machine_model_id
          join facility f on f.id = e.facility_id
          join equipment_material em on em.equipment_id = e.id and em.material_id = m.id
          join facility_material kept on kept.facility_id = e.facility_id and kept.material_id = m.id
        where not e.hidden and f.active and (${own}::bigint is null or e.facility_id = ${own}) and model.build_x_mm is not null and model.am_process_id = p.id
        order by e.id = ${machine} desc nulls last, greatest(facts.size_x_mm, facts.size_y_mm, facts.size_z_mm)
            > greatest(model.build_x_mm, model.build_y_mm, model.build_z_mm),
          e.hourly_rate_minor, e.id
        limit 1
      ) best on true
    order by wanted.place
  `.execute(db);

  return rows;
}

/** Asks for no rights. */
export async function estimatesOf(
  db: CallContext['db'],
  files: Wanted,
  whose: Whose,
): Promise<CallResult<typeof estimatePrice>> {
  const rows = await factsOf(db, files, whose);
  const estimates = files.map((file, index) => {
    const facts = rows.find((row) => row.place === index + 1);
    if (!facts) {
      throw new CallError('INVALID_INPUT', undefined, {
        fields: { [`files.${index}`]: say('noEstimate') },
      });
    }
    const priced = toldOf(facts, file.quantity, rulesIn(facts.rules));
    return { fileId: file.fileId, currency: facts.currency, ...priced, notIncluded: notIncluded(file) };
  });
  return {
    files: estimates,
    totals: totalsOf(estimates),
    leadTimeDays: Math.max(...estimates.map((file) => file.leadTimeDays)),
  };
}

type Told = Omit<Estimate, 'sureness'> & { accuracy: Accuracy | null };

/** By the rules in force and by others; `null` for what no machine makes. Asks for no rights. */
export async function comparedBy(
  db: CallContext['db'],
  files: Wanted,
  facilityId: number,
  rules: PricingRules,
): Promise<({ before: Told; after: Told } | null)[]> {
  const rows = new Map((await factsOf(db, files, { facilityId })).map((facts) => [facts.place, facts]));
  return files.map(({ quantity }, index) => {
    const facts = rows.get(index + 1);
    if (!facts) return null;
    return { before: toldOf(facts, quantity, rulesIn(facts.rules)), after: toldOf(facts, quantity, rules) };
  });
}

/** The estimate by these rules, and how sure it is. */
function toldOf(facts: Facts, quantity: number, rules: PricingRules): Told {
  const { known, modelId, model, material, rulesVersion } = facts;
  const taught = taughtBy(known);
  const { sureness, ...told } = estimate(
    {
      volumeMm3: facts.volume,
      areaMm2: facts.area,
      sizeMm: [facts.x, facts.y, facts.z],
      watertight: facts.watertight,
    },
    quantity,
    facts.processKey,
    { densityMgPerMm3: facts.density, pricePerKgMinor: facts.price },
    { hourlyRateMinor: facts.rate, buildMm: [facts.bx, facts.by, facts.bz] },
    rules,
    taught,
  );
  const { hours, grams, level, count } = taught;
  if (!sureness || !hours || !level) return { ...told, accuracy: null };
  const restsOn = {
    ...{ level, count, layerUm: known.layerUm },
    machineModel: { id: modelId, name: model },
    material: { id: known.materialId, name: material },
  };
  return { ...told, accuracy: { applied: rules.learn, hours, material: grams, ...sureness, restsOn, rulesVersion } };
}

/** No facility has said what these cost: they are priced in the quote, and not guessed here. */
const notIncluded = ({ finishId, color, tolerance, inspection }: Wanted[number]) => [
  ...(finishId === null ? [] : (['FINISH'] as const)),
  ...(color === '' ? [] : (['COLOR'] as const)),
  ...(tolerance === 'STANDARD' ? [] : (['TOLERANCE'] as const)),
  ...(inspection === 'STANDARD' ? [] : (['INSPECTION'] as const)),
];

function totalsOf(files: readonly { currency: string; total: number }[]): Money[] {
  const sums = new Map<string, number>();
  for (const { currency, total } of files) sums.set(currency, (sums.get(currency) ?? 0) + total);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}
