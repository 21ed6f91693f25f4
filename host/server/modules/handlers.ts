import { sql } from 'kysely';
import { CallError, type Sentence } from '@sinter/sdk/contract';
import { readManifest, readModules, reportPluginFailure, switchModule } from '@sinter/sdk/contract/host/modules';
import type { InstalledPlugin } from '#registry/resolve';
import type { Parts } from './parts.ts';
import { manifestFor, resolveInputOf } from './manifest.ts';
import { problemOf } from './problems.ts';
import { changeRegistry, writeState } from './revisions.ts';
import { warningsOf } from './warnings.ts';
import { say } from '../say.ts';

const shownFailures = 50;

/** A folder whose `plugin.json` cannot be read: all that is known of it is what is wrong. */
const brokenModule = {
  version: '',
  publisher: '',
  enabled: false,
  canBeSwitchedOff: false,
  requiredBy: [],
  pages: [],
  warnings: [],
};
const sent = ({ message, said }: Sentence) => ({ message, said });

export function handleModules(host: Parts): void {
  const { handle, db, states, packages } = host;
  handle(readManifest, async ({ user, reply, activeSession }, { query: { known, localBuild } }) => {
    const tried = localBuild === undefined ? null : await host.tried().of(localBuild, activeSession);
    const manifest = await manifestFor(host, user, tried);
    reply.header('ETag', `"${manifest.revision}"`).header('Cache-Control', 'private, no-cache');
    return manifest.revision === known ? { schema: manifest.schema, revision: known } : manifest;
  });

  handle(readModules, async ({ user, facilityId, activeSession }) => {
    const [registry, manifest] = await Promise.all([resolveInputOf(host, facilityId), manifestFor(host, user)]);
    const { installed, broken, disabledPlugins } = registry;
    const failures = await db
      .selectFrom('plugin_failure')
      .select(['plugin_id', 'version', 'kind', 'message', 'count', 'last_at'])
      .where('facility_id', '=', facilityId)
      .orderBy('last_at', 'desc')
      .limit(shownFailures)
      .execute();
    const { language } = activeSession.user;
    const stateOf = (plugin: InstalledPlugin) => {
      const { descriptor, package: built } = plugin;
      const problem = problemOf(plugin, registry, manifest.absent);
      return {
        id: descriptor.id,
        title: textOf(built, 'module.title', language) ?? descriptor.title,
        version: descriptor.version,
        publisher: descriptor.publisher,
        enabled: !disabledPlugins.includes(descriptor.id) || !descriptor.canBeSwitchedOff,
        canBeSwitchedOff: descriptor.canBeSwitchedOff,
        requiredBy: installed
          .filter((other) => other.descriptor.requires.includes(descriptor.id))
          .map((other) => other.descriptor.id),
        pages: descriptor.contributes.pages.map(({ id, title, path }) => ({
          id,
          title: textOf(built, title, language) ?? id,
          path,
        })),
        problem: problem && sent(problem),
        warnings: warningsOf(descriptor).map(sent),
      };
    };
    return {
      facility: { id: facilityId, companyName: activeSession.user.serviceProvider?.companyName ?? '' },
      modules: [
        ...installed.map((plugin) => stateOf(plugin)),
        ...broken.map(({ file, problem }) => ({
          ...brokenModule,
          id: file,
          title: file,
          problem: sent(say('module.broken', { file, problem })),
        })),
      ],
      absent: manifest.absent,
      failures: failures.map(({ plugin_id, last_at, ...failure }) => ({
        ...failure,
        pluginId: plugin_id,
        lastAt: last_at.toISOString(),
      })),
    };
  });

  handle(switchModule, async ({ user, facilityId, write }, { params, body }) => {
    const module = (await packages.installed(facilityId)).find(({ descriptor }) => descriptor.id === params.id);
    if (!module) throw new CallError('NOT_FOUND');
    if (!body.enabled && !module.descriptor.canBeSwitchedOff) {
      throw new CallError('FORBIDDEN', say('staysOn', { module: module.descriptor.title }));
    }
    await write(async (unit) => {
      const { before, after, changes } = await changeRegistry(
        unit,
        states,
        { facilityId, userId: user.userId },
        (present) => {
          const others = present.disabledModules.filter((id) => id !== params.id);
          const disabledModules = body.enabled ? others : [...others, params.id];
          return writeState(
            unit,
            { facilityId, userId: user.userId },
            present,
            { ...present, disabledModules },
            states.knownFlags,
          );
        },
      );
      if (changes.length === 0) return;
      await unit.audit({
        action: body.enabled ? 'module.enabled' : 'module.disabled',
        objectKind: 'MODULE',
        objectId: params.id,
        before: { disabled: before.disabledModules },
        after: { disabled: after.disabledModules },
      });
    });
    states.forget();
    return { revision: (await manifestFor(host, user)).revision };
  });

  handle(reportPluginFailure, async ({ user }, { body }) => {
    // A buyer's failure is listed for the facility whose shop it is.
    const facilityId = await states.facilityOf(user);
    await db
      .insertInto('plugin_failure')
      .values({
        facility_id: facilityId,
        company_id: user.companyId,
        plugin_id: body.pluginId,
        version: body.version,
        kind: body.kind,
        message: body.message,
      })
      .onConflict((conflict) =>
        conflict.columns(['facility_id', 'company_id', 'plugin_id', 'version', 'kind']).doUpdateSet({
          message: body.message,
          count: sql`plugin_failure.count + 1`,
          last_at: new Date(),
        }),
      )
      .execute();
    const { pluginId, version, kind } = body;
    for (const hear of host.failed()) await hear({ facilityId, userId: user.userId, pluginId, version, kind });
    return { success: 'true' as const };
  });
}

/** Every module has its texts in English; its own name is its text `module.title`. */
const english = 'en_US';

function textOf(built: InstalledPlugin['package'], token: string, language: string): string | undefined {
  return built.state === 'ready' ? (built.texts[language]?.[token] ?? built.texts[english]?.[token]) : undefined;
}
