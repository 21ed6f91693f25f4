import * as portal from '@sinter/sdk/contract/orders/portal';
import { readWelcome } from '@sinter/sdk/contract/orders/welcome';
import { noticeDefaults, settingKinds, type ServerHost } from '@sinter/sdk/server';
import { customers } from './customers.ts';
import { customerPortal } from './kind.ts';
import { customerNotices, noticesOf } from './notices.ts';
import { welcomeOf } from './portal.ts';
import { preview } from './preview.ts';

/** What customers see and may do. */
export function handlePortal(server: ServerHost): void {
  server.contribute(settingKinds, customerPortal);
  server.contribute(noticeDefaults, noticesOf);
  server.handle(portal.listPortalNotices, async (context) => customerNotices(context));
  server.handle(readWelcome, async (context) => ({ text: await welcomeOf(context) }));
  server.handle(portal.listPortalCustomers, (context, { query }) => customers(context, query.search));
  server.handle(portal.previewPortal, (context, { body }) => preview(context, body));
}
