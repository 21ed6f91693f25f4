import * as contract from '@sinter/sdk/contract/orders';
import { defineServer, orderFiles, orderProduction, orderVisibility } from '@sinter/sdk/server';
import { awardQuote, fireEvent, quoteOrder } from './actions.ts';
import { handleComments } from './comments/index.ts';
import { createAndSubmit } from './create.ts';
import { seedDemo } from './demo.ts';
import { estimateFiles } from './estimateFiles.ts';
import * as orders from './migrations/001_orders.ts';
import * as comments from './migrations/002_comments.ts';
import * as parts from './migrations/003_parts.ts';
import * as eventIds from './migrations/004_event_ids.ts';
import { files } from './orderFiles.ts';
import { production } from './production.ts';
import { count, detail, search } from './queries.ts';
import { viewersMatch, visible } from './visibility.ts';

export default defineServer({
  id: 'orders',
  after: ['catalog', 'preparation'],
  migrations: { '001_orders': orders, '002_comments': comments, '003_parts': parts, '004_event_ids': eventIds },
  demo: seedDemo,
  setup(server) {
    server.handle(contract.searchOrders, search);
    server.handle(contract.countOrders, count);
    server.handle(contract.readOrder, (context, { params }) => detail(context, params.id));
    server.handle(contract.createOrder, async (context, { body }) =>
      detail(context, await createAndSubmit(context, body)),
    );
    server.handle(contract.fireOrderEvent, async (context, { params, body }) => {
      await fireEvent(context, params.id, body);
      return detail(context, params.id);
    });
    server.handle(contract.submitQuote, async (context, { params, body }) => {
      await quoteOrder(context, params.id, body);
      return detail(context, params.id);
    });
    server.handle(contract.awardBidUsingPo, async (context, { params, body }) => {
      await awardQuote(context, params.orderId, body);
      return detail(context, params.orderId);
    });
    server.handle(contract.estimatePrice, (context, { body }) => estimateFiles(context, body.files));
    handleComments(server);
    server.provide(orderFiles, files);
    server.provide(orderProduction, production);
    server.provide(orderVisibility, { visible, viewersMatch });
  },
});
