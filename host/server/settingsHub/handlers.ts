import { readSettingsHub, type SettingState } from '@sinter/sdk/contract/host/settingsHub';
import { match } from '#registry/pages';
import { isVendor } from '#registry/terms';
import { textOf } from '../apps/installed.ts';
import { declaredOf, formOf, readSettings } from '../apps/settings.ts';
import { manifestFor, resolveInputOf } from '../modules/manifest.ts';
import { problemOf } from '../modules/problems.ts';
import { type Change, lastChanges } from './changes.ts';
import type { Parts } from './parts.ts';

export function handleSettingsHub(parts: Parts): void {
  const { handle, db, whole, packages, told } = parts;

  handle(readSettingsHub, async ({ user, facilityId, activeSession }) => {
    const { language } = activeSession.user;
    const [installed, manifest, registry] = await Promise.all([
      packages.installed(facilityId),
      manifestFor(parts, user),
      resolveInputOf(parts, facilityId),
    ]);
    const present = new Set(manifest.plugins.map(({ id }) => id));
    const declared = installed
      .filter(({ descriptor }) => present.has(descriptor.id))
      .flatMap((plugin) =>
        plugin.descriptor.contributes.settings
          .filter(({ path }) => match(manifest, path) !== null)
          .map(({ id, section, title, text, fields, path, changes }) => ({
            id: `${plugin.descriptor.id}/${id}`,
            section,
            title: textOf(plugin, title, language),
            text: text === undefined ? '' : textOf(plugin, text, language),
            fields: fields.map((field) => textOf(plugin, field, language)),
            path,
            changes,
          })),
      );
    const apps = await Promise.all(
      installed
        .filter(({ descriptor: { id, config, scopes } }) => isVendor(id) && (config || scopes.length > 0))
        .map(async (app) => {
          const { id, title, description } = app.descriptor;
          const form = formOf(app, await readSettings(db, { facilityId, pluginId: id }), language);
          const given = new Set([...Object.keys(form.values), ...form.secretsSet]);
          const lacks = declaredOf(app).required.some((name) =>
            form.fields.some((field) => field.name === name && field.default === null && !given.has(name)),
          );
          const problem = problemOf(app, registry, manifest.absent) !== null;
          const off = registry.disabledPlugins.includes(id);
          const state: SettingState = problem ? 'ERROR' : off ? 'OFF' : lacks ? 'INCOMPLETE' : 'ON';
          return {
            id: `apps/${id}`,
            section: 'integrations' as const,
            title: textOf(app, 'module.title', language) || title,
            text: description === undefined ? '' : textOf(app, description, language),
            fields: form.fields.map((field) => field.title),
            path: `/apps/${id}/settings`,
            state,
            changes: ['app.settings_saved', 'app.granted', 'extension.granted'].map((action) => ({
              action,
              object: id,
            })),
          };
        }),
    );
    const failing = installed.some((plugin) => problemOf(plugin, registry, manifest.absent) !== null);
    const cards = [...declared, ...apps];
    const [changed, ...stated] = await Promise.all([
      lastChanges(
        db,
        facilityId,
        cards.flatMap(({ changes }) => changes),
      ),
      ...told().map((tell) => tell(whole, facilityId)),
    ]);
    const known: Readonly<Record<string, SettingState>> = Object.assign(
      { 'admin/modules': failing ? 'ERROR' : 'ON' },
      ...stated,
      Object.fromEntries(apps.map(({ id, state }) => [id, state])),
    );
    return {
      cards: cards.map(({ id, section, title, text, fields, path, changes }) => ({
        ...{ id, section, title, text, fields, path },
        state: known[id] ?? 'ON',
        changed: newest(changes.flatMap((change) => changed.get(change) ?? [])),
      })),
    };
  });
}

function newest(changes: readonly Change[]): { at: string; by: string } | null {
  const [last] = changes.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return last ? { at: last.at.toISOString(), by: last.by } : null;
}
