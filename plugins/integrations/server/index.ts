import { contractOf } from '@sinter/sdk/contract/contract';
import * as events from '@sinter/sdk/contract/integrations/events';
import * as magics from '@sinter/sdk/contract/integrations/magics';
import * as quickbooks from '@sinter/sdk/contract/integrations/quickbooks';
import * as quickbooksBooks from '@sinter/sdk/contract/integrations/quickbooksBooks';
import * as webhooks from '@sinter/sdk/contract/integrations/webhooks';
import { areaTexts, auditNames, defineServer, noticeKinds, settingStates, webhookReceivers } from '@sinter/sdk/server';
import { webhooksByName } from './auditNames.ts';
import { handleMagics } from './magics/handlers.ts';
import * as webhookTables from './migrations/001_webhooks.ts';
import * as magicsTables from './migrations/010_magics.ts';
import * as quickbooksTables from './migrations/020_quickbooks.ts';
import * as bookTables from './migrations/021_quickbooks_books.ts';
import * as invoiceAt from './migrations/022_quickbooks_invoice_at.ts';
import * as stateTables from './migrations/023_quickbooks_states.ts';
import * as awardInvoices from './migrations/024_quickbooks_award.ts';
import * as confirmedTo from './migrations/025_quickbooks_confirmed.ts';
import { handleBooks } from './quickbooks/books/handlers.ts';
import { handleQuickbooks } from './quickbooks/handlers.ts';
import { quickbooksNotices } from './quickbooks/notices.ts';
import { settingStatesOf } from './settingStates.ts';
import { say } from './texts.ts';
import { handleWebhooks } from './webhooks/handlers.ts';
import { webhookNotices } from './webhooks/notices.ts';
import { receiversOf } from './webhooks/receivers.ts';

export default defineServer({
  id: 'integrations',
  contract: contractOf(webhooks, quickbooks, quickbooksBooks, magics, events),
  after: ['orders', 'scheduling'],
  migrations: {
    '001_webhooks': webhookTables,
    '010_magics': magicsTables,
    '020_quickbooks': quickbooksTables,
    '021_quickbooks_books': bookTables,
    '022_quickbooks_invoice_at': invoiceAt,
    '023_quickbooks_states': stateTables,
    '024_quickbooks_award': awardInvoices,
    '025_quickbooks_confirmed': confirmedTo,
  },
  setup(server) {
    server.contribute(areaTexts, say);
    server.contribute(auditNames, webhooksByName);
    server.contribute(noticeKinds, [...webhookNotices.kinds, ...quickbooksNotices]);
    server.contribute(settingStates, settingStatesOf(server));
    server.contribute(webhookReceivers, receiversOf(server));
    handleWebhooks(server);
    handleMagics(server);
    handleQuickbooks(server);
    handleBooks(server);
  },
});
