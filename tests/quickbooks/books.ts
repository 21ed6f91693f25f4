import type { IncomingMessage } from 'node:http';
import * as z from 'zod';

/** Something in the company: every entity has these. */
export interface Entity {
  Id: string;
  SyncToken: string;
  MetaData: { LastUpdatedTime: string };
  [field: string]: unknown;
}

/**
 * What goes wrong with one of the next calls whose line (`POST invoice`) begins so. `LOST`: it is done, and the answer gets lost.
 * `STALE`: somebody else changes the object just before. A code is a fault of that code.
 */
export interface Trouble {
  on: string;
  what: 'LOST' | 'STALE' | 'THROTTLED' | 'UNAUTHORIZED' | 'DOWN' | { code: string; detail: string };
  /** Of THROTTLED. */
  retryAfter?: string;
}

/** The accounting interface of a simulated company, as far as it is documented and used. */
export interface SimulatedBooks {
  home: string;
  severalCurrencies: boolean;
  ownNumbers: boolean;
  /** Of what has the tax code TAX. */
  taxPercent: number;
  /** Nothing is written for this day or before. */
  closedTo: string;
  /** Happen once each, in their order. */
  troubles: Trouble[];
  all(entity: string): Entity[];
  put(entity: string, fields: Record<string, unknown>): Entity;
  /** A customer pays so much of an invoice. */
  pay(invoiceId: string, amount: number): Entity;
  /** The payment is deleted. */
  unpay(paymentId: string): void;
}

interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Nothing is answered. */
  lost?: boolean;
}

const refSchema = z.object({ value: z.string() });
const linesSchema = z.array(
  z.object({
    Amount: z.number(),
    SalesItemLineDetail: z.object({
      ItemRef: refSchema,
      Qty: z.number(),
      UnitPrice: z.number(),
      TaxCodeRef: refSchema.optional(),
    }),
  }),
);
const names: Readonly<Record<string, string>> = {
  customer: 'Customer',
  item: 'Item',
  invoice: 'Invoice',
  creditmemo: 'CreditMemo',
};

