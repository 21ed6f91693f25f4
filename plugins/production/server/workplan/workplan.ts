import { catalogStepSchema, type CatalogStep } from '@sinter/sdk/contract/production/mes';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import { versions, type Services, type Tables, type Work } from '@sinter/sdk/server';
import { sql, type Kysely } from 'kysely';
import * as z from 'zod';
import { productionDb } from '../tables.ts';
import { templateFor, type Made } from './choose.ts';
import { mes } from './kind.ts';

/** The steps that one part goes through in one facility. */
export interface Workplan {
  /** Key of the template. */
  template: string;
  /** Of the settings that it was copied from. */
  version: number;
  steps: CatalogStep[];
}
const stepsSchema = z.array(catalogStepSchema);

type Parts = ReadonlyMap<number, Workplan>;

/** Workplans of these parts: what was copied, else what would be copied now. Writes nothing. */
export async function workplansOf(
  services: Pick<Services, 'get'>,
  db: Kysely<Tables>,
  facilityId: number,
  orderFileIds: readonly number[],
): Promise<Parts> {
  const { rows } = await sql<Made & { id: number; template: string | null; version: number | null; steps: unknown }>`
    select f.id, f.am_process_id as "processId", f.material_id as "materialId", f.finish_id as "finishId",
      w.template, w.version, w.steps
    from rfq_order_file f left join workplan w on w.order_file_id = f.id and w.facility_id = ${facilityId}
    where f.id = any(${[...orderFileIds]}::bigint[])
  `.execute(db);
  const found = new Map<number, Workplan>();
  const settings = services.get(versions).of(mes, { facilityId, elementId: '' });
  const missing = rows.filter(({ steps }) => steps === null).map(({ id }) => id);
  const published = missing.length > 0 ? await settings.list(db, { most: 500 }) : [];
  const awarded =
    missing.length > 0
      ? await services.get(orderProduction).awardedAt(db, facilityId, missing)
      : new Map<number, Date>();
  for (const { id, template, version, steps, ...made } of rows) {
    if (template !== null && version !== null) {
      found.set(id, { template, version, steps: stepsSchema.parse(steps) });
      continue;
    }
    // As it was when the order was awarded: newest first, with the delivered one last.
    const then = published.find(({ at }) => at === null || at <= (awarded.get(id) ?? at));
    const chosen = then && templateFor(then.value, made);
    if (!then || !chosen) continue;
    const catalog = new Map(then.value.steps.map((step) => [step.key, step]));
    const copied = chosen.steps.flatMap((key) => catalog.get(key) ?? []);
    found.set(id, { template: chosen.key, version: then.version, steps: copied });
  }
  return found;
}

/** The same, copied onto the parts for good. */
export async function copyWorkplans(
  services: Pick<Services, 'get'>,
  unit: Work,
  facilityId: number,
  orderFileIds: readonly number[],
): Promise<Parts> {
  const plans = await workplansOf(services, unit.db, facilityId, orderFileIds);
  for (const [orderFileId, { template, version, steps }] of plans) {
    await productionDb(unit)
      .insertInto('workplan')
      .values({ order_file_id: orderFileId, facility_id: facilityId, template, version, steps: JSON.stringify(steps) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return plans;
}
