import { CallError } from '@sinter/sdk/contract';
import {
  defaultTheme,
  readConfig,
  readElementConfig,
  readPreference,
  saveConfig,
  savePreference,
  themes,
  themeSchema,
  translations,
  type Theme,
} from '@sinter/sdk/contract/host';
import { registryChanged } from '@sinter/sdk/contract/events';
import type { Host } from '../host.ts';
import type { RequestContext } from '../http/context.ts';
import { facilityElement } from '../modules/facility-states.ts';
import { invalidInput } from '../http/errors.ts';
import type { HostDb } from '../session/tables.ts';
import { readRecord, toWire, writeRecord } from './records.ts';
import { configType, shapesRegistry } from './types.ts';

/** The theme of the enterprise; people who are not signed in see it too. */
export async function readTheme(db: HostDb): Promise<Theme> {
  const record = await readRecord(db, { configType: 'THEME_CONFIG', facilityId: null });
  const stored = themeSchema.partial().safeParse(record?.active ? record.config_value : {});
  return { ...defaultTheme, ...(stored.success ? stored.data : {}) };
}

export function handleRecords({ handle, db, states }: Host): void {
  handle(themes, () => readTheme(db));

  handle(translations, async (_context, { params }) => {
    const rows = await db
      .selectFrom('translation')
      .select(['token', 'text'])
      .where('language', '=', params.key)
      .execute();
    return Object.fromEntries(rows.map((row) => [row.token, row.text]));
  });

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

  handle(saveConfig, async (context, { body }) => {
    const value = parseValue(body.configType, body.configValue);
    const { facilityId } = context;
    const record = await context.write(async (unit) => {
      const saved = await writeRecord(unit, { configType: body.configType, facilityId }, value, {
        active: body.active,
        userId: context.user.userId,
      });
      await unit.audit({ action: 'config.saved', objectKind: 'CONFIG', objectId: body.configType, after: value });
      if (shapesRegistry(body.configType)) {
        await unit.emit(registryChanged, { facilityId }, await states.audience(facilityId));
      }
      return saved;
    });
    states.forget();
    return toWire(record);
  });

  handle(savePreference, async ({ user }, { params, body }) => {
    if (body.preferenceType !== params.type) {
      throw new CallError('INVALID_INPUT', undefined, {
        fields: { preferenceType: 'Must be the type in the address' },
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
  if (!type)
    throw new CallError('INVALID_INPUT', undefined, { fields: { configType: 'There is no such configuration' } });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CallError('INVALID_INPUT', undefined, { fields: { configValue: 'Must be JSON' } });
  }
  const parsed = type.schema.safeParse(value);
  if (!parsed.success)
    throw invalidInput(parsed.error.issues.map((issue) => ({ ...issue, path: ['configValue', ...issue.path] })));
  return parsed.data;
}
