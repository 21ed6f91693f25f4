import { facilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import type { DemoWorld, Services, Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { insertParts, insertRevisions } from './content.ts';
import { partIsControlled } from './visibility.ts';

interface DemoPart {
  /** Names of the demo's files without ending, one for each revision. */
  files: readonly [first: string, ...later: string[]];
  name: string;
  partNumber: string;
  tags: readonly string[];
}

const buyersParts: readonly DemoPart[] = [
  { files: ['angle-bracket'], name: 'Camera bracket', partNumber: 'FX-1010', tags: ['fixture', 'line 4'] },
  { files: ['spur-gear'], name: 'Feeder gear, 24 teeth', partNumber: 'GR-2024', tags: ['spare', 'feeder'] },
  { files: ['impeller'], name: 'Coolant pump impeller', partNumber: 'PU-3001', tags: ['pump'] },
  { files: ['electronics-housing'], name: 'Sensor housing', partNumber: 'EL-4100', tags: ['enclosure', 'field test'] },
  { files: ['pipe-elbow'], name: 'Duct elbow 90°', partNumber: 'AR-5090', tags: ['cabin air'] },
  { files: ['manifold-block', 'heat-sink'], name: 'Drive cooling block', partNumber: 'TH-6200', tags: ['cooling'] },
  { files: ['turbine-blade'], name: 'Wind-tunnel blade', partNumber: 'TB-7007', tags: ['test rig'] },
  { files: ['weld-neck-flange'], name: 'Test bench flange', partNumber: 'FL-8040', tags: ['test rig'] },
  { files: ['hinge-leaf'], name: 'Inspection hatch hinge', partNumber: 'HG-1500', tags: ['spare'] },
  { files: ['rocket-nozzle'], name: 'Coating nozzle', partNumber: 'NZ-9003', tags: ['coating robot'] },
  { files: ['sensor-capsule'], name: 'Probe tip', partNumber: 'QC-0210', tags: ['quality'] },
];

/** Somebody who draws for others keeps no numbers. */
const thirdPartys: readonly DemoPart[] = (
  [
    ['angle-bracket', 'Shelf angle'],
    ['spur-gear', 'Display gear'],
    ['impeller', 'Fan wheel study'],
    ['electronics-housing', 'Control box'],
    ['pipe-elbow', 'Air elbow'],
    ['heat-sink', 'Lamp heat sink'],
    ['turbine-blade', 'Blade sample'],
    ['weld-neck-flange', 'Adapter flange'],
    ['hinge-leaf', 'Cabinet hinge'],
    ['rocket-nozzle', 'Nozzle model'],
    ['manifold-block', 'Valve block'],
    ['sensor-capsule', 'Capsule'],
  ] as const
).map(([file, name]) => ({ files: [file], name, partNumber: '', tags: [] }));

const day = 86_400_000;

/** The demo's prepared files as the inventory of their companies. */
export async function seedParts(unit: Work, world: DemoWorld): Promise<void> {
  const { rows: files } = await sql<{
    id: number;
    fileName: string;
    sha256: string;
    controlled: boolean;
    company: number;
  }>`
    select s.id, s.file_name as "fileName", s.sha256, s.controlled, s.owner_company_id as company
    from stored_file s join file_facts f on f.file_id = s.id
    where s.root_file_id is null and s.owner_company_id is not null order by s.id
  `.execute(unit.db);
  const inventories = [
    { companyId: world.buyerCompanyId, account: 'buyer@demo.example', parts: buyersParts },
    { companyId: world.thirdCompanyId, account: 'third@demo.example', parts: thirdPartys },
  ];
  for (const { companyId, account, parts } of inventories) {
    const contentOf = (name: string, age: number) => {
      const original = files.find((file) => file.company === companyId && file.fileName === `${name}.stl`);
      if (!original) throw new Error(`The demo has no file ${name}.stl.`);
      const createdAt = new Date(world.now.getTime() - age * day);
      return { original, fileId: original.id, units: 'MM', createdAt };
    };
    const userId = world.users[account] ?? null;
    const ids = await insertParts(
      unit,
      { companyId, userId },
      parts.map(({ files: [first], ...part }, index) => ({ ...part, ...contentOf(first, 70 + index) })),
    );
    const later = parts.flatMap(({ files: [, ...names] }, index) => {
      const partId = ids[index];
      if (partId === undefined) return [];
      return names.map((name, place) => ({ ...contentOf(name, 66 + index), partId, number: place + 2 }));
    });
    if (later.length > 0) await insertRevisions(unit, userId, later);
  }
}

/** A facility knows what comes again and again. */
export async function seedFacilityTags(
  unit: Work,
  { rootFacilityId: facilityId }: DemoWorld,
  services: Services,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select p.id from part p where p.name = any(${['Camera bracket', 'Feeder gear, 24 teeth', 'Coolant pump impeller']}::text[])
      and not ${partIsControlled}
  `.execute(unit.db);
  for (const { id } of rows) {
    const change = { add: ['Repeat customer'], remove: [] };
    await services.get(facilityTags).change(unit, { facilityId, kind: 'PART', id }, change, { adds: false });
  }
}
