import type { FastifyInstance } from 'fastify';
import { CallError } from '@sinter/sdk/contract';
import { controlledContent } from '@sinter/sdk/contract/host/exportControl';
import type { FileRecord } from '@sinter/sdk/server';
import * as z from 'zod';
import type { Parts } from './parts.ts';
import type { RequestContext } from '../http/context.ts';
import { alreadySent } from '../http/handlers.ts';
import { contentOf } from './content.ts';
import { readSession } from '../session/readSession.ts';
import { withClearance } from '../clearance/clearance.ts';

const purpose = 'controlled-content';
const ticketMs = 5 * 60_000;
const ticketSchema = z.object({ fileId: z.number(), sessionId: z.string(), until: z.number() });
const path = '/api/v1/controlled-files/';

/** Sends the caller, who may read the file, to its content by a ticket. Writes down that it was opened. */
export async function sendToContent(host: Parts, context: RequestContext, file: FileRecord, download: boolean) {
  await context.write((unit) =>
    unit.audit({ action: 'file.controlled_read', objectKind: 'FILE', objectId: String(file.id) }),
  );
  const ticket = { fileId: file.id, sessionId: context.activeSession.id, until: Date.now() + ticketMs };
  const address = `${host.controlledUrl ?? ''}${path}${host.secrets.seal(purpose, JSON.stringify(ticket))}`;
  void context.reply.redirect(download ? `${address}?download=true` : address, 302);
  return alreadySent;
}

export function handleControlledContent(host: Parts): void {
  const { handle, db, registered, secrets, storedFiles } = host;
  handle(controlledContent, async (context, { params, query }) => {
    const { fileId, sessionId, until } = openTicket(secrets, params.ticket);
    if (until < Date.now()) throw new CallError('LINK_EXPIRED');
    // Decided again: the session or the right may have ended since the ticket was given.
    const session = withClearance(await readSession(db, registered, sessionId), context.request);
    if (!session) throw new CallError('LINK_EXPIRED');
    // The caller is whom the ticket was given to: what is refused now is written down under that name.
    context.request.session = session;
    const file = await storedFiles.require(session.principal, fileId);
    if (host.controlledUrl !== undefined) {
      context.reply.headers({
        'Access-Control-Allow-Origin': host.publicUrl(),
        'Cross-Origin-Resource-Policy': 'cross-origin',
        Vary: 'Origin',
      });
    }
    return contentOf(context, file, query.download === 'true');
  });
}

function openTicket(secrets: Parts['secrets'], ticket: string) {
  try {
    return ticketSchema.parse(JSON.parse(secrets.open(purpose, ticket)));
  } catch {
    throw new CallError('NOT_FOUND'); // changed or made up
  }
}

/** The address for controlled contents serves nothing else, and no other address serves them. */
export function separateControlled(app: FastifyInstance, controlledUrl: string): void {
  const { host } = new URL(controlledUrl);
  app.addHook('onRequest', async (request) => {
    if ((request.host === host) !== request.url.startsWith(path)) throw new CallError('NOT_FOUND');
  });
}
