import { finishedBuilds } from '@sinter/sdk/contract/orders/finishedBuilds';
import type { DemoWorld, Services, Work } from '@sinter/sdk/server';
import { jobsDb } from './job.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Builds for stock of the last months: what the model said of them, and how much of that they took in the middle, with its spread. */
const series = [
  { machine: 'SLS-02', material: 'PA 2200 (PA12)', builds: 14, hours: 34, kilograms: 9.2, took: 1.09, spread: 0.05 },
  { machine: 'SLS-03', material: 'PA 2200 (PA12)', builds: 9, hours: 38, kilograms: 10.4, took: 1.12, spread: 0.07 },
  { machine: 'MJF-01', material: 'HP 3D HR PA 12', builds: 12, hours: 13, kilograms: 5.1, took: 0.94, spread: 0.04 },
  { machine: 'DMLS-01', material: 'AlSi10Mg', builds: 7, hours: 27, kilograms: 2.3, took: 1.16, spread: 0.1 },
  { machine: 'FDM-01', material: 'ULTEM 9085', builds: 4, hours: 11, kilograms: 0.8, took: 1.32, spread: 0.3 },
] as const;

/** The same in each demo: how far a build lies from the middle, in spreads. */
const off = [0.2, -0.9, 0.6, 1.4, -0.3, -1.2, 0.1, 0.8, -0.6, 2.1, 0.4, -0.1, -1.6, 0.9];

export async function seedFinished(unit: Work, { now, rootFacilityId }: DemoWorld, services: Services): Promise<void> {
  const machines = await unit.db
    .selectFrom('equipment')
    .select(['id', 'display_name'])
    .where('facility_id', '=', rootFacilityId)
    .execute();
  const materials = await unit.db
    .selectFrom('equipment_material as runs')
    .innerJoin('material', 'material.id', 'runs.material_id')
    .select(['runs.equipment_id', 'material.id', 'material.name'])
    .execute();
  const builds = series.flatMap(({ machine, material, ...one }, place) => {
    const equipmentId = machines.find(({ display_name }) => display_name === machine)?.id;
    const materialId = materials.find(
      ({ equipment_id, name }) => equipment_id === equipmentId && name === material,
    )?.id;
    if (equipmentId === undefined || materialId === undefined) return [];
    return Array.from({ length: one.builds }, (_, turn) => {
      const step = off[(turn + 3 * place) % off.length] ?? 0;
      const size = 1 + ((turn * 7 + place) % 5) / 10;
      const estimate = { hours: one.hours * size, grams: one.kilograms * 1000 * size };
      // Once somebody forgot to end the build.
      const forgotten = machine === 'DMLS-01' && turn === 3;
      const hours = forgotten ? estimate.hours * 5.6 : estimate.hours * one.took * Math.exp(one.spread * step);
      const begun = new Date(Math.round((now.getTime() - (20 + turn * 5) * day) / hour) * hour + place * hour);
      const planned = { from: begun, to: new Date(begun.getTime() + Math.ceil(estimate.hours) * hour) };
      const grams = estimate.grams * (1 + 0.03 * step);
      return { equipmentId, materialId, turn, hours, grams, estimate, ...planned };
    });
  });
  const rows = await jobsDb(unit)
    .insertInto('job')
    .values(
      builds.map(({ equipmentId, materialId, turn, hours, grams, estimate, from, to }) => ({
        ...{ facility_id: rootFacilityId, equipment_id: equipmentId, material_id: materialId },
        job_name: `Stock build ${String(60 - turn)}`,
        ...{ job_type: 'ORDER_NO_RFQ', job_source: 'SCHEDULING', job_creation_type: 'MANUAL', status: 'COMPLETED' },
        ...{ from_date: from, to_date: to, started_at: from },
        ...{ estimated_hours: Math.round(estimate.hours * 10) / 10, actual_hours: Math.round(hours * 10) / 10 },
        ...{ material_unit: 'GRAM', material_quantity: Math.round(grams), utilization: 0.7, notes: '' },
      })),
    )
    .returning('id')
    .execute();
  await services.get(finishedBuilds).finished(
    unit,
    builds.flatMap(({ equipmentId, materialId, hours, grams, estimate, to }, index) => {
      const jobId = rows[index]?.id;
      if (jobId === undefined) return [];
      return {
        jobId,
        facilityId: rootFacilityId,
        equipmentId,
        materialId,
        finishedAt: to,
        built: estimate,
        hours,
        grams,
      };
    }),
  );
}
