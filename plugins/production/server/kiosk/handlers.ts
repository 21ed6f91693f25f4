import type { CallResult } from '@sinter/sdk/contract/call';
import * as contract from '@sinter/sdk/contract/production/kiosk';
import { isKiosk, type CallContext, type ServerHost } from '@sinter/sdk/server';
import { floorSettings } from '../floor/settings.ts';
import type { ProductionTables } from '../tables.ts';
import { leave } from './acting.ts';
import { enter } from './enter.ts';
import { giveStart, readOf, setOwn, take } from './pins.ts';
import { pinState, stateOf, team } from './rules.ts';

export function handleKiosk(server: ServerHost): void {
  server.handle(contract.readKiosk, read);
  server.handle(contract.enterKiosk, enter);
  server.handle(contract.leaveKiosk, leave);
  server.handle(contract.readOwnPin, async (context) => ({ state: await pinState(context, context.user.userId) }));
  server.handle(contract.setOwnPin, setOwn);
  server.handle(contract.readMemberPin, readOf);
  server.handle(contract.giveStartPin, giveStart);
  server.handle(contract.takePin, take);
}

async function read(context: CallContext): Promise<CallResult<typeof contract.readKiosk>> {
  const { db, facilityId } = context;
  const { kiosk } = await floorSettings(context, db, facilityId);
  const asks = kiosk.pin && isKiosk(context);
  return { asks, stretchSeconds: kiosk.stretchSeconds, people: asks ? await withPins(context) : [] };
}

/** Who can work at a kiosk, by name. */
async function withPins(context: CallContext) {
  const pins = await context.db
    .withTables<ProductionTables>()
    .selectFrom('kiosk_pin')
    .select(['user_id', 'start_until', 'failures'])
    .where('facility_id', '=', context.facilityId)
    .execute();
  const rows = new Map(pins.map((row) => [row.user_id, row]));
  const people = await team(context);
  return people
    .filter(({ kind, userId }) => kind === 'PERSON' && rows.has(userId))
    .map(({ userId, name }) => ({ userId, name, state: stateOf(rows.get(userId)) }));
}
