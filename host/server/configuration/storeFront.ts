import { sql, type Kysely } from 'kysely';
import * as z from 'zod';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import {
  noShopFacts,
  type ShopFacts,
  shopTermsSchema,
  type StoreFront,
  storeFrontEditor,
  storeFrontKind,
  storeFrontSchema,
} from '@sinter/sdk/contract/host/storeFront';
import { defineSettingKind, type Tables } from '@sinter/sdk/server';
import { builtInMenus, type MenuConfig, menuConfigSchema } from '#registry/menu';
import { menuConfigType } from '../modules/facilityStates.ts';
import { changeRegistry } from '../modules/revisions.ts';
import { createConfiguration, writeRecord } from '../records/records.ts';
import { type RoomDb, roomDb } from '../records/tables.ts';
import { say } from '../say.ts';
import type { Parts } from './parts.ts';
import { termsProblems } from './terms.ts';
import { currencyRecordSchema, storefrontRecordSchema, termsConfigType } from './types.ts';

const ownItems = new Set([...builtInMenus.top, ...builtInMenus.profile].map(({ id }) => id));
const usualCurrency = 'EUR';

export const storeFrontDefaults: StoreFront = {
  ...noShopFacts,
  items: {},
  currency: { show: false, enable: false, usual: usualCurrency, list: [] },
};

/** What buyers read of it, from the records. */
export async function readShopFacts(db: RoomDb, facilityId: number): Promise<ShopFacts> {
  const { read } = createConfiguration(db);
  const [store, terms] = await Promise.all([
    read('STORE_FRONT_CONFIG', storefrontRecordSchema, {}, facilityId),
    read(termsConfigType, shopTermsSchema.nullable(), null, facilityId),
  ]);
  const { upload, instant, taxText, contact } = { ...noShopFacts, ...store };
  return { upload, instant, taxText, contact, terms };
}

/**
 * The shop as its editors see it. Its truth are the configuration records that everything else reads: publishing writes
 * them, and what another screen has written there is in force here.
 */
export const storeFrontOf = (parts: Pick<Parts, 'db' | 'files' | 'states' | 'storedFiles'>) =>
  defineSettingKind({
    id: storeFrontKind,
    guard: storeFrontEditor,
    schema: storeFrontSchema,
    defaults: storeFrontDefaults,

    async inForce(db, { facilityId }) {
      const { read } = createConfiguration(roomDb(db));
      const [facts, store, rates, menu, usual] = await Promise.all([
        readShopFacts(roomDb(db), facilityId),
        read('STORE_FRONT_CONFIG', storefrontRecordSchema, {}, facilityId),
        read('CURRENCY_CONFIG', currencyRecordSchema, [], facilityId),
        read(menuConfigType, menuConfigSchema, {}, facilityId),
        ownCurrency(db, facilityId),
      ]);
      const known = new Map(rates.map((rate) => [rate.key, rate]));
      const keys = [...new Set([...Object.keys(store.currencies ?? {}), ...known.keys()])].sort();
      const inForce: StoreFront = {
        ...facts,
        items: Object.fromEntries(Object.entries(menu).filter(([id]) => ownItems.has(id))),
        currency: {
          show: store.showCurrency ?? false,
          enable: store.enableCurrency ?? false,
          usual: store.defaultCurrency ?? usual,
          list: keys.map((currency) => ({
            currency,
            enabled: store.currencies?.[currency] ?? false,
            rate: known.get(currency)?.rate ?? null,
            date: known.get(currency)?.date ?? null,
          })),
        },
      };
      return inForce;
    },

    async check(db, { facilityId }, value) {
      const fields: Record<string, Sentence> = {
        ...currencyProblems(value, await ownCurrency(db, facilityId)),
        ...(await termsProblems(parts, facilityId, value.terms)),
      };
      for (const id of Object.keys(value.items)) if (!ownItems.has(id)) fields[`items.${id}`] = say('noMenuEntry');
      if (Object.keys(fields).length > 0) throw new CallError('INVALID_INPUT', undefined, { fields });
    },

    async published(unit, { facilityId }, { items, currency, terms, ...facts }, by) {
      const write = (configType: string, value: unknown) =>
        writeRecord(unit, { configType, facilityId }, value, { userId: by });
      await write('STORE_FRONT_CONFIG', {
        upload: facts.upload,
        instant: facts.instant,
        taxText: facts.taxText,
        contact: facts.contact,
        showCurrency: currency.show,
        enableCurrency: currency.enable,
        currencies: Object.fromEntries(currency.list.map((each) => [each.currency, each.enabled])),
        defaultCurrency: currency.usual,
      });
      await write(
        'CURRENCY_CONFIG',
        currency.list.flatMap(({ currency: key, rate, date }) =>
          rate === null ? [] : [{ key, rate, ...(date === null ? {} : { date }) }],
        ),
      );
      await write(termsConfigType, terms);
      const menu = (db: Kysely<Tables>) =>
        createConfiguration(roomDb(db)).read(menuConfigType, menuConfigSchema, {}, facilityId);
      const others = Object.entries(await menu(unit.db)).filter(([id]) => !ownItems.has(id));
      const changed: MenuConfig = { ...Object.fromEntries(others), ...items };
      await changeRegistry(unit, parts.states, { facilityId, userId: by ?? 0 }, () => write(menuConfigType, changed));
    },

    hearers: (_db, { facilityId }) => parts.states.audience(facilityId),
  });

function currencyProblems({ currency }: StoreFront, own: string): Record<string, Sentence> {
  const { list, usual } = currency;
  const fields: Record<string, Sentence> = {};
  for (const [index, each] of list.entries()) {
    const at = `currency.list.${index}`;
    if (list.findIndex((other) => other.currency === each.currency) < index)
      fields[`${at}.currency`] = say('currencyTwice');
    if (each.enabled && each.rate === null && each.currency !== own) fields[`${at}.rate`] = say('rateMissing');
    if (each.currency === own && each.rate !== null && each.rate !== 1) fields[`${at}.rate`] = say('ownRate');
  }
  const isOffered = usual === own || list.some((each) => each.currency === usual && each.enabled);
  if (!isOffered) fields['currency.usual'] = say('usualDisabled');
  return fields;
}

const currencyRow = z.array(z.object({ currency: z.string() }));
export async function ownCurrency(db: Kysely<Tables>, facilityId: number): Promise<string> {
  const { rows } = await sql`select currency from facility where id = ${facilityId}`.execute(db);
  return currencyRow.parse(rows)[0]?.currency ?? usualCurrency;
}
