import { createHash } from 'node:crypto';
import type { Services } from '@sinter/sdk/server';
import * as z from 'zod';
import { say } from '../../texts.ts';
import { type Books, Fault, quoted } from './api.ts';
import type { Bill, BillLine, Refs } from './bill.ts';
import {
  customerOf,
  forgetFound,
  isTaken,
  type Mapped,
  type MappingPlace,
  mappingOf,
  remember,
  selectedFor,
} from './mapping.ts';
import { Blocked } from './problems.ts';

const preferencesSchema = z.object({
  Preferences: z.object({
    CurrencyPrefs: z
      .object({
        MultiCurrencyEnabled: z.boolean().default(false),
        HomeCurrency: z.object({ value: z.string() }).optional(),
      })
      .default({ MultiCurrencyEnabled: false }),
    SalesFormsPrefs: z.object({ CustomTxnNumbers: z.boolean().default(false) }).default({ CustomTxnNumbers: false }),
  }),
});

/** How the company keeps its books. */
export interface Company {
  home: string | null;
  severalCurrencies: boolean;
  ownNumbers: boolean;
}

export async function readCompany(books: Books): Promise<Company> {
  const { CurrencyPrefs, SalesFormsPrefs } = preferencesSchema.parse(await books.get('preferences')).Preferences;
  return {
    home: CurrencyPrefs.HomeCurrency?.value ?? null,
    severalCurrencies: CurrencyPrefs.MultiCurrencyEnabled,
    ownNumbers: SalesFormsPrefs.CustomTxnNumbers,
  };
}

interface Making {
  services: Pick<Services, 'db' | 'write'>;
  books: Books;
  place: MappingPlace;
  /** Which attempt of which invoice this is for. */
  attempt: string;
}

/** Everything an invoice names, made there where it is missing. Throws Blocked with what a person has to select. */
export async function refsFor(making: Making, company: Company, bill: Bill): Promise<Refs> {
  const { currency } = bill;
  const { home, severalCurrencies, ownNumbers } = company;
  if (!severalCurrencies && home !== null && home !== currency) {
    throw new Blocked(say('books.currency', { currency, home }));
  }
  const rows = await mappingOf(making.services.db, making.place);
  const items: string[] = [];
  for (const line of bill.lines) items.push(await itemFor(making, rows, line));
  const customer = await customerFor(making, bill, severalCurrencies && home !== currency);
  const [tax, terms] = [selectedFor(rows, 'TAX', ''), selectedFor(rows, 'TERMS', '')];
  return {
    ...{ customer, items, severalCurrencies, ownNumbers },
    ...{ tax: tax?.quickbooks_id ?? null, terms: terms?.quickbooks_id ?? null },
  };
}

/** What was made or found there, and is not there any more, is looked for anew with the next try. */
export const forget = ({ services, place }: Making, bill: Bill): Promise<void> =>
  forgetFound(services, place, [...bill.lines.map(({ key }) => key), customerKey(bill)]);

const named = z.object({ Id: z.string(), Active: z.boolean().default(true) });
const itemSchema = named.extend({ Name: z.string(), Type: z.string().default('Service') });
const customerSchema = named.extend({
  SyncToken: z.string().default('0'),
  DisplayName: z.string(),
  CurrencyRef: z.object({ value: z.string() }).optional(),
});

/** Names there have no colons, and so much room. */
const nameThere = (name: string): string => name.replaceAll(':', ' ').replace(/\s+/g, ' ').trim().slice(0, 100).trim();
/** Of the same name one is done; whatever is made has a name that only one may have there. */
const requestOf = (...about: string[]): string =>
  createHash('sha256').update(about.join('\0')).digest('hex').slice(0, 40);

