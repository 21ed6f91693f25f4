import { CallError } from '@sinter/sdk/contract';
import { pluginSettings, readAppForm, saveAppForm, settingsChanged } from '@sinter/sdk/contract/apps/settings';
import { invalidInput } from '@sinter/sdk/server';
import { say } from '../say.ts';
import { addressOf } from './backend.ts';
import type { Parts } from './parts.ts';
import {
  declaredOf,
  formOf,
  openSettings,
  readSettings,
  sealSetting,
  secretSchema,
  valueSchema,
  valuesFor,
  writeSettings,
} from './settings.ts';

/** They travel in a header. */
const mostSecrets = 6_000;

export function handleSettings({ handle, db, apps, secrets: sealing, states }: Parts): void {
  handle(pluginSettings, async ({ plugin: { id, facilityId, app } }) => {
    const saved = await readSettings(db, { facilityId, pluginId: id });
    return { values: valuesFor(app, saved), revision: saved.revision };
  });

  handle(readAppForm, async ({ facilityId, activeSession }, { params: { id } }) => {
    const [app, saved] = await Promise.all([apps.get(id, facilityId), readSettings(db, { facilityId, pluginId: id })]);
    return formOf(app, saved, activeSession.user.language);
  });

  handle(saveAppForm, async ({ facilityId, user, activeSession, write }, { params: { id }, body }) => {
    const place = { facilityId, pluginId: id };
    const app = await apps.get(id, facilityId);
    const declared = declaredOf(app);
    const values = valueSchema(declared).safeParse(body.values);
    const given = secretSchema(declared).safeParse(body.secrets);
    if (!values.success) throw invalidInput(values.error.issues, ['values']);
    if (!given.success) throw invalidInput(given.error.issues, ['secrets']);
    if (body.backend !== null && (!app.descriptor.backend || addressOf(body.backend) === null)) {
      throw new CallError('INVALID_INPUT', undefined, { fields: { backend: say('app.badAddress') } });
    }

    const saved = await readSettings(db, place);
    const secrets = { ...saved.secrets };
    for (const [name, value] of Object.entries(given.data)) {
      if (value === null) delete secrets[name];
      else if (value !== undefined) secrets[name] = sealSetting(sealing, place, name, value);
    }
    const lacking = declared.required.filter((name) => {
      const setting = declared.properties[name];
      return setting?.type === 'string' && setting.writeOnly && secrets[name] === undefined;
    });
    if (lacking.length > 0) {
      const fields = Object.fromEntries(lacking.map((name) => [`secrets.${name}`, say('app.secretNeeded')]));
      throw new CallError('INVALID_INPUT', undefined, { fields });
    }

    const size = JSON.stringify(openSettings(sealing, place, secrets)).length;
    if (size > mostSecrets) throw new CallError('INVALID_INPUT', say('app.secretsTooLarge', { most: mostSecrets }));

    const kept = Object.fromEntries(
      Object.entries(values.data).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    );
    const next = { values: kept, secrets, backend: body.backend, revision: body.revision };
    const audience = await states.audience(facilityId);
    await write(async (unit) => {
      await writeSettings(unit, place, next, user.userId);
      await unit.audit({
        action: 'app.settings_saved',
        objectKind: 'MODULE',
        objectId: id,
        before: { values: saved.values, backend: saved.backend },
        after: { values: kept, backend: body.backend, changed: Object.keys(given.data) },
      });
      await unit.emit(settingsChanged, { plugin: id }, audience);
    });
    return formOf(app, { ...next, revision: body.revision + 1 }, activeSession.user.language);
  });
}
