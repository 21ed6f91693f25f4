import * as portal from '@sinter/sdk/contract/orders/portal';
import { settingKinds, type ServerHost } from '@sinter/sdk/server';
import { customers } from './customers.ts';
import { customerPortal } from './kind.ts';
import { portalOf } from './portal.ts';
import { preview } from './preview.ts';

/** What customers see and may do. */
export function handlePortal(server: ServerHost): void {
  server.contribute(settingKinds, customerPortal);
  server.handle(portal.readPortal, (context) => portalOf(context));
  server.handle(portal.listPortalCustomers, (context, { query }) => customers(context, query.search));
  server.handle(portal.previewPortal, (context, { body }) => preview(context, body));
}
