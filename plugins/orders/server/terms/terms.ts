import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { type ShopTerms, termsFileAddress } from '@sinter/sdk/contract/host/storeFront';
import type { AcceptedTerms, acceptTerms, readDocumentation, ShownTerms } from '@sinter/sdk/contract/orders/terms';
import { shops, type CallContext, type Work } from '@sinter/sdk/server';
import { lockOrder, ordersDb, refused } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { requireVisible } from '../visibility.ts';

/** The shop's terms in a language. */
export async function documentation(
  { db, get }: CallContext,
  { params: { type }, query: { language = 'en_US' } }: CallArguments<typeof readDocumentation>,
): Promise<CallResult<typeof readDocumentation>> {
  const { terms } = await get(shops).factsFor(db, null);
  const document = terms && documentIn(terms, language);
  return (
    document && { type, title: document.title, version: terms.version, fileURL: termsFileAddress(document.fileId) }
  );
}

const documentIn = ({ documents }: ShopTerms, language: string) =>
  documents[language] ?? documents['en_US'] ?? Object.values(documents)[0] ?? null;

/** Keeps with a draft what its buyer has accepted. */
export async function accept(
  context: CallContext,
  { params: { id }, body }: CallArguments<typeof acceptTerms>,
): Promise<AcceptedTerms> {
  await requireVisible(context, id);
  return context.write(async (unit) => {
    const { status } = await lockOrder(unit, id);
    if (status !== 'DRAFT') {
      const { details } = refused(status, 'SUBMIT', []);
      throw new CallError('TRANSITION_REFUSED', say('termsTooLate'), { from: details.from });
    }
    return keepTerms(context, unit, id, body);
  });
}

/** What was shown must be what is published: nobody accepts a text that they have not seen. */
export async function keepTerms(
  { get, user }: CallContext,
  unit: Work,
  orderId: number,
  { version, language }: ShownTerms,
): Promise<AcceptedTerms> {
  const { terms } = await get(shops).factsFor(unit.db, user);
  const document = terms?.documents[language];
  if (!terms) throw new CallError('NOT_FOUND');
  if (terms.version !== version || !document) throw new CallError('CONFLICT', say('termsChanged'));
  const person = await unit.db
    .selectFrom('app_user')
    .select(['first_name', 'last_name'])
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow();
  const accepted: AcceptedTerms = {
    version,
    language,
    title: document.title,
    fileURL: termsFileAddress(document.fileId),
    by: `${person.first_name} ${person.last_name}`.trim(),
    at: new Date().toISOString(),
  };
  await ordersDb(unit)
    .updateTable('rfq_order')
    .set({ terms: JSON.stringify(accepted) })
    .where('id', '=', orderId)
    .execute();
  await unit.audit({ action: 'order.terms_accepted', objectKind: 'RFQ', objectId: String(orderId), after: accepted });
  return accepted;
}
