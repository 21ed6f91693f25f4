import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinMarketplace } from '@sinter/sdk/contract/admin/profiles';
import { deleteCertification, listCertifications, saveCertification } from '@sinter/sdk/contract/admin/certifications';
import {
  readEngineerProfile,
  readProviderProfile,
  updateEngineerProfile,
  updateProviderProfile,
} from '@sinter/sdk/contract/admin/profiles';
import { fileDtoSchema } from '@sinter/sdk/contract/host/files';
import { getUser } from '@sinter/sdk/contract/host/session';
import {
  deleteDeliveryAddress,
  listDeliveryAddresses,
  saveDeliveryAddress,
} from '@sinter/sdk/contract/admin/deliveryAddresses';
import { listCountries, readCountry } from '@sinter/sdk/contract/admin/countries';
import { hostDb } from '../../../../host/server/allTables.ts';
import { type Account, type TestClient, type TestServer, testServer } from '../../../../host/server/testing.ts';
import administration from '../index.ts';
import { countriesIn } from './countries.ts';

let server: TestServer;
let admin: TestClient;
const db = () => hostDb(server.services.db);
beforeAll(async () => {
  server = await testServer({ plugins: [administration] });
  admin = await server.client('admin');
});
afterAll(() => server.stop());

const address = {
  companyName: 'Demo',
  contactName: 'Ada',
  phone: '',
  line1: 'Ring 1',
  line2: '',
  city: 'Graz',
  region: '',
  postalCode: '8010',
  countryCode: 'AT',
};
const lastEntry = (action: string) =>
  db().selectFrom('audit_entry').selectAll().where('action', '=', action).orderBy('id', 'desc').executeTakeFirst();
const uploaded = async (account: Account, fileName: string, fields: Record<string, string> = {}) => {
  const response = await (await server.client(account)).send('/api/v1/files', fileName, 'bytes', fields);
  return fileDtoSchema.parse(await response.json());
};

