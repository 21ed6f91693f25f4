import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type {
  listQuickbooksChoices,
  MappingKind,
  QuickbooksMapped,
  readQuickbooksMapping,
  saveInvoiceAt,
  saveQuickbooksMapping,
} from '@sinter/sdk/contract/integrations/quickbooksBooks';
import { billing } from '@sinter/sdk/contract/orders/billing';
import { wrongField, type CallContext } from '@sinter/sdk/server';
import { sql } from 'kysely';
import * as z from 'zod';
import { ownTransaction } from '../../tables.ts';
import { say } from '../../texts.ts';
import { auditedAs, connectionOf } from '../rows.ts';
import { type Books, Fault, openBooks, quoted, Throttled } from './api.ts';
import { chargeKey } from './bill.ts';
import { mappingOf, type MappingPlace, remember, selectedFor } from './mapping.ts';
import { workNow } from './work.ts';

const mostCharges = 50;

const choiceSchema = z.object({
  Id: z.string(),
  Name: z.string(),
  FullyQualifiedName: z.string().optional(),
  Active: z.boolean().default(true),
  Type: z.string().optional(),
});
type Choice = z.output<typeof choiceSchema>;
const choices: Readonly<Record<MappingKind, { entity: string; where: string }>> = {
  PART: { entity: 'Item', where: '' },
  CHARGE: { entity: 'Item', where: '' },
  TAX: { entity: 'TaxCode', where: '' },
  TERMS: { entity: 'Term', where: '' },
  ACCOUNT: { entity: 'Account', where: "AccountType = 'Income'" },
};
const nameOf = ({ FullyQualifiedName, Name }: Choice): string => (FullyQualifiedName ?? Name).slice(0, 200);

async function connectedPlace({ db, facilityId }: CallContext): Promise<MappingPlace | null> {
  const row = await connectionOf(db, facilityId);
  return row?.status === 'ACTIVE' && row.realm_id !== null ? { facilityId, realmId: row.realm_id } : null;
}

async function placeOf(context: CallContext): Promise<MappingPlace> {
  const place = await connectedPlace(context);
  if (!place) throw new CallError('NOT_POSSIBLE', say('quickbooksNotConnected'));
  return place;
}

/** For a person who waits: what went wrong is said at once. */
async function asked<Answer>(context: CallContext, ask: (books: Books) => Promise<Answer>): Promise<Answer> {
  try {
    return await ask(await openBooks(context, context.facilityId));
  } catch (error) {
    if (error instanceof CallError) throw error;
    context.log.warn('Quickbooks was not asked', { facilityId: context.facilityId, error: String(error) });
    if (error instanceof Throttled) throw new CallError('NOT_POSSIBLE', say('books.throttled'));
    if (error instanceof Fault) throw new CallError('NOT_POSSIBLE', say('books.refused', { detail: error.detail }));
    throw new CallError('NOT_POSSIBLE', say('quickbooksUnreachable'));
  }
}

export async function readMapping(context: CallContext): Promise<CallResult<typeof readQuickbooksMapping>> {
  const place = await connectedPlace(context);
  return place ? shown(context, place) : { connected: false, invoiceAt: 'SHIPPED', rows: [], missing: [] };
}

