import type { CallArguments } from '@sinter/sdk/contract/call';
import type { cancelNesting, finishNesting, Nesting } from '@sinter/sdk/contract/production/nesting';
import type { CallContext } from '@sinter/sdk/server';
import { productionDb } from '../tables.ts';
import { tellNesting } from './audience.ts';
import { requireNesting } from './read.ts';

/** The worker hears the event, or notices when it next tells how far it is. */
const stop = (context: CallContext, id: number, how: 'CANCEL' | 'FINISH'): Promise<Nesting> =>
  context.write(async (unit) => {
    await requireNesting(unit, context, id, true);
    const changed = await productionDb(unit)
      .updateTable('nesting')
      .set(how === 'CANCEL' ? { state: 'CANCELLED' } : { enough: true })
      .where('id', '=', id)
      .where('state', '=', 'WAITING')
      .returning(['share', 'state', 'enough'])
      .executeTakeFirst();
    if (changed) await tellNesting(unit, { id, ...changed });
    return requireNesting(unit, context, id);
  });

export const cancel = (context: CallContext, { params: { id } }: CallArguments<typeof cancelNesting>) =>
  stop(context, id, 'CANCEL');

export const finish = (context: CallContext, { params: { id } }: CallArguments<typeof finishNesting>) =>
  stop(context, id, 'FINISH');
