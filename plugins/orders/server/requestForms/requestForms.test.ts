import { randomUUID } from 'node:crypto';
import { CallError } from '@sinter/sdk/contract';
import type { CallInput } from '@sinter/sdk/contract/call';
import { addDepartment } from '@sinter/sdk/contract/admin/team';
import { listOfferedMaterials } from '@sinter/sdk/contract/catalog/offered';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { publishSetting, readSetting, restoreSetting, saveSettingDraft } from '@sinter/sdk/contract/host/versions';
import { requestFormKind } from '@sinter/sdk/contract/orders/request';
import { createDraft, saveRequest } from '@sinter/sdk/contract/orders/drafts';
import { estimatePrice } from '@sinter/sdk/contract/orders/estimate';
import { listOrderFilters } from '@sinter/sdk/contract/orders/lists';
import { createOrder, fireOrderEvent, searchOrders, type OrderDetail } from '@sinter/sdk/contract/orders/orders';
import {
  addRequestForm,
  readOrderAnswers,
  formFieldSchema,
  listRequestForms,
  plainForm,
  readRequestForm,
  switchRequestForm,
  type FormField,
  type RequestForm,
} from '@sinter/sdk/contract/orders/requestForms';
import { sql } from 'kysely';
import plugins from 'virtual:plugin-servers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testServer, type TestClient, type TestServer } from '#host/server/testing.ts';

let server: TestServer;
let admin: TestClient;
let buyer: TestClient;
let third: TestClient;
let files: number[];
let offer: { process: number; material: number };

beforeAll(async () => {
  server = await testServer({ plugins, demo: true });
  [admin, buyer, third] = await Promise.all([server.client('admin'), server.client('buyer'), server.client('third')]);
  const { rows } = await sql<{ id: number }>`
    select s.id from stored_file s join file_facts f on f.file_id = s.id
    where s.owner_company_id = ${server.world.buyerCompanyId} and not s.controlled and s.root_file_id is null order by s.id
  `.execute(server.services.db);
  files = rows.map(({ id }) => id);
  const mjf = (await buyer.call(listOfferedMaterials, {})).find(({ process }) => process.processKey === 'HPBJ');
  offer = { process: mjf?.process.id ?? 0, material: mjf?.proposedMaterialId ?? 0 };
  // The demo's own forms stand aside.
  for (const { id } of (await admin.call(listRequestForms, {})).forms) await turn(id, false);
});
afterAll(() => server.stop());
/** Each test has the forms that it makes, and no others. */
afterEach(async () => {
  const { forms } = await admin.call(listRequestForms, {});
  for (const { id, enabled } of forms) if (enabled) await turn(id, false);
});