describe('the profile of a facility', () => {
  const profile = {
    companyName: 'Demo Additive SE',
    address,
    phone: '+43 1',
    website: 'https://demo.example',
    description: 'We print.',
    timeZone: 'Europe/Vienna',
  };
  const save = (more: object) => admin.call(updateProviderProfile, { body: { ...profile, ...more } });

  it('is changed by its editors, seen at once and audited', async () => {
    const before = await admin.call(readProviderProfile, {});
    expect(before).toMatchObject({ companyName: 'Demo Additive GmbH', logoURL: null, rootSpId: null });
    expect(await save({})).toMatchObject(profile);
    expect((await admin.call(getUser, {})).serviceProvider).toMatchObject({
      companyName: 'Demo Additive SE',
      timeZone: 'Europe/Vienna',
    });
    expect(await lastEntry('facility.profile_changed')).toMatchObject({
      before: { companyName: 'Demo Additive GmbH' },
      after: { companyName: 'Demo Additive SE', address },
    });
    const operator = await server.client('operator');
    expect((await operator.call(readProviderProfile, {})).phone).toBe('+43 1');
    await expect(operator.call(updateProviderProfile, { body: profile })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('has a logo that its people may see', async () => {
    const logo = await uploaded('admin', 'logo.png');
    const { logoURL } = await save({ logoFileId: logo.id });
    expect(logoURL).toBe(logo.fileURL);
    expect((await (await server.client('operator')).fetch(logoURL ?? '')).status).toBe(200);
    expect((await save({})).logoURL).toBe(logo.fileURL);
    expect((await save({ logoFileId: null })).logoURL).toBe(null);
  });

  it.each<[string, () => Promise<object>, string]>([
    ['a logo of somebody else', async () => ({ logoFileId: (await uploaded('buyer', 'logo.png')).id }), 'logoFileId'],
    ['a logo that is no picture', async () => ({ logoFileId: (await uploaded('admin', 'part.stl')).id }), 'logoFileId'],
    [
      'an export-controlled logo',
      async () => ({ logoFileId: (await uploaded('admin', 'a.png', { itar: 'true' })).id }),
      'logoFileId',
    ],
    ['a time zone that is none', async () => ({ timeZone: 'Mars/Base' }), 'timeZone'],
    ['a country that is none', async () => ({ address: { ...address, countryCode: 'QQ' } }), 'address.countryCode'],
    ['a script as website', async () => ({ website: 'javascript:alert(1)' }), 'website'],
  ])('refuses %s', async (_, more, field) => {
    await expect(save(await more())).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      fields: { [field]: expect.any(String) },
    });
  });

  it('is offered on the marketplace and taken off again', async () => {
    expect(await admin.call(joinMarketplace, { body: { enabled: true } })).toEqual({ enabled: true });
    expect((await admin.call(readProviderProfile, {})).marketplace).toBe(true);
    await admin.call(joinMarketplace, { body: { enabled: false } });
    expect(await lastEntry('facility.marketplace_left')).toMatchObject({ before: { enabled: true } });
  });
});

describe('the profile of a buyer’s company', () => {
  it('is changed by its administrators and read by all of it', async () => {
    const body = { companyName: 'Nordwind AS', billingAddress: address, phone: '1' };
    const buyer = await server.client('buyer');
    expect(await buyer.call(updateEngineerProfile, { body })).toMatchObject({ ...body, b2cDashboard: false });
    const engineer = await server.client('engineer');
    expect(await engineer.call(readEngineerProfile, {})).toMatchObject(body);
    await expect(engineer.call(updateEngineerProfile, { body })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(admin.call(readEngineerProfile, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await lastEntry('company.profile_changed')).toMatchObject({ before: { companyName: 'Nordwind Robotics' } });
  });
});

describe('certificates', () => {
  it('are kept by facility, the next to expire first', async () => {
    const save = (body: { id?: number; name: string; issuer: string; validUntil: string | null }) =>
      admin.call(saveCertification, { body });
    const never = await save({ name: 'ITAR', issuer: 'DDTC', validUntil: null });
    const later = await save({ name: 'AS9100', issuer: 'TÜV', validUntil: '2029-03-31' });
    const sooner = await save({ name: 'ISO 9001', issuer: 'TÜV', validUntil: '2027-03-31' });
    expect(await admin.call(listCertifications, {})).toEqual([sooner, later, never]);
    const renewed = await save({ ...sooner, validUntil: '2030-03-31' });
    expect(await admin.call(listCertifications, {})).toEqual([later, renewed, never]);
    const params = { id: never.id };
    const admin2 = await server.client('admin2');
    expect(await admin2.call(listCertifications, {})).toEqual([]);
    await expect(admin2.call(deleteCertification, { params })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(admin2.call(saveCertification, { body: renewed })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await admin.call(deleteCertification, { params });
    expect(await admin.call(listCertifications, {})).toEqual([later, renewed]);
    expect(await lastEntry('certification.changed')).toMatchObject({ before: sooner, after: renewed });
  });
});

describe('delivery addresses', () => {
  it('belong to a company, and one of them is the default', async () => {
    const [buyer, engineer] = await Promise.all([server.client('buyer'), server.client('engineer')]);
    const save = (more: object) => buyer.call(saveDeliveryAddress, { body: { ...address, isDefault: false, ...more } });
    const first = await save({ city: 'First' });
    expect(first.isDefault).toBe(true);
    const second = await save({ city: 'Second', isDefault: true });
    const defaults = async () =>
      (await engineer.call(listDeliveryAddresses, {})).map(({ city, isDefault }) => [city, isDefault]);
    expect(await defaults()).toEqual([
      ['Second', true],
      ['First', false],
    ]);
    await Promise.all([
      save({ id: first.id, city: 'First', isDefault: true }),
      save({ id: second.id, city: 'Second', isDefault: true }),
    ]);
    expect((await defaults()).map(([, isDefault]) => isDefault)).toEqual([true, false]);
    await save({ id: first.id, city: 'First', isDefault: true });
    await buyer.call(deleteDeliveryAddress, { params: { id: first.id } });
    expect(await defaults()).toEqual([['Second', true]]);

    expect(await admin.call(listDeliveryAddresses, {})).toEqual([]);
    await expect(admin.call(deleteDeliveryAddress, { params: { id: second.id } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(admin.call(saveDeliveryAddress, { body: second })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(save({ countryCode: 'QQ' })).rejects.toMatchObject({ fields: { countryCode: expect.any(String) } });
  });
});

describe('countries', () => {
  it('are named and sorted in the caller’s language, with flag and dial code', async () => {
    await db()
      .updateTable('app_user')
      .set({ language: 'de_DE' })
      .where('email', '=', 'operator@demo.example')
      .execute();
    const operator = await server.client('operator');
    const german = await operator.call(listCountries, {});
    const english = await admin.call(listCountries, {});
    expect(german.length).toBeGreaterThan(240);
    const austria = german.find(({ code }) => code === 'AT');
    expect(austria).toMatchObject({ name: 'Österreich', dialCode: '+43', emoji: '🇦🇹', unicode: 'U+1F1E6 U+1F1F9' });
    expect(english.find(({ code }) => code === 'AT')).toMatchObject({ id: austria?.id, name: 'Austria' });
    const names = german.map(({ name }) => name);
    expect(names).toEqual([...names].sort(new Intl.Collator('de-DE').compare));
    expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Polen'));
    expect(new Set(german.map(({ id }) => id)).size).toBe(german.length);
    expect(await operator.call(readCountry, { params: { countryId: austria?.id ?? 0 } })).toEqual({
      ...austria,
      regions: [],
    });
    await expect(admin.call(readCountry, { params: { countryId: 999 } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('survive a language that nobody knows', () => {
    expect(countriesIn('qq_QQ').find(({ code }) => code === 'FR')?.name).toBe('France');
  });
});
