import { CallError } from '@sinter/sdk/contract';
import type { CallArguments } from '@sinter/sdk/contract/call';
import { listCarriers, saveCarriers, wrongCarriers, type KeptCarriers } from '@sinter/sdk/contract/orders/carriers';
import type { CallContext, ServerHost } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { ordersDb } from '../lifecycle.ts';
import { say } from '../texts.ts';
import { carriersOf, requireVersion, withBuiltIn } from './carriers.ts';

const told = { NAME: say('nameMissing'), TWICE: say('listedTwice'), EXAMPLE: say('exampleOdd') };

export function handleCarriers(server: ServerHost): void {
  server.handle(listCarriers, ({ db, facilityId }) => carriersOf(db, facilityId));
  server.handle(saveCarriers, save);
}

async function save(context: CallContext, { body }: CallArguments<typeof saveCarriers>): Promise<KeptCarriers> {
  const wrong = Object.entries(wrongCarriers(body.carriers)).map(([path, what]) => [path, told[what]]);
  if (wrong.length > 0) throw new CallError('INVALID_INPUT', undefined, { fields: Object.fromEntries(wrong) });
  const { facilityId, user } = context;
  const kept = { version: body.version + 1, carriers: withBuiltIn(body.carriers) };
  await context.write(async (unit) => {
    // Two who save for the first time have no row to lock.
    await sql`select from facility where id = ${facilityId} for update`.execute(unit.db);
    const before = await carriersOf(unit.db, facilityId);
    requireVersion(body.version, before.version, await lastEditor(unit, facilityId));
    const values = {
      version: kept.version,
      carriers: JSON.stringify(kept.carriers),
      updated_by: user.userId,
      updated_at: new Date(),
    };
    await ordersDb(unit)
      .insertInto('carrier_settings')
      .values({ facility_id: facilityId, ...values })
      .onConflict((conflict) => conflict.column('facility_id').doUpdateSet(values))
      .execute();
    await unit.audit({
      action: 'facility.carriers',
      objectKind: 'FACILITY',
      objectId: String(facilityId),
      before: before.carriers,
      after: kept.carriers,
    });
  });
  return kept;
}

async function lastEditor({ db }: Pick<CallContext, 'db'>, facilityId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select u.first_name || ' ' || u.last_name as name
    from carrier_settings s join app_user u on u.id = s.updated_by where s.facility_id = ${facilityId}
  `.execute(db);
  return rows[0]?.name ?? '';
}