async function itemFor({ services, books, place, attempt }: Making, rows: Mapped[], line: BillLine): Promise<string> {
  const { kind, key, name } = line;
  const selected = selectedFor(rows, kind, key);
  if (selected) return selected.quickbooks_id;
  const account = selectedFor(rows, 'ACCOUNT', '');
  if (!account) throw new Blocked(say('books.noItem', { name }));
  const wanted = nameThere(name);
  const find = (active: string) => books.query('Item', `where Name = ${quoted(wanted)}${active}`, itemSchema);
  // A category is no item that can be sold.
  const found = (await find('')).find(({ Type }) => Type !== 'Category');
  const item = found ?? (await make());
  const row: Mapped = {
    ...{ facility_id: place.facilityId, realm_id: place.realmId, kind, key, quickbooks_id: item.Id, name: item.Name },
    ...{ origin: found ? 'FOUND' : 'MADE', told: '' },
  };
  await remember(services, place, row);
  rows.push(row);
  return item.Id;

  async function make() {
    const body = { Name: wanted, Type: 'Service', IncomeAccountRef: { value: account?.quickbooks_id ?? '' } };
    try {
      const answer = await books.post('item', body, requestOf('item', wanted, attempt));
      return z.object({ Item: itemSchema }).parse(answer).Item;
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== '6240') throw error;
      // Made meanwhile, or put aside.
      const [there] = (await find(' and Active in (true, false)')).filter(({ Type }) => Type !== 'Category');
      if (there?.Active) return there;
      throw new Blocked(say('books.itemTaken', { name: wanted }));
    }
  }
}

const customerKey = ({ customer, currency }: Bill): string => `${customer.companyId} ${currency}`;

/** A customer there keeps to one currency; `foreign`: this is not the company's own. */
async function customerFor(making: Making, bill: Bill, foreign: boolean): Promise<string> {
  const { services, books, place, attempt } = making;
  const key = customerKey(bill);
  const plain = nameThere(bill.customer.name) + (foreign ? ` (${bill.currency})` : '');
  // Two customers may be called the same here, and none there.
  const wanted = (await isTaken(services.db, place, key, plain)) ? `${plain} #${bill.customer.companyId}` : plain;
  const { email } = bill.customer;
  const told = JSON.stringify([wanted, email]);
  const keep = (id: string, name: string, origin: Mapped['origin']) =>
    remember(services, place, { kind: 'CUSTOMER', key, quickbooks_id: id, name, origin, told });
  const known = await customerOf(services.db, place, key);
  if (known) {
    // What people keep there is theirs.
    if (known.origin === 'MADE' && known.told !== told) await update(known.quickbooks_id);
    return known.quickbooks_id;
  }
  const fits = ({ CurrencyRef }: z.output<typeof customerSchema>) =>
    CurrencyRef === undefined || CurrencyRef.value === bill.currency;
  const find = (active: string) =>
    books.query('Customer', `where DisplayName = ${quoted(wanted)}${active}`, customerSchema);
  const found = (await find('')).find(fits);
  const customer = found ?? (await make());
  await keep(customer.Id, customer.DisplayName, found ? 'FOUND' : 'MADE');
  return customer.Id;

  async function make() {
    const body = {
      ...{ DisplayName: wanted, CompanyName: nameThere(bill.customer.name), PrimaryEmailAddr: { Address: email } },
      ...(foreign && { CurrencyRef: { value: bill.currency } }),
    };
    try {
      const answer = await books.post('customer', body, requestOf('customer', key, told, attempt));
      return z.object({ Customer: customerSchema }).parse(answer).Customer;
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== '6240') throw error;
      const [there] = (await find(' and Active in (true, false)')).filter(fits);
      if (there?.Active) return there;
      throw new Blocked(say('books.nameTaken', { name: wanted }));
    }
  }

  /** Somebody else may change it at the same time: it is read anew, and changed once more. */
  async function update(id: string, again = true): Promise<void> {
    const { Customer } = z.object({ Customer: customerSchema }).parse(await books.get(`customer/${id}`));
    const body = {
      ...{ Id: id, SyncToken: Customer.SyncToken, sparse: true },
      ...{ DisplayName: wanted, PrimaryEmailAddr: { Address: email } },
    };
    try {
      await books.post('customer', body, requestOf('customer', id, Customer.SyncToken, told, attempt));
    } catch (error) {
      if (again && error instanceof Fault && error.code === '5010') return update(id, false);
      if (error instanceof Fault && error.code === '6240') throw new Blocked(say('books.nameTaken', { name: wanted }));
      throw error;
    }
    await keep(id, wanted, 'MADE');
  }
}
