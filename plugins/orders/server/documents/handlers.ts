import { Readable } from 'node:stream';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import { CallError } from '@sinter/sdk/contract';
import {
  listOrderDocuments,
  type OrderDocument,
  orderDocumentTypeSchema,
  readOrderDocument,
} from '@sinter/sdk/contract/orders/documents';
import { hasOrderRight } from '@sinter/sdk/contract/orders/rights';
import { documentLanguage, documents, type CallContext, type FileReply, type ServerHost } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { partsShown, requireVisible, viewersMatch, visible } from '../visibility.ts';
import { portalOf } from '../portal/portal.ts';
import { portalAllows } from '../portal/row.ts';
import { suppliersOf } from '../portal/suppliers.ts';
import { issueJob, issueMissing, onIssue, subjectOf } from './issue.ts';
import { papersOf } from './papers.ts';

export function handleDocuments(server: ServerHost): void {
  server.job(issueJob, onIssue);
  server.handle(listOrderDocuments, list);
  server.handle(readOrderDocument, read);
}

/** The facilities' parts in the order whose papers the caller may read: a facility its own, a buyer all; whoever sees prices. */
async function readable(context: CallContext, orderId: number): Promise<number[]> {
  await requireVisible(context, orderId);
  if (!hasOrderRight(context.user.memberRoles, 'prices')) return [];
  if (!portalAllows(await portalOf(context), 'AWARD')) return [];
  const { user, db } = context;
  const { rows } = await sql<{ id: number }>`
    select qm.id from rfq_order o ${viewersMatch(user)}
      join rfq_match qm on qm.order_id = o.id and (m.id is null or qm.id = m.id)
    where o.id = ${orderId} and ${visible(user)} and ${partsShown}
      and exists (select from quote q where q.match_id = qm.id)
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Newest first, in the language asked for, else in the caller's. */
export async function all(context: CallContext, orderId: number, asked: string | undefined): Promise<OrderDocument[]> {
  const language = documentLanguage(asked ?? (await languageOf(context)));
  const { allowInvoice } = await portalOf(context);
  const told = await suppliersOf(context, [orderId]);
  const found: OrderDocument[] = [];
  for (const paper of await papersOf(context, await readable(context, orderId))) {
    await issueMissing(context, paper);
    const { matchId, facility } = paper;
    for (const type of orderDocumentTypeSchema.options.filter((each) => allowInvoice || each !== 'invoice-draft')) {
      const versions = await context.get(documents).issued(context.db, subjectOf(type, matchId));
      versions.forEach(({ version, issuedAt, hashes }, index) =>
        found.push({
          ...{ type, matchId, version, replaced: index > 0, issuedOn: issuedAt, hash: hashes[language] },
          facility: told?.(orderId, facility.id) ?? { id: facility.id, name: facility.name },
        }),
      );
    }
  }
  return found.sort((one, other) => other.issuedOn.localeCompare(one.issuedOn));
}

const list = async (
  context: CallContext,
  { params, query }: CallArguments<typeof listOrderDocuments>,
): Promise<CallResult<typeof listOrderDocuments>> => ({ documents: await all(context, params.id, query.language) });

async function read(
  context: CallContext,
  { params, query }: CallArguments<typeof readOrderDocument>,
): Promise<FileReply> {
  const language = documentLanguage(query.language ?? (await languageOf(context)));
  const found = (await all(context, params.id, language)).find(
    ({ type, matchId, version }) =>
      type === params.type && matchId === (query.matchId ?? matchId) && version === (query.version ?? version),
  );
  if (!found) throw new CallError('NOT_FOUND');
  const { bytes } = await context
    .get(documents)
    .renderIssued(subjectOf(found.type, found.matchId), found.version, language);
  return {
    stream: Readable.from([bytes]),
    contentType: 'application/pdf',
    size: bytes.length,
    ...(query.download === 'true' && { downloadName: `${found.type}-${params.id}-v${found.version}.pdf` }),
    cache: 'private',
  };
}

/** The one that the reader has chosen. */
export async function languageOf({ db, user }: CallContext): Promise<string | undefined> {
  const { rows } = await sql<{ language: string }>`select language from app_user where id = ${user.userId}`.execute(db);
  return rows[0]?.language;
}
