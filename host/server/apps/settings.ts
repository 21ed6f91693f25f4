import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import type { AppForm, SettingField, SettingValue } from '@sinter/sdk/contract/apps/settings';
import type { Work } from '@sinter/sdk/server';
import type { Setting, Settings } from '#registry/vendor';
import type { Secrets } from '../secrets/secrets.ts';
import { type App, textOf } from './installed.ts';
import { type RoomDb, roomTransaction } from './tables.ts';

export interface Place {
  facilityId: number;
  pluginId: string;
}

const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const sealedSchema = z.record(z.string(), z.string());

export interface SavedSettings {
  values: Record<string, SettingValue>;
  /** Sealed. */
  secrets: Record<string, string>;
  backend: string | null;
  revision: number;
}

export async function readSettings(db: RoomDb, { facilityId, pluginId }: Place): Promise<SavedSettings> {
  const row = await db
    .selectFrom('app_setting')
    .select(['settings', 'secrets', 'backend', 'revision'])
    .where('facility_id', '=', facilityId)
    .where('plugin_id', '=', pluginId)
    .executeTakeFirst();
  return {
    values: valuesSchema.safeParse(row?.settings).data ?? {},
    secrets: sealedSchema.safeParse(row?.secrets).data ?? {},
    backend: row?.backend ?? null,
    revision: row?.revision ?? 0,
  };
}

export async function removeSettings(unit: Work, { facilityId, pluginId }: Place): Promise<void> {
  await roomTransaction(unit.db)
    .deleteFrom('app_setting')
    .where('facility_id', '=', facilityId)
    .where('plugin_id', '=', pluginId)
    .execute();
}

/** Bound to the place, so that nobody can put one of another facility there. */
const purposeOf = ({ facilityId, pluginId }: Place, name: string): string =>
  `app setting ${facilityId} ${pluginId} ${name}`;

export const sealSetting = (secrets: Secrets, place: Place, name: string, value: string): string =>
  secrets.seal(purposeOf(place, name), value);

/** In the clear, for the vendor's own server alone. */
export const openSettings = (secrets: Secrets, place: Place, sealed: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(sealed).map(([name, text]) => [name, secrets.open(purposeOf(place, name), text)]));

const none: Settings = { type: 'object', properties: {}, required: [] };
export const declaredOf = ({ descriptor }: App): Settings => descriptor.config?.schema ?? none;
const isSecret = (setting: Setting): boolean => setting.type === 'string' && setting.writeOnly === true;

function fieldOf(app: App, language: string, name: string, setting: Setting): SettingField {
  const text = setting.type === 'string' ? setting : null;
  const number = setting.type === 'number' || setting.type === 'integer' ? setting : null;
  return {
    name,
    type: setting.type,
    title: textOf(app, setting.title, language),
    description: setting.description === undefined ? null : textOf(app, setting.description, language),
    required: declaredOf(app).required.includes(name),
    secret: isSecret(setting),
    options: text?.enum ?? null,
    format: text?.format ?? null,
    minimum: text ? (text.minLength ?? null) : (number?.minimum ?? null),
    maximum: text ? text.maxLength : (number?.maximum ?? null),
    default: setting.default ?? null,
  };
}

export function formOf(app: App, saved: SavedSettings, language: string): AppForm {
  const { properties } = declaredOf(app);
  const { id, title, version, backend } = app.descriptor;
  return {
    id,
    title: textOf(app, title, language),
    version,
    fields: Object.entries(properties).map(([name, setting]) => fieldOf(app, language, name, setting)),
    values: onlyDeclared(properties, saved.values),
    secretsSet: Object.keys(saved.secrets).filter((name) => properties[name] && isSecret(properties[name])),
    revision: saved.revision,
    backend: backend ? { declared: backend.url, address: saved.backend } : null,
  };
}

/** What an earlier version of the plugin has left is not shown, and not lost before somebody saves. */
function onlyDeclared(properties: Settings['properties'], values: Record<string, SettingValue>) {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => properties[name] !== undefined && !isSecret(properties[name])),
  );
}

/** What the plugin reads: what is saved, and defaults. */
export function valuesFor(app: App, saved: SavedSettings): Record<string, SettingValue> {
  const { properties } = declaredOf(app);
  const defaults = Object.entries(properties).flatMap(([name, setting]) =>
    setting.default === undefined || isSecret(setting) ? [] : [[name, setting.default] as const],
  );
  return { ...Object.fromEntries(defaults), ...onlyDeclared(properties, saved.values) };
}

/** A schema made of what `plugin.json` says of the settings; secrets apart. */
export function valueSchema({ properties, required }: Settings) {
  const shape: Record<string, z.ZodType<SettingValue | undefined>> = {};
  for (const [name, setting] of Object.entries(properties)) {
    if (isSecret(setting)) continue;
    const schema = schemaOf(setting);
    const needed = required.includes(name) && setting.default === undefined;
    shape[name] = needed ? schema : schema.optional();
  }
  return z.strictObject(shape);
}

function schemaOf(setting: Setting): z.ZodType<SettingValue> {
  if (setting.type === 'boolean') return z.boolean();
  if (setting.type === 'string') {
    if (setting.enum) return z.enum(setting.enum);
    const text = setting.format === 'uri' ? z.url({ protocol: /^https?$/ }) : z.string();
    return text.min(setting.minLength ?? 0).max(setting.maxLength);
  }
  let number = setting.type === 'integer' ? z.int() : z.number();
  if (setting.minimum !== undefined) number = number.min(setting.minimum);
  if (setting.maximum !== undefined) number = number.max(setting.maximum);
  return number;
}

/** Secrets that the form sends: only declared ones, of the declared length. */
export function secretSchema({ properties }: Settings) {
  const shape: Record<string, z.ZodType<string | null | undefined>> = {};
  for (const [name, setting] of Object.entries(properties)) {
    if (setting.type !== 'string' || !isSecret(setting)) continue;
    shape[name] = z
      .string()
      .min(setting.minLength ?? 1)
      .max(setting.maxLength)
      .nullable()
      .optional();
  }
  return z.strictObject(shape);
}

/** Writes what was checked. Throws CHANGED when somebody has saved since `revision`. */
export async function writeSettings(
  unit: Work,
  { facilityId, pluginId }: Place,
  { values, secrets, backend, revision }: SavedSettings,
  userId: number,
): Promise<void> {
  const db = roomTransaction(unit.db);
  const content = {
    settings: JSON.stringify(values),
    secrets: JSON.stringify(secrets),
    backend,
    revision: revision + 1,
    updated_by: userId,
    updated_at: new Date(),
  };
  const written = await db
    .insertInto('app_setting')
    .values({ facility_id: facilityId, plugin_id: pluginId, ...content })
    .onConflict((conflict) =>
      conflict.columns(['facility_id', 'plugin_id']).doUpdateSet(content).where('app_setting.revision', '=', revision),
    )
    .returning('revision')
    .executeTakeFirst();
  if (!written) throw new CallError('CHANGED');
}
