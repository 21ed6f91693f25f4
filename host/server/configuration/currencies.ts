import { currencyConfigSchema, type readStorefrontCurrencies } from '@sinter/sdk/contract/host/configuration';
import type { CallResult } from '@sinter/sdk/contract/call';
import { createConfiguration } from '../records/records.ts';
import type { RoomDb } from '../records/tables.ts';
import { currencyRecordSchema, storefrontRecordSchema } from './types.ts';

type ShopCurrencies = Omit<CallResult<typeof readStorefrontCurrencies>, 'shop'>;

/** The currencies that a facility's shop shows, and the one that its buyers begin with. */
export async function readShopCurrencies(db: RoomDb, facilityId: number): Promise<ShopCurrencies> {
  const { read } = createConfiguration(db);
  const [store, rates, facility] = await Promise.all([
    read('STORE_FRONT_CONFIG', storefrontRecordSchema, {}, facilityId),
    read('CURRENCY_CONFIG', currencyRecordSchema, [], facilityId),
    db.selectFrom('facility').select('currency').where('id', '=', facilityId).executeTakeFirst(),
  ]);
  const shopCurrency = facility?.currency ?? 'EUR';
  const known = new Map([
    ...rates.map((rate) => [rate.key, rate] as const),
    [shopCurrency, { key: shopCurrency, rate: 1 }] as const,
  ]);
  const given = store.currencies ?? {};
  // Without a rate there is no price to show.
  const currencies = Object.fromEntries(Object.entries(given).map(([key, on]) => [key, on && known.has(key)]));
  const wanted = store.defaultCurrency ?? shopCurrency;
  return {
    showCurrency: store.showCurrency ?? false,
    enableCurrency: store.enableCurrency ?? false,
    currencies,
    defaultCurrency: wanted === shopCurrency || currencies[wanted] ? wanted : shopCurrency,
    shopCurrency,
    rates: currencyConfigSchema.parse([...known.values()].filter(({ key }) => key === shopCurrency || currencies[key])),
  };
}