const turn = (id: number, enabled: boolean) => admin.call(switchRequestForm, { params: { id }, body: { enabled } });
const which = (id: number) => ({ kind: requestFormKind, elementId: String(id) });
async function write(id: number, value: Partial<RequestForm>, by = admin): Promise<number> {
  const { seen } = await by.call(readSetting, { query: which(id) });
  const saved = await by.call(saveSettingDraft, { body: { ...which(id), seen, value: { ...plainForm, ...value } } });
  const body = { ...which(id), seen: saved.seen, note: 'As agreed' };
  return (await by.call(publishSetting, { body })).published.version;
}
async function made(value: Partial<RequestForm>): Promise<number> {
  const { id } = await admin.call(addRequestForm, { body: { name: value.name ?? 'Form' } });
  await write(id, { name: 'Form', ...value });
  return id;
}
const field = (id: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField =>
  formFieldSchema.parse({ id, kind, label: id, ...more });

type Content = Omit<CallInput<typeof saveRequest>['body'], 'version'>;
const content = (more: Partial<Content> = {}): Content => ({
  displayTitle: 'Jaws',
  exportControlled: false,
  rfqFileDTOs: [
    ...[
      {
        originalFileId: files[0] ?? 0,
        fileId: files[0] ?? 0,
        amProcessId: offer.process,
        materialId: offer.material,
        quantity: 5,
      },
    ],
  ],
  ...more,
});
const draft = (more: Partial<Content> = {}) =>
  buyer.call(createDraft, { body: { eventId: randomUUID(), ...content(more) } });
const save = ({ id, version }: OrderDetail, more: Partial<Content> = {}) =>
  buyer.call(saveRequest, { params: { id }, body: { version, ...content(more) } });
const submit = ({ id }: OrderDetail) =>
  buyer.call(fireOrderEvent, { params: { id }, body: { eventId: randomUUID(), event: 'SUBMIT' } });
const create = (more: Partial<Content> = {}) =>
  buyer.call(createOrder, {
    body: { eventId: randomUUID(), ...content(more), exportControlled: more.exportControlled ?? false },
  });
const refusal = async (call: Promise<unknown>): Promise<CallError> => {
  const error: unknown = await call.then(
    () => null,
    (failed: unknown) => failed,
  );
  if (!(error instanceof CallError)) throw new Error(`It was taken, or failed otherwise: ${String(error)}`);
  return error;
};
const answersOf = ({ id }: { id: number }, by = buyer) => by.call(readOrderAnswers, { params: { id } });
const asked = async (by: TestClient) => (await by.call(readRequestForm, {})).form;

describe('the form that a customer is asked by', () => {
  test('is none at first, then the one for everybody, then the one that is for them', async () => {
    expect(await asked(buyer)).toBeNull();
    const all = await made({ name: 'Standard', standard: { notes: { rule: 'HIDDEN', value: 'Only we read this' } } });
    expect(await asked(buyer)).toMatchObject({ id: all, version: 1, name: 'Standard' });
    // What stands in a hidden field, and whom a form is for, is nobody else's business.
    const own = await made({ name: 'Medical', companyIds: [server.world.buyerCompanyId] });
    const shown = await asked(third);
    expect(shown).toMatchObject({ id: all, standard: { notes: { rule: 'HIDDEN', value: '' } } });
    expect(JSON.stringify([shown, await asked(buyer)])).not.toMatch(/companyIds|departments|Only we read/);
    expect(await asked(buyer)).toMatchObject({ id: own, name: 'Medical' });
    await turn(own, false);
    expect(await asked(buyer)).toMatchObject({ id: all });
  });

  test('goes by department too, and the more is named the sooner', async () => {
    const buyeradmin = await server.client('buyeradmin');
    const { id: departmentId } = await buyeradmin.call(addDepartment, { body: { name: 'Implants' } });
    await sql`insert into membership_department (membership_id, department_id)
      select m.id, ${departmentId} from membership m join app_user u on u.id = m.user_id
      where m.company_id = ${server.world.buyerCompanyId} and u.email like 'buyer@%'`.execute(server.services.db);
    const { departments } = await admin.call(listRequestForms, {});
    expect(departments).toContain('Implants');
    const ofDepartment = await made({ departments: ['implants'] });
    expect(await asked(buyer)).toMatchObject({ id: ofDepartment });
    expect(await asked(buyeradmin)).toBeNull();
    const ofCompany = await made({ companyIds: [server.world.buyerCompanyId] });
    expect(await asked(buyer)).toMatchObject({ id: ofCompany });
    const ofBoth = await made({ companyIds: [server.world.buyerCompanyId], departments: ['Implants'] });
    expect(await asked(buyer)).toMatchObject({ id: ofBoth });
    expect(await asked(buyeradmin)).toMatchObject({ id: ofCompany });
  });

  test('is one for everybody, also when two editors publish at once', async () => {
    const first = await made({ name: 'Standard' });
    const { id } = await admin.call(addRequestForm, { body: { name: 'Another', copyOf: first } });
    const late = await refusal(write(id, { name: 'Another' }));
    expect(late.fields['companyIds']).toBe(
      'Standard is already the form for all other customers. Name customers or departments, or disable that form first.',
    );
    await turn(first, false);
    await write(id, { name: 'Another' });
    expect(await refusal(turn(first, true))).toMatchObject({ code: 'CONFLICT' });
    await turn(id, false);
    const { id: other } = await admin.call(addRequestForm, { body: { name: 'Third' } });
    const { id: fourth } = await admin.call(addRequestForm, { body: { name: 'Fourth' } });
    const done = await Promise.allSettled([write(other, { name: 'Third' }), write(fourth, { name: 'Fourth' })]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('of another facility is not there', async () => {
    const id = await made({ name: 'Standard' });
    const lyon = await server.client('admin2');
    expect((await lyon.call(listRequestForms, {})).forms).toEqual([]);
    expect(await refusal(lyon.call(switchRequestForm, { params: { id }, body: { enabled: false } }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await refusal(lyon.call(addRequestForm, { body: { name: 'Copy', copyOf: id } }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await refusal(write(id, { name: 'Taken over' }, lyon))).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('cannot name somebody who is no customer', async () => {
    const { id } = await admin.call(addRequestForm, { body: { name: 'Odd' } });
    expect((await refusal(write(id, { name: 'Odd', companyIds: [999_999] }))).fields).toHaveProperty('companyIds');
  });
});

describe('an order', () => {
  test('is sent when everything is answered, and keeps its form, version and answers for both sides', async () => {
    const form = await made({
      name: 'Medical parts',
      fields: [
        field('lot-marking', 'TEXT', { required: true, label: 'Lot marking' }),
        field('batches', 'NUMBER', { min: 2, max: 10, unit: 'pcs' }),
        field('class', 'LIST', { choices: ['I', 'IIa'] }),
        field('audit-day', 'DATE'),
      ],
      standard: { thirdPartyOrderId: { rule: 'REQUIRED', value: '' }, notes: { rule: 'HIDDEN', value: '' } },
    });
    const begun = await draft({ notes: 'Typed all the same', answers: { batches: 1 } });
    expect(begun).toMatchObject({ notes: '', rfqConfigName: 'Medical parts' });
    expect(await answersOf(begun)).toMatchObject({ form: { id: form, version: 1 } });
    const refused = await refusal(submit(begun));
    expect(refused.fields).toEqual({
      thirdPartyOrderId: 'Please answer this question.',
      'answers.lot-marking': 'Please answer this question.',
      'answers.batches': 'Must be at least 2 pcs.',
    });
    const wrong = await refusal(save(begun, { answers: { batches: 'two', other: 1 } }));
    expect(wrong.fields).toEqual({
      'answers.batches': 'Please enter a number.',
      'answers.other': "The request form doesn't ask this.",
    });
    const answers = { 'lot-marking': '<script>alert(1)</script>', batches: 3, class: 'IIa', 'audit-day': '2030-05-01' };
    const filled = await save(begun, { thirdPartyOrderId: 'REQ-1', answers });
    const sent = await submit(filled);
    expect(sent.status).toBe('DISTRIBUTED');
    expect(await answersOf(sent)).toMatchObject({ answers, form: { name: 'Medical parts', version: 1 } });
    await write(form, { name: 'Medical parts', fields: [field('class', 'LIST', { choices: ['III'] })] });
    expect(await answersOf(sent, admin)).toMatchObject({ answers, form: { version: 1 } });
    const { requestForms } = await admin.call(listOrderFilters, {});
    expect(requestForms).toContain('Medical parts');
    const found = await admin.call(searchOrders, {
      query: {},
      body: { searchFilters: { RFQ_CONFIG_NAME: ['Medical parts'], ID: [sent.id] } },
    });
    expect(found.orders).toMatchObject([{ id: sent.id, rfqConfigName: 'Medical parts' }]);
  });

  test('takes what the form allows, and what the form decides', async () => {
    await made({ name: 'Narrow', materialIds: [999_999], sourcing: 'LINK3D', nda: 'ALWAYS', quoteWindowDays: 3 });
    const refused = await refusal(create({}));
    expect(refused.fields).toEqual({ 'rfqFileDTOs.0.materialId': "This isn't available with this request form." });
    const [form] = (await admin.call(listRequestForms, {})).forms.filter(({ name }) => name === 'Narrow');
    await write(form?.id ?? 0, { name: 'Narrow', sourcing: 'LINK3D', nda: 'ALWAYS', quoteWindowDays: 3 });
    const placed = await create({ sourcing: null, ndaRequired: false, quoteDueDate: null });
    expect(placed).toMatchObject({ requestStatus: 'MATCHED', sourcing: 'LINK3D', ndaRequired: true });
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from quote_due_at - now()) / 86400)::int as days from rfq_order where id = ${placed.id}
    `.execute(server.services.db);
    expect(rows).toEqual([{ days: 3 }]);
  });

  test('of a form without instant prices is told none', async () => {
    const body = {
      files: [{ fileId: files[0] ?? 0, amProcessId: offer.process, materialId: offer.material, quantity: 1 }],
    };
    await buyer.call(estimatePrice, { body });
    const before = await create();
    expect(before.estimate).not.toBeNull();
    await made({ name: 'Quotes only', autoQuote: false });
    expect((await refusal(buyer.call(estimatePrice, { body }))).message).toBe('Prices come with the quotes.');
    expect((await create()).estimate).toBeNull();
    await admin.call(estimatePrice, { body }).catch(() => undefined);
  });

  test('is export controlled where an answer says so', async () => {
    await made({ name: 'Export', fields: [field('military', 'EXPORT', { label: 'Is it for military use?' })] });
    expect((await refusal(create({}))).fields).toHaveProperty(['answers.military']);
    expect((await refusal(create({ answers: { military: true } }))).fields).toHaveProperty('exportControlled');
    expect(await answersOf(await create({ answers: { military: false } }))).toMatchObject({
      answers: { military: false },
    });
  });

  test('that is begun goes on with its version, or takes the new one and keeps what it still asks', async () => {
    const id = await made({ name: 'Growing', fields: [field('one', 'TEXT'), field('two', 'TEXT')] });
    const begun = await draft({ answers: { one: 'First', two: 'Second' } });
    await write(id, { name: 'Growing', fields: [field('two', 'TEXT'), field('three', 'TEXT', { required: true })] });
    const stays = await save(begun, { displayTitle: 'Goes on' });
    expect(await answersOf(stays)).toMatchObject({ form: { version: 1 }, answers: { one: 'First', two: 'Second' } });
    const taken = await save(stays, { form: { id, version: 2 } });
    expect(await answersOf(taken)).toMatchObject({ form: { version: 2 }, answers: { two: 'Second' } });
    expect((await refusal(submit(taken))).fields).toHaveProperty(['answers.three']);
    const sent = await submit(await save(taken, { answers: { two: 'Second', three: 'Third' } }));
    expect(sent.status).toBe('DISTRIBUTED');
    expect(await answersOf(sent)).toMatchObject({ answers: { two: 'Second', three: 'Third' } });
    // Whoever had the version before in an open browser may still send it, for some days.
    const late = await create({ form: { id, version: 1 }, answers: { one: 'Late' } });
    expect(await answersOf(late)).toMatchObject({ form: { version: 1 }, answers: { one: 'Late' } });
    await sql`update setting_version set at = now() - interval '30 days'`.execute(server.services.db);
    expect((await refusal(create({ form: { id, version: 1 } }))).fields).toHaveProperty('form');
    for (const version of [3, 99])
      expect((await refusal(create({ form: { id, version } }))).fields).toHaveProperty('form');
    expect((await refusal(create({ form: { id: 999_999, version: 1 } }))).fields).toHaveProperty('form');
  });

  test('that is begun keeps a form that is switched off; a new one is asked what everybody is', async () => {
    const id = await made({ name: 'Passing', fields: [field('one', 'TEXT')] });
    const begun = await draft({ answers: { one: 'First' } });
    await turn(id, false);
    expect(await answersOf(await submit(await save(begun)))).toMatchObject({ form: { id }, answers: { one: 'First' } });
    expect(await create()).toMatchObject({ rfqConfigName: null });
  });

  test('is asked again what an earlier version asked', async () => {
    const id = await made({ name: 'Restored', fields: [field('one', 'TEXT', { required: true })] });
    await write(id, { name: 'Restored' });
    expect((await asked(buyer))?.fields).toEqual([]);
    const { seen } = await admin.call(readSetting, { query: which(id) });
    await admin.call(restoreSetting, { body: { ...which(id), seen, version: 1 } });
    expect(await asked(buyer)).toMatchObject({ version: 3, fields: [{ id: 'one' }] });
  });

  test('has files as answers: own ones, seen by who sees its parts', async () => {
    await made({ name: 'With files', nda: 'ALWAYS', fields: [field('plan', 'FILE', { required: true })] });
    const upload = async (by: TestClient, name: string): Promise<{ id: number }> =>
      fileDtoSchema.parse(await (await by.send('/api/v1/files', name, `%PDF-1.4 ${name}`)).json());
    const plan = await upload(buyer, 'plan.pdf');
    const foreign = await upload(third, 'other.pdf');
    expect(await refusal(create({ answers: { plan: [foreign.id] } }))).toMatchObject({ code: 'INVALID_INPUT' });
    const placed = await create({ answers: { plan: [plan.id] } });
    expect((await answersOf(placed)).answerFiles).toMatchObject([{ id: plan.id, fileName: 'plan.pdf' }]);
    // The parts are kept from the facility until it has signed; so are the answers.
    expect(await answersOf(placed, admin)).toEqual({ answers: {}, answerFiles: [], form: null });
    expect(await refusal(answersOf(placed, third))).toMatchObject({ code: 'NOT_FOUND' });
  });
});
