import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { CallError } from '@sinter/sdk/contract';
import type { FileRecord } from '@sinter/sdk/server';
import * as z from 'zod';
import { withClearance } from '../clearance/clearance.ts';
import type { RequestContext } from '../http/context.ts';
import { readSession } from '../session/readSession.ts';
import type { Parts } from './parts.ts';
import { type RoomDb, roomDb } from './tables.ts';

/** Contents that are export controlled come from one of these paths, all others from the other. */
export const ticketPaths = { controlled: '/api/v1/controlled-files/', open: '/api/v1/file-tickets/' } as const;

const purpose = 'controlled-content';
const ticketMs = 5 * 60_000;
const ticketSchema = z.object({
  fileId: z.number(),
  sessionId: z.string(),
  until: z.number(),
  /** Of a ticket that is good for one use. */
  once: z.uuid().optional(),
});

/** An address of the file's content for the session of the context, whose user may read it now. */
export function ticketAddress(
  { secrets, controlledUrl }: Pick<Parts, 'secrets' | 'controlledUrl'>,
  context: RequestContext,
  file: FileRecord,
  use: 'ONCE' | 'OFTEN',
): string {
  const ticket: z.output<typeof ticketSchema> = {
    fileId: file.id,
    sessionId: context.activeSession.id,
    until: Date.now() + ticketMs,
    ...(use === 'ONCE' ? { once: randomUUID() } : {}),
  };
  const sealed = secrets.seal(purpose, JSON.stringify(ticket));
  return file.controlled ? `${controlledUrl ?? ''}${ticketPaths.controlled}${sealed}` : `${ticketPaths.open}${sealed}`;
}

/**
 * The file of a ticket that came by one of the two paths. Decides again: the session or the right may have ended since the
 * ticket was given, the network may be another, and the file may have been marked.
 */
export async function redeem(
  { secrets, db, registered, storedFiles }: Parts,
  context: RequestContext,
  sealed: string,
  path: keyof typeof ticketPaths,
): Promise<FileRecord> {
  const { fileId, sessionId, until, once } = openTicket(secrets, sealed);
  if (until < Date.now()) throw new CallError('LINK_EXPIRED');
  const session = withClearance(await readSession(db, registered, sessionId), context.request);
  if (!session) throw new CallError('LINK_EXPIRED');
  // The caller is whom the ticket was given to: what is read or refused now is written down under that name.
  context.request.session = session;
  const file = await storedFiles.require(session.principal, fileId);
  if (file.controlled !== (path === 'controlled')) throw new CallError('NOT_FOUND');
  if (once !== undefined) {
    if (!(await spend(roomDb(context.db), once, until))) throw new CallError('LINK_EXPIRED');
    if (file.controlled) await auditRead(context, file);
  }
  return file;
}

export const auditRead = (context: RequestContext, { id }: FileRecord): Promise<void> =>
  context.write((unit) => unit.audit({ action: 'file.controlled_read', objectKind: 'FILE', objectId: String(id) }));

/** `false`: it was used before. */
async function spend(db: RoomDb, id: string, until: number): Promise<boolean> {
  await db
    .deleteFrom('used_ticket')
    .where('until', '<', sql<Date>`now()`)
    .execute();
  const used = await db
    .insertInto('used_ticket')
    .values({ id, until: new Date(until) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return used.numInsertedOrUpdatedRows === 1n;
}

function openTicket(secrets: Parts['secrets'], ticket: string) {
  try {
    return ticketSchema.parse(JSON.parse(secrets.open(purpose, ticket)));
  } catch {
    throw new CallError('NOT_FOUND'); // changed or made up
  }
}
