import { CallError } from '@sinter/sdk/contract';
import { controlledContent } from '@sinter/sdk/contract/host/exportControl';
import { fileContent, ticketContent, uploadFile } from '@sinter/sdk/contract/host/files';
import { fileRelations, fileTickets, storedFiles } from '@sinter/sdk/server';
import { fileStore } from '../files/store.ts';
import { RequestContext } from '../http/context.ts';
import { defineHostModule } from '../hostModule.ts';
import { httpServer } from '../http/server.ts';
import { backgroundJobs } from '../work/jobs.ts';
import { handleTicketContent, separateControlled } from './controlledContent.ts';
import { handleFiles } from './handlers.ts';
import * as tables from './migrations/001_tables.ts';
import * as companyShares from './migrations/003_company_shares.ts';
import * as usedTickets from './migrations/002_used_tickets.ts';
import { partsOf } from './parts.ts';
import { removeContent, removeUnusedContent } from './placement.ts';
import { ticketAddress } from './tickets.ts';
import { createStoredFiles } from './storedFiles.ts';
import { roomDb } from './tables.ts';

export const mediaModule = defineHostModule({
  id: 'media',
  serves: { controlledContent, fileContent, ticketContent, uploadFile },
  migrations: { '001_tables': tables, '002_used_tickets': usedTickets, '003_company_shares': companyShares },
  setup(host) {
    const db = roomDb(host.db);
    const files = host.get(fileStore);
    host.provide(storedFiles, () => createStoredFiles(db, files, () => host.all(fileRelations)));
    host.get(backgroundJobs).of('host')(removeUnusedContent, (_context, content) => removeContent(db, files, content));
    const parts = partsOf(host);
    host.provide(fileTickets, () => ({
      async once(context, fileId) {
        // Only the host makes contexts. An API key has no session that could end, and opens files by itself.
        if (!(context instanceof RequestContext) || context.user.via !== 'session') throw new CallError('FORBIDDEN');
        const file = await parts.storedFiles.require(context.user, fileId);
        const address = ticketAddress(parts, context, file, 'ONCE');
        return address.startsWith('/') ? `${context.origin}${address}` : address;
      },
    }));
    if (parts.controlledUrl !== undefined) separateControlled(host.get(httpServer), parts.controlledUrl);
    handleFiles(parts);
    handleTicketContent(parts);
  },
});
