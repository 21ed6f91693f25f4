import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type { Money } from '@sinter/sdk/contract/orders/orderFile';
import type { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import { storedFiles, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { estimate } from './estimate.ts';
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
}

/** Each part is priced on the cheapest machine that it fits on, or on the largest when it fits on none. */
export async function estimateFiles(context: CallContext, files: Wanted): Promise<CallResult<typeof estimatePrice>> {
  await Promise.all(files.map((file) => context.get(storedFiles).require(context.user, file.fileId)));
  // A provider asks for the own prices.
  const own = context.user.role === 'ROLE_SERVICE_PROVIDER' ? context.facilityId : null;
  if (own === null) await requirePrices(context);
  return estimatesOf(context.db, files, own);
}

/** Those of any facility, or of the one that is given. Asks for no rights. */
export async function estimatesOf(
  db: CallContext['db'],
  files: Wanted,
  own: number | null,
): Promise<CallResult<typeof estimatePrice>> {
  const { rows } = await sql<Facts>`
    select wanted.place, facts.volume_mm3 as volume, facts.area_mm2 as area, facts.watertight,
      facts.size_x_mm as x, facts.size_y_mm as y, facts.size_z_mm as z,
      p.process_key as "processKey", m.density_mg_per_mm3 as density, best.price,
      best.rate, best.bx, best.by, best.bz, best.currency
    from unnest(${files.map((file) => file.fileId)}::bigint[], ${files.map((file) => file.materialId)}::bigint[],
        ${files.map((file) => file.amProcessId)}::bigint[]) with ordinality as wanted(file_id, material_id, process_id, place)
      join file_facts facts on facts.file_id = wanted.file_id
      join material m on m.id = wanted.material_id and m.am_process_id = wanted.process_id
      join am_process p on p.id = wanted.process_id
      join lateral (
        select e.hourly_rate_minor as rate, kept.price_per_kg_minor as price, f.currency,
          model.build_x_mm as bx, model.build_y_mm as by, model.build_z_mm as bz
        from equipment e
          join machine_model model on model.id = e.machine_model_id
          join facility f on f.id = e.facility_id
          join equipment_material em on em.equipment_id = e.id and em.material_id = m.id
          join facility_material kept on kept.facility_id = e.facility_id and kept.material_id = m.id
        where not e.hidden and f.active and (${own}::bigint is null or e.facility_id = ${own}) and model.build_x_mm is not null and model.am_process_id = p.id
        order by greatest(facts.size_x_mm, facts.size_y_mm, facts.size_z_mm)
            > greatest(model.build_x_mm, model.build_y_mm, model.build_z_mm),
          e.hourly_rate_minor, e.id
        limit 1
      ) best on true
    order by wanted.place
  `.execute(db);

  const estimates = files.map((file, index) => {
    const facts = rows.find((row) => row.place === index + 1);
    if (!facts) {
      throw new CallError('INVALID_INPUT', undefined, {
        fields: { [`files.${index}`]: say('noEstimate') },
      });
    }
    const part = {
      volumeMm3: facts.volume,
      areaMm2: facts.area,
      sizeMm: [facts.x, facts.y, facts.z],
      watertight: facts.watertight,
    } as const;
    const material = { densityMgPerMm3: facts.density, pricePerKgMinor: facts.price };
    const machine = { hourlyRateMinor: facts.rate, buildMm: [facts.bx, facts.by, facts.bz] } as const;
    return {
      fileId: file.fileId,
      currency: facts.currency,
      ...estimate(part, file.quantity, facts.processKey, material, machine),
      notIncluded: notIncluded(file),
    };
  });
  return {
    files: estimates,
    totals: totalsOf(estimates),
    leadTimeDays: Math.max(...estimates.map((file) => file.leadTimeDays)),
  };
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
