import { requestFormSchema } from '@sinter/sdk/contract/orders/requestForms';
import { versions, type DemoWorld, type Services, type Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { placeOfForm, requestForms } from '../requestForms/kind.ts';
import { personOf } from './first.ts';
import type { Written } from './stuff.ts';

const field = (id: string, more: object) => ({ id, ...more });

/** What one customer is asked about medical parts, an order that was, and a form for everybody that is not published yet. */
export async function seedForms(
  unit: Work,
  world: DemoWorld,
  services: Services,
  written: readonly Written[],
): Promise<void> {
  const { rootFacilityId: facilityId, thirdCompanyId } = world;
  const by = personOf(world, 'admin', facilityId).userId;
  const medical = requestFormSchema.parse({
    name: 'Medical parts',
    companyIds: [thirdCompanyId],
    fields: [
      field('purpose', {
        kind: 'TEXT',
        label: 'Implant or instrument',
        help: 'What the parts are for, and whether they touch patients.',
        texts: {
          de_DE: { label: 'Implantat oder Instrument', help: 'Wofür die Teile sind, und ob sie Patienten berühren.' },
        },
      }),
      field('sterilization', {
        kind: 'LIST',
        label: 'Sterilization',
        choices: ['None', 'Steam', 'Gamma', 'Ethylene oxide'],
        texts: { de_DE: { label: 'Sterilisation', help: '' } },
      }),
      field('records', { kind: 'NUMBER', label: 'Records kept for', unit: 'years', min: 1, max: 30 }),
    ],
  });
  const id = await addForm(unit, facilityId, medical.name);
  const setting = services.get(versions).of(requestForms, placeOfForm(facilityId, id));
  await setting.put(unit, medical, { note: 'Questions of medical customers', by });
  const order = written.find(({ company }) => company === thirdCompanyId);
  if (order) {
    const answers = { purpose: 'Drill guide, touches patients for minutes', sterilization: 'Steam', records: 10 };
    await sql`
      update rfq_order set form_id = ${id}, form_version = 1, form_name = ${medical.name}, answers = ${JSON.stringify(answers)}
      where id = ${order.id}
    `.execute(unit.db);
  }
  const standard = requestFormSchema.parse({ name: 'Standard' });
  const all = await addForm(unit, facilityId, standard.name);
  const draft = services.get(versions).of(requestForms, placeOfForm(facilityId, all));
  const { seen } = await draft.state(unit.db);
  await draft.saveDraft(unit, standard, { by, seen });
}

const addForm = async (unit: Work, facilityId: number, name: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into request_form (facility_id, name) values (${facilityId}, ${name}) returning id
  `.execute(unit.db);
  const [row] = rows;
  if (!row) throw new Error('The demo form was not added.');
  return row.id;
};
