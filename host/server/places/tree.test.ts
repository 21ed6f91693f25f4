import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listInternalFacilities, listVendors } from '@sinter/sdk/contract/host/places';
import { hostDb } from '../allTables.ts';
import { type Account, type TestServer, testServer } from '../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  await hostDb(server.services.db)
    .insertInto('facility')
    .values({ company_name: 'Others', time_zone: 'UTC', root_facility_id: null })
    .execute();
});
afterAll(() => server.stop());

const names = (rows: { serviceProviderDTO: { companyName: string } }[]) =>
  rows.map(({ serviceProviderDTO }) => serviceProviderDTO.companyName);
const enterprise = ['Demo Additive GmbH', 'Demo Additive Lyon'];

describe('internal vendors', () => {
  it('are the tree for a provider, and the shop’s for a buyer', async () => {
    const query = { vendorType: 'internal' as const };
    for (const name of ['planner', 'admin2', 'buyer', 'third'] as const) {
      expect(names(await (await server.client(name)).call(listVendors, { query }))).toEqual(enterprise);
    }
  });
});

describe('the facility switcher', () => {
  it('offers where somebody may go: everywhere for super admins of the root, else where they are a member', async () => {
    const offered = async (account: Account) =>
      names(await (await server.client(account)).call(listInternalFacilities, {}));
    expect(await offered('admin')).toEqual(enterprise);
    expect(await offered('planner')).toEqual(['Demo Additive GmbH']);
    expect(await offered('admin2')).toEqual(['Demo Additive Lyon']);
  });
});
