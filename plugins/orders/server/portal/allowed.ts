import { CallError } from '@sinter/sdk/contract';
import type { OrderEvent } from '@sinter/sdk/contract/orders/orders';
import type { Portal } from '@sinter/sdk/contract/orders/portal';
import type { CallContext } from '@sinter/sdk/server';
import { say } from '../texts.ts';
import { isProvider } from '../visibility.ts';
import { portalOf } from './portal.ts';
import { portalAllows } from './row.ts';

/** Throws FORBIDDEN for what the portal does not let its customers do. */
export function requireAllowed(portal: Portal, event: OrderEvent): void {
  if (!portalAllows(portal, event)) throw new CallError('FORBIDDEN', say('portalOff'));
}

/** The same for calls of their own, before anything else is told. */
export async function requireOffered(context: CallContext, event: OrderEvent): Promise<void> {
  if (!isProvider(context.user)) requireAllowed(await portalOf(context), event);
}

/** Throws FORBIDDEN where the portal keeps prices from its customers. */
export const requirePrices = (context: CallContext): Promise<void> => requireOffered(context, 'AWARD');

/** Throws FORBIDDEN where customers read messages and write none. */
export async function requireMessages(context: CallContext): Promise<void> {
  if (!isProvider(context.user) && !(await portalOf(context)).allowMessages) {
    throw new CallError('FORBIDDEN', say('portalMessages'));
  }
}
