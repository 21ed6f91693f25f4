import { joinMarketplace } from '@sinter/sdk/contract/admin/profiles';
import { CallError } from '@sinter/sdk/contract/errors';
import { deleteCertification, listCertifications, saveCertification } from '@sinter/sdk/contract/admin/certifications';
import { readProviderProfile, updateProviderProfile } from '@sinter/sdk/contract/admin/profiles';
import { uploadFile } from '@sinter/sdk/contract/host/files';
import { listCountries } from '@sinter/sdk/contract/admin/countries';
import { fakeHost } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { noAddress, optionalAddressSchema } from './address.ts';
import { expiryOf } from './certificates.ts';
import { FacilityProfileStore } from './FacilityProfileStore.ts';

const profile = {
  id: 1,
  companyName: 'Works',
  permissions: [],
  rootSpId: null,
  workplanEnabled: false,
  timeZone: 'Europe/Vienna',
  currency: 'EUR',
  address: null,
  phone: '',
  website: '',
  description: '',
  logoURL: '/api/v1/files/4/content',
  itarEnabled: false,
  marketplace: false,
};
const iso = { id: 7, name: 'ISO 9001', issuer: 'TÜV', validUntil: '2027-03-31' };
const details = { companyName: 'Works', address: null, phone: '', website: '', description: '', timeZone: 'UTC' };

async function opened() {
  const fake = fakeHost({ id: 'admin' });
  fake.api.answer(readProviderProfile, profile);
  fake.api.answer(listCountries, []);
  fake.api.answer(listCertifications, [iso]);
  const store = new FacilityProfileStore(fake.host);
  store.start();
  await vi.waitFor(() =>
    expect([store.facility.details, store.certificates.question.loading]).toEqual([profile, false]),
  );
  return { ...fake, store };
}

describe('the facility profile', () => {
  it('leaves the logo alone, replaces it, or takes it away', async () => {
    const { store, api } = await opened();
    api.answer(updateProviderProfile, profile);
    await store.save(details);
    const stored = { id: 9, fileName: 'logo.png', size: 10, fileURL: '/api/v1/files/9/content' };
    const done = store.uploading.run(new File(['x'], 'logo.png'));
    api.uploads(uploadFile)[0]?.answer(stored);
    await done;
    expect([store.logoURL, store.uploading.busy]).toEqual([stored.fileURL, false]);
    await store.save(details);
    store.removeLogo();
    expect(store.logoURL).toBeNull();
    await store.save(details);
    expect(api.sent(updateProviderProfile).map(({ body }) => body.logoFileId)).toEqual([undefined, 9, null]);
  });

  it('says why a logo was not taken', async () => {
    const { store, api } = await opened();
    const done = store.uploading.run(new File(['x'], 'logo.png'));
    api.uploads(uploadFile)[0]?.answer(new CallError('TOO_LARGE'));
    await done;
    expect([store.uploading.problem, store.logoURL]).toEqual(['The file is larger than the limit.', profile.logoURL]);
  });

  it('shows the marketplace as the server has it', async () => {
    const { store, api } = await opened();
    api.answer(joinMarketplace, new CallError('FORBIDDEN'));
    await store.offering.run(true);
    const shown = () => [store.facility.details?.marketplace, store.offering.problem];
    expect(shown()).toEqual([false, 'You do not have permission to do this.']);
    api.answer(joinMarketplace, { enabled: true });
    await store.offering.run(true);
    expect(shown()).toEqual([true, null]);
  });

  it('removes a certificate, and brings it back', async () => {
    const { store, api } = await opened();
    api.answer(deleteCertification, { success: 'true' });
    api.answer(listCertifications, []);
    const { certificates } = store;
    const shown = () => [certificates.rows, certificates.removed.done];
    await certificates.changing.run(iso);
    await vi.waitFor(() => expect(shown()).toEqual([[], iso]));
    api.answer(saveCertification, iso);
    api.answer(listCertifications, [iso]);
    await certificates.removed.run();
    expect(api.sent(saveCertification)[0]?.body).toEqual({ name: 'ISO 9001', issuer: 'TÜV', validUntil: '2027-03-31' });
    await vi.waitFor(() => expect(shown()).toEqual([[iso], null]));
  });

  it('warns of a certificate 90 days before it ends', () => {
    const today = new Date('2026-12-01T12:00:00');
    expect(['2026-11-30', '2026-12-01', '2027-02-20', '2027-06-01', null].map((day) => expiryOf(day, today))).toEqual([
      'expired',
      'soon',
      'soon',
      'valid',
      'none',
    ]);
  });
});

describe('an address that may be left out', () => {
  const schema = optionalAddressSchema((key) => key);

  it('is whole or not there', () => {
    expect(schema.parse(noAddress)).toBeNull();
    const whole = { ...noAddress, line1: ' Main Street 1 ', city: 'Graz', countryCode: 'AT' };
    expect(schema.parse(whole)).toMatchObject({ line1: 'Main Street 1', countryCode: 'AT' });
    const half = schema.safeParse({ ...noAddress, city: 'Graz' });
    expect(half.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['line1', 'profile.address.line1.needed'],
      ['countryCode', 'profile.address.country.needed'],
    ]);
  });
});
