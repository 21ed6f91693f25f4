import { CallError } from '@sinter/sdk/contract';
import {
  readConfig,
  readElementConfig,
  readPreference,
  saveConfig,
  savePreference,
} from '@sinter/sdk/contract/host/records';
import { readPaymentOptions } from '@sinter/sdk/contract/host/configuration';
import type { Parts } from './parts.ts';
import type { RequestContext } from '../http/context.ts';
import { facilityElement } from '../records/records.ts';
import { changeRegistry } from '../modules/revisions.ts';
import { roomTransaction } from '../records/tables.ts';
import { readRecord, toWire, writeRecord } from '../records/records.ts';
import { configType, isRegistryState, paymentConfigType } from './types.ts';
import { say } from '../say.ts';
import { invalidInput, paymentOptions } from '@sinter/sdk/server';

export function handleRecords({ handle, db, states, all }: Parts): void {
  handle(readConfig, async (context, { params }) => {
    if (!mayRead(context, params.type)) return null;
    const facilityId = await states.facilityOf(context.principal);
    const record = await readRecord(db, { configType: params.type, facilityId });
    return record && toWire(record);
  });

  handle(readElementConfig, async (context, { params }) => {
    if (!mayRead(context, params.configType) || params.elementType !== facilityElement) return null;
    if (params.elementId !== (await states.facilityOf(context.principal))) throw new CallError('NOT_FOUND');
    const record = await readRecord(db, { configType: params.configType, facilityId: params.elementId });
    return record && toWire(record);
  });

  handle(readPaymentOptions, async ({ principal }) => {
    const facilityId = await states.facilityOf(principal);
    const [options] = all(paymentOptions);
    if (!options) return null;
    return {
      id: facilityId,
      active: true,
      configType: paymentConfigType,
      elementType: facilityElement,
      elementId: facilityId,
      configValue: JSON.stringify(await options.read(db, facilityId)),
    };
  });

  handle(saveConfig, async ({ facilityId, user, write }, { body: { configType, configValue, active } }) => {
    const value = parseValue(configType, configValue);
    const who = { facilityId, userId: user.userId };
    const record = await write(async (unit) => {
      const before = await readRecord(roomTransaction(unit.db), { configType, facilityId });
      const save = () => writeRecord(unit, { configType, facilityId }, value, { active, userId: user.userId });
      const saved = isRegistryState(configType) ? (await changeRegistry(unit, states, who, save)).result : await save();
      await unit.audit({
        action: 'config.saved',
        objectKind: 'CONFIG',
        objectId: configType,
        before: before?.config_value,
        after: value,
      });
      return saved;
    });
    states.forget();
    return toWire(record);
  });

  handle(savePreference, async ({ user }, { params, body }) => {
    if (body.preferenceType !== params.type) {
      throw new CallError('INVALID_INPUT', undefined, {
        fields: { preferenceType: say('typeOfAddress') },
      });
    }
    await db
      .insertInto('user_preference')
      .values({ user_id: user.userId, preference_type: params.type, preference: body.preference })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'preference_type']).doUpdateSet({ preference: body.preference }),
      )
      .execute();
    return body;
  });

  handle(readPreference, async ({ user }, { params }) => {
    const row = await db
      .selectFrom('user_preference')
      .select(['preference_type as preferenceType', 'preference'])
      .where('user_id', '=', user.userId)
      .where('preference_type', '=', params.type)
      .executeTakeFirst();
    return row ?? null;
  });
}

function mayRead({ principal }: RequestContext, name: string): boolean {
  const type = configType(name);
  return type !== undefined && (type.shop || principal?.role === 'ROLE_SERVICE_PROVIDER');
}

function parseValue(name: string, text: string): unknown {
  const type = configType(name);
  if (!type) throw new CallError('INVALID_INPUT', undefined, { fields: { configType: say('noConfiguration') } });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CallError('INVALID_INPUT', undefined, { fields: { configValue: say('notJson') } });
  }
  const parsed = type.schema.safeParse(value);
  if (!parsed.success) throw invalidInput(parsed.error.issues, ['configValue']);
  return parsed.data;
}
