import { readOrder } from '@sinter/sdk/contract/orders/orders';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { AskedOrder } from './content.ts';

/** An order with its form and answers. These are read first: what changes in between is refused when it is saved by an older version. */
export async function askedOrder(
  { api }: Pick<PluginHost, 'api'>,
  id: number,
  signal?: AbortSignal,
): Promise<AskedOrder> {
  const options = signal ? { signal } : {};
  const { orderAnswers } = await import('../request/presentForm.ts');
  const { form, answers } = await orderAnswers({ api }, id, options);
  return { ...(await api.call(readOrder, { params: { id } }, options)), form, answers };
}
