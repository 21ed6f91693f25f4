import { CallError } from '@sinter/sdk/contract/errors';
import { addFacility, listFacilities, updateFacility } from '@sinter/sdk/contract/admin/facilities';
import { readPreference } from '@sinter/sdk/contract/host/records';
import { fakeHost } from '@sinter/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { FacilitiesStore } from './FacilitiesStore.ts';
import type { Facility } from './FacilitiesStore.ts';

const root: Facility = {
  id: 1,
  companyName: 'Works',
  code: 'WRK',
  location: 'Graz, Austria',
  timeZone: 'Europe/Vienna',
  currency: 'EUR',
  root: true,
  active: true,
  workplanEnabled: true,
  itarEnabled: false,
  machines: 4,
  users: 7,
  activeJobs: 2,
  flags: ['CHECKLIST'],
};
const branch: Facility = { ...root, id: 2, companyName: 'Branch', code: 'BR', location: 'Lyon', root: false };

async function opened(search = '') {
  const fake = fakeHost({ id: 'admin', location: { pathname: '/service-provider/facilities', search } });
  fake.api.answer(listFacilities, [root, branch]);
  fake.api.answer(readPreference, null);
  const store = new FacilitiesStore(fake.host);
  store.start();
  await vi.waitFor(() => expect(store.question.loading).toBe(false));
  return { ...fake, store };
}

describe('FacilitiesStore', () => {
  it('lists the facilities, and searches as the address says', async () => {
    const { store, navigated } = await opened('?q=lyon');
    expect(store.found).toEqual([branch]);
    store.showAll();
    expect([store.found.length, navigated.at(-1)?.to]).toEqual([2, '/service-provider/facilities']);
    expect([store.isHere(root), store.isHere(branch)]).toEqual([true, false]);
  });

  it('opens a facility with the settings of another one', async () => {
    const { store, api } = await opened();
    api.answer(addFacility, { ...branch, id: 3 });
    store.add();
    await store.create({ companyName: 'New', code: '', timeZone: 'UTC', currency: 'EUR', copyFrom: 2 });
    expect([api.sent(addFacility)[0]?.body.copyFrom, store.facilities.length, store.panel]).toEqual([2, 3, null]);
  });

  it('closes one, or says what blocks it', async () => {
    const { store, api } = await opened();
    api.answer(updateFacility, CallError.received({ code: 'CONFLICT', message: '3 orders are open.' }));
    store.edit(branch);
    expect(await store.switching.run(branch, false)).toBe(false);
    expect([store.switching.problem, store.edited?.active]).toEqual(['3 orders are open.', true]);
    api.answer(updateFacility, { ...branch, active: false });
    expect(await store.switching.run(branch, false)).toBe(true);
    expect([store.switching.problem, store.edited?.active]).toEqual([null, false]);
    expect(api.sent(updateFacility).at(-1)?.body).toEqual({
      companyName: 'Branch',
      code: 'BR',
      timeZone: 'Europe/Vienna',
      workplanEnabled: true,
      itarEnabled: false,
      active: false,
    });
  });

  it('leaves switching to the host', async () => {
    const { store, navigated } = await opened();
    store.goTo(branch);
    expect(navigated.at(-1)?.to).toBe('/switch-facility/2');
  });
});