async function shown(context: CallContext, place: MappingPlace): Promise<CallResult<typeof readQuickbooksMapping>> {
  const { db, facilityId } = context;
  const [connection, mapped, names, { rows: processes }] = await Promise.all([
    connectionOf(db, facilityId),
    mappingOf(db, place),
    context.get(billing).chargeNames(db, facilityId, mostCharges),
    // What its machines make, and what was mapped before.
    sql<{ id: number; name: string }>`
      select p.id, p.name from am_process p where p.id in (
        select m.am_process_id from material m join facility_material f on f.material_id = m.id
        where f.facility_id = ${facilityId}) order by p.name
    `.execute(db),
  ]);
  const row = (kind: MappingKind, key: string, name: string): QuickbooksMapped => {
    const found = mapped.find((each) => each.kind === kind && each.key === key);
    const selected = found ? { id: found.quickbooks_id, name: found.name, origin: found.origin } : null;
    return { kind, key, name, selected };
  };
  const sold = [
    ...processes.map(({ id, name }) => row('PART', String(id), name)),
    ...names.map((name) => row('CHARGE', chargeKey(name), name)),
  ];
  const general = [
    row('ACCOUNT', '', ''),
    row('TAX', '', ''),
    row('TERMS', '', ''),
    row('PART', '', ''),
    row('CHARGE', '', ''),
  ];
  const canMake = selectedFor(mapped, 'ACCOUNT', '') !== undefined;
  const missing = canMake ? [] : sold.filter(({ kind, key }) => !selectedFor(mapped, kind, key));
  return {
    ...{ connected: true, invoiceAt: connection?.invoice_at ?? 'SHIPPED' },
    ...{ rows: [...general, ...sold], missing: missing.map(({ name }) => name) },
  };
}

export async function saveMapping(
  context: CallContext,
  { body: { kind, key, choiceId } }: CallArguments<typeof saveQuickbooksMapping>,
): Promise<CallResult<typeof saveQuickbooksMapping>> {
  const { facilityId } = context;
  const place = await placeOf(context);
  const { entity } = choices[kind];
  if (choiceId !== null) {
    const [found] = await asked(context, (books) =>
      books.query(entity, `where Id = ${quoted(choiceId)}`, choiceSchema),
    );
    if (!found?.Active) throw wrongField('choiceId', say('books.notThere'));
    await remember(context, place, { kind, key, quickbooks_id: found.Id, name: nameOf(found), origin: 'SELECTED' });
  }
  await context.write(async (unit) => {
    if (choiceId === null) {
      await ownTransaction(unit.db)
        .deleteFrom('quickbooks_mapping')
        .where('facility_id', '=', facilityId)
        .where('realm_id', '=', place.realmId)
        .where('kind', '=', kind)
        .where('key', '=', key)
        .execute();
    }
    await unit.audit({
      ...{ action: 'quickbooks.mapping_saved', ...auditedAs(facilityId), after: { kind, key, quickbooksId: choiceId } },
    });
  });
  return shown(context, place);
}

export async function saveMoment(
  context: CallContext,
  { body: { invoiceAt } }: CallArguments<typeof saveInvoiceAt>,
): Promise<CallResult<typeof saveInvoiceAt>> {
  const { facilityId } = context;
  const place = await placeOf(context);
  await context.write(async (unit) => {
    await ownTransaction(unit.db)
      .updateTable('quickbooks_connection')
      .set({ invoice_at: invoiceAt, confirmed_to: null })
      .where('facility_id', '=', facilityId)
      .execute();
    await unit.audit({ action: 'quickbooks.mapping_saved', ...auditedAs(facilityId), after: { invoiceAt } });
    // What is on its way may be due now.
    await workNow(unit, facilityId);
  });
  return shown(context, place);
}

export async function listChoices(
  context: CallContext,
  { query: { kind, q } }: CallArguments<typeof listQuickbooksChoices>,
): Promise<CallResult<typeof listQuickbooksChoices>> {
  await placeOf(context);
  const { entity, where } = choices[kind];
  const named = q === '' ? [] : [`Name like ${quoted(`%${q}%`)}`];
  const conditions = [...(where === '' ? [] : [where]), ...named].join(' and ');
  const found = await asked(context, (books) =>
    books.query(entity, `${conditions === '' ? '' : `where ${conditions} `}orderby Name maxresults 50`, choiceSchema),
  );
  return {
    choices: found
      .filter(({ Active, Type }) => Active && Type !== 'Category')
      .map((each) => ({ id: each.Id, name: nameOf(each) })),
  };
}
