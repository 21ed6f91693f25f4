import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import * as calls from '@sinter/sdk/contract/host/localBuilds';
import type { Work } from '@sinter/sdk/server';
import sdk from '../../../sdk/package.json' with { type: 'json' };
import { checkPackage } from '../extensions/check.ts';
import { collected, readSent } from '../extensions/sent.ts';
import type { RequestContext } from '../http/context.ts';
import { sessionOf } from '../identity/activeSession.ts';
import { say } from '../say.ts';
import { appOf, hashOf, isAlive, isSignedBy } from './builds.ts';
import type { Parts } from './parts.ts';
import { roomTransaction } from './tables.ts';

/** A person has so many at the same time: a tool that was ended without a word leaves one. */
const mostBuilds = 5;
const tool = 'sinter-plugin dev';
const problemsSchema = z.array(calls.localProblemSchema);
type Shown = z.input<typeof calls.localBuildSchema>;

export function handleLocalBuilds({ handle, db, builds, allowed, shared }: Parts): void {
  function requireAllowed(): void {
    if (!allowed) throw new CallError('NOT_POSSIBLE', say('localBuild.notHere', { setting: 'LOCAL_BUILDS=on' }));
  }

  /** The caller's own, where the caller is at work now. */
  async function own(id: string, { user, facilityId }: RequestContext) {
    requireAllowed();
    const row = await db
      .selectFrom('local_build')
      .selectAll()
      .select(
        sql<boolean>`heard_at > now() - make_interval(secs => ${calls.localBuildLimits.silentSeconds})`.as('heard'),
      )
      .where('id', '=', id)
      .where('user_id', '=', user.userId)
      .where('facility_id', '=', facilityId)
      .where(isAlive)
      .executeTakeFirst();
    if (!row) throw new CallError('NOT_FOUND');
    return row;
  }

  async function shown(id: string, context: RequestContext): Promise<Shown> {
    const row = await own(id, context);
    const { language } = context.activeSession.user;
    const file = row.package && row.hash !== null ? builds.read(row.package, row.hash) : null;
    const app = file && appOf(row, file);
    const texts = app?.package.state === 'ready' ? app.package.texts : {};
    const scopes = (file?.descriptor.scopes ?? []).map(({ scope, reason }) => ({
      scope,
      reason: texts[language]?.[reason] ?? texts['en_US']?.[reason] ?? reason,
    }));
    const loaded = row.session !== null && row.session === sessionOf(context.activeSession);
    return {
      pluginId: row.plugin_id,
      title: file?.descriptor.title ?? row.title,
      version: file?.descriptor.version ?? null,
      publisher: file?.descriptor.publisher ?? null,
      tier: row.tier,
      scopes,
      loaded,
      asksForMore: loaded && scopes.some(({ scope }) => !row.scopes.includes(scope)),
      home: file?.descriptor.contributes.pages.find(({ path }) => !path.includes(':'))?.path ?? null,
      watching: row.watching && row.heard,
      problems: problemsSchema.parse(row.problems),
    };
  }

  const tell = (unit: Work, id: string, userId: number) =>
    unit.emit(calls.localBuildChanged, { id }, { userIds: [userId] });

  handle(calls.startLocalBuild, async ({ user, facilityId, write }, { body }) => {
    requireAllowed();
    const id = randomBytes(24).toString('base64url');
    await write(async (unit) => {
      const tables = roomTransaction(unit.db);
      await tables
        .deleteFrom('local_build')
        .where(sql<boolean>`not ${isAlive}`)
        .execute();
      const others = await tables
        .selectFrom('local_build')
        .select('id')
        .where('user_id', '=', user.userId)
        .orderBy('heard_at', 'desc')
        .offset(mostBuilds - 1)
        .execute();
      for (const other of others) await tables.deleteFrom('local_build').where('id', '=', other.id).execute();
      await tables
        .insertInto('local_build')
        .values({
          id,
          user_id: user.userId,
          facility_id: facilityId,
          plugin_id: body.pluginId,
          title: body.title,
          public_key: body.publicKey,
          tier: body.tier,
          package: null,
          hash: null,
          problems: '[]',
          watching: true,
          session: null,
          scopes: [],
        })
        .execute();
    });
    return { id };
  });

  handle(calls.sendLocalBuild, async (context, { params: { id } }) => {
    const { content } = await context.upload();
    const bytes = await collected(content, calls.localBuildLimits.bytes);
    const row = await own(id, context);
    const file = readSent(bytes);
    if (file.descriptor.id !== row.plugin_id) {
      throw new CallError(
        'INVALID_INPUT',
        say('localBuild.otherApp', { app: row.plugin_id, other: file.descriptor.id, tool }),
      );
    }
    if (!isSignedBy(file, row.public_key)) throw new CallError('FORBIDDEN', say('localBuild.otherKey'));
    const report = checkPackage(file, { sdk: sdk.version, shared: await shared() });
    if (report.some(({ level }) => level === 'ERROR')) return { report };
    await context.write(async (unit) => {
      await roomTransaction(unit.db)
        .updateTable('local_build')
        .set({ package: Buffer.from(bytes), hash: hashOf(file), problems: '[]', watching: true, heard_at: sql`now()` })
        .where('id', '=', id)
        .execute();
      await tell(unit, id, row.user_id);
    });
    return { report };
  });

  handle(calls.tellLocalBuild, async (context, { params: { id }, body: { watching, problems } }) => {
    const row = await own(id, context);
    const values = { watching, problems: JSON.stringify(problems), heard_at: sql<Date>`now()` };
    const changed =
      watching !== (row.watching && row.heard) ||
      values.problems !== JSON.stringify(problemsSchema.parse(row.problems));
    await context.write(async (unit) => {
      await roomTransaction(unit.db).updateTable('local_build').set(values).where('id', '=', id).execute();
      if (changed) await tell(unit, id, row.user_id);
    });
    return { loaded: row.session !== null };
  });

  handle(calls.readLocalBuild, (context, { params: { id } }) => shown(id, context));

  handle(calls.loadLocalBuild, async (context, { params: { id }, body: { scopes } }) => {
    if (context.user.via !== 'session') throw new CallError('FORBIDDEN');
    const before = await shown(id, context);
    const asked = before.scopes.map(({ scope }) => scope);
    if (before.version === null || asked.length !== scopes.length || asked.some((scope) => !scopes.includes(scope))) {
      throw new CallError('CONFLICT', say('localBuild.changed'));
    }
    await context.write(async (unit) => {
      await roomTransaction(unit.db)
        .updateTable('local_build')
        .set({ session: sessionOf(context.activeSession), scopes: asked })
        .where('id', '=', id)
        .execute();
      await unit.audit({
        action: 'app.local_build_loaded',
        objectKind: 'MODULE',
        objectId: before.pluginId,
        after: { version: before.version, scopes: asked },
      });
      await tell(unit, id, context.user.userId);
    });
    return shown(id, context);
  });

  handle(calls.stopLocalBuild, async (context, { params: { id } }) => {
    const row = await own(id, context);
    await context.write(async (unit) => {
      const stopped = await roomTransaction(unit.db)
        .updateTable('local_build')
        .set({ session: null, scopes: [] })
        .where('id', '=', id)
        .where('session', '=', sessionOf(context.activeSession))
        .executeTakeFirst();
      if (stopped.numUpdatedRows === 0n) return;
      await unit.audit({ action: 'app.local_build_stopped', objectKind: 'MODULE', objectId: row.plugin_id });
      await tell(unit, id, row.user_id);
    });
    return { success: 'true' as const };
  });
}
