import { CallError } from '@sinter/sdk/contract';
import type { CallContext } from '@sinter/sdk/server';
import { say } from '../texts.ts';
import { presentForm } from './applies.ts';

/** Throws CONFLICT for a buyer whose form shows no instant prices. */
export async function requirePrices(context: CallContext): Promise<void> {
  const form = await presentForm(context);
  if (form?.autoQuote === false) throw new CallError('CONFLICT', say('priceOnRequest'));
}
