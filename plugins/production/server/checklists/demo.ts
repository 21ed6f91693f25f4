import { checklistSchema, type Checklist } from '@sinter/sdk/contract/production/checklists';
import { stepCheckSchema } from '@sinter/sdk/contract/production/mes';
import { versions, type DemoWorld, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { productionDb } from '../tables.ts';
import { checklists, placeOf } from './kind.ts';

const item = (key: string, label: string, more: object = { kind: 'CHECKBOX' }) =>
  stepCheckSchema.parse({ key, label, ...more });

/** Nobody is asked by it any more; what was answered stays. */
export const retired = 'Finished surfaces, until October';

/** Before nickel is built and after its parts are finished; and one for shipping that nobody has published yet. */
export async function seedChecklists(unit: Work, world: DemoWorld, services: Services): Promise<void> {
  const { rootFacilityId: facilityId } = world;
  const by = world.users['admin@demo.example'] ?? null;
  const { rows } = await sql<{ id: number }>`select id from material where name = 'IN718' order by id`.execute(unit.db);
  const materialIds = rows.map(({ id }) => id);
  const lists: (Partial<Checklist> & Pick<Checklist, 'name' | 'gate' | 'items'>)[] = [
    {
      ...{ name: 'Before a nickel build', gate: 'JOB_START', materialIds },
      items: [
        item('plate', 'Build plate leveled and clean'),
        item('oxygen', 'Oxygen in the chamber', { kind: 'MEASUREMENT', unit: '%', lowest: 0, highest: 0.1 }),
        item('filter', 'Filter', { kind: 'LIST', choices: ['New', 'Less than 500 h', 'More than 500 h'] }),
        item('recoater', 'Recoater blade', { kind: 'PASS_FAIL' }),
        item('remarks', 'Released by', { kind: 'PERSON', required: false }),
      ],
    },
    {
      ...{ name: 'Nickel parts after heat treatment', gate: 'STEP_FINISH', materialIds },
      items: [
        item('curve', 'Furnace curve as specified', { kind: 'PASS_FAIL' }),
        item('hardness', 'Hardness', { kind: 'MEASUREMENT', unit: 'HRC', lowest: 36, highest: 44 }),
      ],
    },
    {
      ...{ name: retired, gate: 'STEP_FINISH' },
      items: [
        item('surface', 'No powder left in the channels', { kind: 'PASS_FAIL' }),
        item('roughness', 'Roughness Ra', { kind: 'MEASUREMENT', unit: 'µm', lowest: 0, highest: 8 }),
      ],
    },
  ];
  for (const list of lists) {
    const value = checklistSchema.parse(list);
    const setting = services
      .get(versions)
      .of(checklists, placeOf(facilityId, await added(unit, facilityId, value.name)));
    await setting.put(unit, value, { note: '', by });
  }
  await productionDb(unit)
    .updateTable('checklist')
    .set({ enabled: false })
    .where('facility_id', '=', facilityId)
    .where('name', '=', retired)
    .execute();
  const draft = checklistSchema.parse({
    ...{ name: 'Packing', gate: 'SHIP' },
    items: [item('papers', 'Packing slip in the box'), item('count', 'Pieces counted', { kind: 'VALUE' })],
  });
  const setting = services.get(versions).of(checklists, placeOf(facilityId, await added(unit, facilityId, draft.name)));
  const { seen } = await setting.state(unit.db);
  if (by !== null) await setting.saveDraft(unit, draft, { by, seen });
}

async function added(unit: Work, facilityId: number, name: string): Promise<number> {
  const { id } = await productionDb(unit)
    .insertInto('checklist')
    .values({ facility_id: facilityId, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
