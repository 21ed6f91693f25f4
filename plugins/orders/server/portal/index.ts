import * as portal from '@sinter/sdk/contract/orders/portal';
import type { ServerHost } from '@sinter/sdk/server';
import { customers } from './customers.ts';
import { portalOf } from './portal.ts';
import { preview } from './preview.ts';

/** What customers see and may do. */
export function handlePortal(server: ServerHost): void {
  server.handle(portal.readPortal, (context) => portalOf(context));
  server.handle(portal.listPortalCustomers, (context, { query }) => customers(context, query.search));
  server.handle(portal.previewPortal, (context, { body }) => preview(context, body));
}
