import * as contract from '@sinter/sdk/contract/grabcad/tray';
import { contractOf } from '@sinter/sdk/contract/contract';
import { areaTexts, defineServer } from '@sinter/sdk/server';
import * as tray from './migrations/001_tray.ts';
import * as noTokens from './migrations/002_no_tokens.ts';
import { firstCalls } from './firstCalls.ts';
import { handOut } from './models.ts';
import { partsOfTray } from './parts.ts';
import { publicKey, ticketFor } from './tickets.ts';
import { say } from './texts.ts';

export default defineServer({
  id: 'grabcad',
  contract: contractOf(contract),
  after: ['orders', 'scheduling'],
  migrations: { '001_tray': tray, '002_no_tokens': noTokens },
  firstCalls,
  setup(server) {
    server.contribute(areaTexts, say);
    server.handle(contract.trayTicket, async (context, { body }) => ({ ticket: await ticketFor(context, body.nonce) }));
    server.handle(contract.trayKey, publicKey);
    server.handle(contract.trayParts, (context, { body }) => partsOfTray(context, body));
    server.handle(contract.trayModels, (context, { body }) => handOut(context, body));
  },
});
