import type { FastifyInstance } from 'fastify';
import { CallError } from '@sinter/sdk/contract';
import { controlledContent } from '@sinter/sdk/contract/host/exportControl';
import { ticketContent } from '@sinter/sdk/contract/host/files';
import type { FileRecord } from '@sinter/sdk/server';
import type { Parts } from './parts.ts';
import type { RequestContext } from '../http/context.ts';
import { alreadySent } from '../http/handlers.ts';
import { contentOf } from './content.ts';
import { auditRead, redeem, ticketAddress, ticketPaths } from './tickets.ts';

/** Sends the caller, who may read the file, to its content by a ticket. Writes down that it was opened. */
export async function sendToContent(host: Parts, context: RequestContext, file: FileRecord, download: boolean) {
  await auditRead(context, file);
  const address = ticketAddress(host, context, file, 'OFTEN');
  void context.reply.redirect(download ? `${address}?download=true` : address, 302);
  return alreadySent;
}

export function handleTicketContent(host: Parts): void {
  const { handle } = host;
  handle(controlledContent, async (context, { params, query }) => {
    const file = await redeem(host, context, params.ticket, 'controlled');
    if (host.controlledUrl !== undefined) {
      context.reply.headers({
        'Access-Control-Allow-Origin': host.publicUrl(),
        'Cross-Origin-Resource-Policy': 'cross-origin',
        Vary: 'Origin',
      });
    }
    return contentOf(context, file, query.download === 'true');
  });

  handle(ticketContent, async (context, { params }) => {
    const file = await redeem(host, context, params.ticket, 'open');
    context.reply.header('Cache-Control', 'no-store');
    return contentOf(context, file, true);
  });
}

/** The address for controlled contents serves nothing else, and no other address serves them. */
export function separateControlled(app: FastifyInstance, controlledUrl: string): void {
  const { host } = new URL(controlledUrl);
  app.addHook('onRequest', async (request) => {
    if ((request.host === host) !== request.url.startsWith(ticketPaths.controlled)) throw new CallError('NOT_FOUND');
  });
}