export function simulateBooks(): SimulatedBooks & {
  answer(request: IncomingMessage, path: string, search: URLSearchParams): Promise<Reply>;
} {
  const company = new Map<string, Map<string, Entity>>();
  /** By the name of a request: what it was answered. */
  const answered = new Map<string, Reply>();
  let lastId = 100;
  let lastTime = 0;
  const tableOf = (entity: string) => {
    const table = company.get(entity) ?? new Map<string, Entity>();
    company.set(entity, table);
    return table;
  };
  const stamp = () => {
    lastTime = Math.max(Date.now(), lastTime + 1);
    return { LastUpdatedTime: new Date(lastTime).toISOString() };
  };
  const find = (entity: string, id: string): Entity | undefined => tableOf(entity).get(id);
  const change = (entity: string, before: Entity, fields: Record<string, unknown>): Entity => {
    const next = { ...before, ...fields, SyncToken: String(Number(before.SyncToken) + 1), MetaData: stamp() };
    tableOf(entity).set(before.Id, next);
    return next;
  };

  const books: SimulatedBooks = {
    ...{ home: 'USD', severalCurrencies: false, ownNumbers: true, taxPercent: 0, closedTo: '', troubles: [] },
    all: (entity) => [...tableOf(entity).values()],
    put(entity, fields) {
      const id = String(++lastId);
      const made: Entity = { Active: true, ...fields, Id: id, SyncToken: '0', MetaData: stamp() };
      tableOf(entity).set(id, made);
      return made;
    },
    pay(invoiceId, amount) {
      const invoice = find('Invoice', invoiceId);
      if (!invoice) throw new Error('There is no such invoice.');
      const payment = books.put('Payment', {
        TotalAmt: amount,
        TxnDate: new Date().toISOString().slice(0, 10),
        Line: [{ Amount: amount, LinkedTxn: [{ TxnId: invoiceId, TxnType: 'Invoice' }] }],
      });
      change('Invoice', invoice, {
        Balance: Math.round((Number(invoice['Balance']) - amount) * 100) / 100,
        LinkedTxn: [...linkedOf(invoice), { TxnId: payment.Id, TxnType: 'Payment' }],
      });
      return payment;
    },
    unpay(paymentId) {
      const payment = find('Payment', paymentId);
      tableOf('Payment').delete(paymentId);
      for (const invoice of books.all('Invoice')) {
        if (!linkedOf(invoice).some(({ TxnId }) => TxnId === paymentId)) continue;
        change('Invoice', invoice, {
          Balance: Number(invoice['Balance']) + Number(payment?.['TotalAmt'] ?? 0),
          LinkedTxn: linkedOf(invoice).filter(({ TxnId }) => TxnId !== paymentId),
        });
      }
    },
  };
  books.put('Account', { Name: 'Sales', AccountType: 'Income' });
  books.put('Account', { Name: 'Checking', AccountType: 'Bank' });
  books.put('TaxCode', { Name: 'Taxable' });
  books.put('Term', { Name: 'Net 30' });
  tableOf('TaxCode').set('TAX', { Id: 'TAX', Name: 'TAX', Active: true, SyncToken: '0', MetaData: stamp() });

  const fault = (code: string, Detail: string, status = 400): Reply => ({
    status,
    body: { Fault: { Error: [{ Message: Detail, Detail, code, element: '' }], type: 'ValidationFault' } },
  });

  function check(entity: string, body: Record<string, unknown>): Reply | null {
    const others = (kinds: string[], field: string) =>
      kinds.flatMap((kind) => books.all(kind)).some((each) => each[field] === body[field] && each.Id !== body['Id']);
    if (entity === 'Customer' && others(['Customer', 'Vendor', 'Employee'], 'DisplayName')) {
      return fault('6240', 'The name supplied already exists.');
    }
    if (entity === 'Item') {
      if (others(['Item'], 'Name')) return fault('6240', 'The name supplied already exists.');
      return known('Account', body['IncomeAccountRef']);
    }
    if (entity !== 'Invoice' && entity !== 'CreditMemo') return null;
    if (body['DocNumber'] !== undefined && others([entity], 'DocNumber')) {
      return fault('6140', 'Duplicate Document Number Error');
    }
    if (String(body['TxnDate']) <= books.closedTo) return fault('6210', 'The account period has closed.');
    for (const { Amount, SalesItemLineDetail: line } of linesSchema.parse(body['Line'])) {
      if (Math.abs(Amount - line.Qty * line.UnitPrice) > 0.005)
        return fault('6070', 'Amount is not equal to UnitPrice * Qty.');
      const missing = known('Item', line.ItemRef);
      if (missing) return missing;
    }
    return known('Customer', body['CustomerRef']);
  }
  function known(entity: string, ref: unknown): Reply | null {
    const id = refSchema.safeParse(ref).data?.value ?? '';
    return find(entity, id)?.['Active'] === true
      ? null
      : fault(
          '2500',
          `Invalid Reference Id : ${entity} assigned to this transaction has been deleted or made inactive.`,
        );
  }

  function write(entity: string, body: Record<string, unknown>): Reply {
    const refused = check(entity, body);
    if (refused) return refused;
    if (typeof body['Id'] === 'string') {
      const before = find(entity, body['Id']);
      if (!before) return fault('610', 'Object Not Found');
      if (before.SyncToken !== body['SyncToken']) return fault('5010', 'Stale Object Error');
      return { status: 200, body: { [entity]: change(entity, before, body) } };
    }
    return { status: 200, body: { [entity]: books.put(entity, { ...body, ...amountsOf(entity, body) }) } };
  }
  function amountsOf(entity: string, body: Record<string, unknown>): Record<string, unknown> {
    if (entity !== 'Invoice' && entity !== 'CreditMemo') return {};
    const lines = linesSchema.parse(body['Line']);
    const cents = (of: typeof lines) => Math.round(of.reduce((sum, { Amount }) => sum + Amount, 0) * 100);
    const taxed = lines.filter(({ SalesItemLineDetail: line }) => line.TaxCodeRef?.value === 'TAX');
    const tax = Math.round((cents(taxed) * books.taxPercent) / 100);
    const TotalAmt = (cents(lines) + tax) / 100;
    const own = books.ownNumbers ? {} : { DocNumber: String(1000 + lastId) };
    return { TotalAmt, Balance: TotalAmt, TxnTaxDetail: { TotalTax: tax / 100 }, ...own };
  }

  async function answer(request: IncomingMessage, path: string, search: URLSearchParams): Promise<Reply> {
    const [name = '', id] = path.split('/');
    const line = `${request.method} ${name}`;
    const at = books.troubles.findIndex(({ on }) => line.startsWith(on));
    const [trouble] = at < 0 ? [] : books.troubles.splice(at, 1);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = z.record(z.string(), z.unknown()).safeParse(jsonOf(Buffer.concat(chunks).toString())).data ?? {};
    const what = trouble?.what;
    if (what === 'DOWN') return { status: 503, body: {} };
    if (what === 'UNAUTHORIZED') return { status: 401, body: { fault: { type: 'AUTHENTICATION' } } };
    if (what === 'THROTTLED') {
      const throttled = fault('3001', 'message=ThrottleExceeded; errorCode=003001; statusCode=429', 429);
      return { ...throttled, headers: { 'retry-after': trouble?.retryAfter ?? '1' } };
    }
    if (typeof what === 'object') return fault(what.code, what.detail);
    const entity = names[name];
    if (what === 'STALE' && entity && typeof body['Id'] === 'string') {
      const there = find(entity, body['Id']);
      if (there) change(entity, there, {});
    }
    const reply = done();
    return what === 'LOST' ? { ...reply, lost: true } : reply;

    function done(): Reply {
      if (line === 'GET preferences') {
        const CurrencyPrefs = { MultiCurrencyEnabled: books.severalCurrencies, HomeCurrency: { value: books.home } };
        const SalesFormsPrefs = { CustomTxnNumbers: books.ownNumbers };
        return { status: 200, body: { Preferences: { CurrencyPrefs, SalesFormsPrefs } } };
      }
      if (line === 'GET query') return { status: 200, body: { QueryResponse: ask(search.get('query') ?? '') } };
      if (!entity) return { status: 404, body: {} };
      if (request.method === 'GET') {
        const there = find(entity, id ?? '');
        return there ? { status: 200, body: { [entity]: there } } : fault('610', 'Object Not Found');
      }
      const request_ = search.get('requestid');
      const before = request_ === null ? undefined : answered.get(request_);
      if (before) return before;
      const reply = write(entity, body);
      if (request_ !== null) answered.set(request_, reply);
      return reply;
    }
  }

  /** The part of the query language that is used. */
  function ask(query: string): Record<string, Entity[]> {
    const parsed =
      /^select \* from (\w+)(?: where (.+?))?(?: orderby ([\w.]+))?(?: startposition (\d+))?(?: maxresults (\d+))?$/.exec(
        query.trim().replace(/\s+/g, ' '),
      );
    if (!parsed) throw new Error(`The query is not understood: ${query}`);
    const [, entity = '', where = '', order, start = '1', size = '100'] = parsed;
    const conditions = where === '' ? [] : where.split(' and ');
    const isOpen = conditions.some((each) => each.startsWith('Active in'));
    const rows = books
      .all(entity)
      .filter((row) => isOpen || row['Active'] !== false)
      .filter((row) => conditions.every((each) => matches(row, each)))
      .sort((one, other) => (order ? textOf(one, order).localeCompare(textOf(other, order)) : 0));
    const page = rows.slice(Number(start) - 1, Number(start) - 1 + Number(size));
    return page.length > 0 ? { [entity]: page } : {};
  }

  return Object.assign(books, { answer });
}

const linkedOf = (invoice: Entity) =>
  z.array(z.object({ TxnId: z.string(), TxnType: z.string() })).parse(invoice['LinkedTxn'] ?? []);

const textOf = (row: Entity, field: string): string =>
  field === 'MetaData.LastUpdatedTime' ? row.MetaData.LastUpdatedTime : String(row[field] ?? '');

function matches(row: Entity, condition: string): boolean {
  const [, field = '', operator = '', value = ''] = /^([\w.]+) (=|>=|like|in) (.+)$/.exec(condition) ?? [];
  const texts = [...value.matchAll(/'((?:\\.|[^'\\])*)'/g)].map(([, text = '']) => text.replace(/\\(.)/g, '$1'));
  const [text = ''] = texts;
  if (operator === '=') return textOf(row, field) === text;
  if (operator === '>=') return textOf(row, field) >= text;
  if (operator === 'like') return textOf(row, field).toLowerCase().includes(text.replaceAll('%', '').toLowerCase());
  if (field === 'Active') return true;
  if (operator === 'in') return texts.includes(textOf(row, field));
  throw new Error(`The condition is not understood: ${condition}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
