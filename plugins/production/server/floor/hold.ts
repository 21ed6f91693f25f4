import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import type { holdLot } from '@sinter/sdk/contract/production/lots';
import type { CallContext } from '@sinter/sdk/server';
import { say } from '../texts.ts';
import { changeLot } from './change.ts';

/** Its open steps stop, or go on where they were: see settle.ts. */
export const hold = (context: CallContext, { params, body }: CallArguments<typeof holdLot>) =>
  changeLot(
    context,
    { lotId: params.id, ...body, ...(!body.hold && { contained: 'REFUSED' }) },
    async ({ unit, lot }) => {
      if (lot.state !== 'OPEN' || body.hold === (lot.heldFor !== null)) {
        throw new CallError('TRANSITION_REFUSED', say(body.hold ? 'heldAlready' : 'notHeld'));
      }
      if (body.hold && body.reason === '') {
        throw new CallError('INVALID_INPUT', undefined, { fields: { reason: say('reasonMissing') } });
      }
      const before = lot.heldFor;
      lot.heldFor = body.hold ? body.reason : null;
      await unit.audit({
        action: body.hold ? 'lot.held' : 'lot.released',
        objectKind: 'WORKPLAN_LOT',
        objectId: String(lot.id),
        before,
        after: lot.heldFor,
      });
    },
  );
