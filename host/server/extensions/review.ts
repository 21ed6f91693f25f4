import { buffer } from 'node:stream/consumers';
import { CallError } from '@sinter/sdk/contract';
import {
  approveExtension,
  blockExtension,
  listSubmissions,
  publishExtension,
  readSubmission,
  readSubmissionFile,
  rejectExtension,
} from '@sinter/sdk/contract/host/extensionReview';
import type { Work } from '@sinter/sdk/server';
import type { RequestContext } from '../http/context.ts';
import { say } from '../say.ts';
import { tellChanged } from './changed.ts';
import { signAsServer } from './keys.ts';
import { tellStopped } from './notices.ts';
import { isNewer, packagesOf, type StoredPackage, stateOf } from './packageRows.ts';
import type { Parts } from './parts.ts';
import { follow } from './rollout.ts';
import { detailOf, requirePackage, submissionsOf, versionBefore } from './submissions.ts';
import { roomDb, roomTransaction } from './tables.ts';

const longestText = 1024 * 1024;

/** What reviewers do with packages that were submitted. */
export function handleReview(parts: Parts): void {
  const { handle, db, files, secrets, states, here, atHome } = parts;

  handle(listSubmissions, async ({ activeSession }, { query: { state, id, page, size } }) => {
    const found = db
      .selectFrom('extension_package')
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'SUBMITTED'))
      .$if(id !== undefined, (query) => query.where('plugin_id', '=', id ?? ''));
    const [rows, { count }] = await Promise.all([
      found
        .select('id')
        .orderBy('submitted_at', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset(page * size)
        .execute(),
      found.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    ]);
    const ids = rows.map((row) => row.id);
    return { submissions: await submissionsOf(parts, ids, activeSession.user.language), totalCount: count };
  });

  handle(readSubmission, ({ activeSession }, { params }) =>
    detailOf(parts, params.packageId, activeSession.user.language),
  );

  handle(readSubmissionFile, async (_context, { params, query: { path } }) => {
    const after = await requirePackage(parts, params.packageId);
    const before = await versionBefore(parts, after);
    if (!(path in after.files.files) && !(before && path in before.files.files)) throw new CallError('NOT_FOUND');
    const [old, now] = await Promise.all([textOf(before, path), textOf(after, path)]);
    return { before: old, after: now };
  });

  /** `null`: not there, no text, or too long to be read. */
  async function textOf(one: StoredPackage | null, path: string): Promise<string | null> {
    const row = await db
      .selectFrom('extension_file')
      .innerJoin('stored_file', 'stored_file.id', 'extension_file.file_id')
      .select(['sha256', 'size'])
      .where('package_id', '=', one?.packageId ?? 0)
      .where('path', '=', path)
      .executeTakeFirst();
    if (!row || row.size > longestText) return null;
    const content = await buffer((await files.read(row.sha256, { controlled: false })).stream);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(content);
    } catch {
      return null;
    }
  }

  /** One step of a package's life, under a lock, with its entry in the audit; browsers follow. */
  async function step(
    context: RequestContext,
    packageId: number,
    work: (unit: Work, one: StoredPackage) => Promise<{ action: ReviewAction; after: object; tell?: boolean }>,
  ) {
    await context.write(async (unit) => {
      const own = roomTransaction(unit.db);
      await own.selectFrom('extension_package').select('id').where('id', '=', packageId).forUpdate().execute();
      const one = await requirePackage({ db: roomDb(unit.db) }, packageId);
      const { action, after, tell } = await work(unit, one);
      await unit.audit({
        action,
        objectKind: 'EXTENSION',
        objectId: one.pluginId,
        facilityId: null,
        before: { state: one.state },
        after: { version: one.version, ...after },
      });
      if (!tell) return;
      const rows = await own
        .selectFrom('extension_install')
        .select('facility_id')
        .where('package_id', '=', packageId)
        .execute();
      await tellChanged(
        unit,
        states,
        rows.map(({ facility_id }) => facility_id),
      );
    });
    here.forget();
    states.forget();
    const [shown] = await submissionsOf(parts, [packageId], context.activeSession.user.language);
    if (!shown) throw new CallError('NOT_FOUND');
    return shown;
  }
  const save = (unit: Work, packageId: number, change: PackageChange) =>
    roomTransaction(unit.db).updateTable('extension_package').set(change).where('id', '=', packageId).execute();

  handle(approveExtension, (context, { params: { packageId }, body: { tier } }) =>
    step(context, packageId, async (unit, one) => {
      if (!['SUBMITTED', 'CHECKED', 'APPROVED', 'BLOCKED'].includes(one.state)) throw wrongState(one);
      const [shown] = await submissionsOf(parts, [packageId], 'en_US');
      if (shown && shown.errors > 0)
        throw new CallError('CONFLICT', say('extension.hasErrors', { errors: shown.errors }));
      if (one.key?.revokedAt) {
        throw new CallError('CONFLICT', say('extension.keyRevoked', { key: one.key.id, reason: one.key.reason ?? '' }));
      }
      const own = one.key ? null : await signAsServer(unit, secrets, one.files);
      await save(unit, packageId, {
        state: 'APPROVED',
        tier,
        reason: null,
        reviewed_by: context.user.userId,
        reviewed_at: new Date(),
        ...(own && { key_id: own.keyId, signature: own.value }),
      });
      return { action: 'extension.approved', after: { tier, signedHere: own !== null }, tell: one.state === 'BLOCKED' };
    }),
  );

  handle(publishExtension, (context, { params: { packageId }, body: { rollout } }) =>
    step(context, packageId, async (unit, one) => {
      if (one.state !== 'APPROVED' && one.state !== 'PUBLISHED') throw wrongState(one);
      const { state } = stateOf(one, atHome);
      if (state !== 'ready') throw new CallError('CONFLICT', say('extension.cannotRun'));
      const newer = (await packagesOf(roomDb(unit.db), one.pluginId)).find(
        (other) => other.state === 'PUBLISHED' && isNewer(other.version, one.version),
      );
      if (newer) {
        throw new CallError('CONFLICT', say('extension.older', { version: one.version, newest: newer.version }));
      }
      await save(unit, packageId, {
        state: 'PUBLISHED',
        reason: null,
        rollout_percent: rollout.percent,
        rollout_facilities: rollout.facilityIds,
        published_at: one.publishedAt ?? new Date(),
      });
      const followed = await follow(unit, states, await requirePackage({ db: roomDb(unit.db) }, packageId));
      return { action: 'extension.published', after: { rollout, followed } };
    }),
  );

  handle(blockExtension, (context, { params: { packageId }, body: { reason } }) =>
    step(context, packageId, async (unit, one) => {
      if (one.state !== 'APPROVED' && one.state !== 'PUBLISHED') throw wrongState(one);
      await save(unit, packageId, { state: 'BLOCKED', reason });
      await roomTransaction(unit.db)
        .updateTable('extension_install')
        .set({ waiting_package_id: null })
        .where('waiting_package_id', '=', packageId)
        .execute();
      await tellStopped(unit, { packageIds: [packageId], why: 'BLOCKED', reason, by: context.user.userId });
      return { action: 'extension.blocked', after: { reason }, tell: true };
    }),
  );

  handle(rejectExtension, (context, { params: { packageId }, body: { reason } }) =>
    step(context, packageId, async (unit, one) => {
      if (one.state !== 'SUBMITTED' && one.state !== 'CHECKED') throw wrongState(one);
      await save(unit, packageId, {
        state: 'REJECTED',
        reason,
        reviewed_by: context.user.userId,
        reviewed_at: new Date(),
      });
      return { action: 'extension.rejected', after: { reason } };
    }),
  );
}

type ReviewAction = 'extension.approved' | 'extension.published' | 'extension.blocked' | 'extension.rejected';

interface PackageChange {
  state: StoredPackage['state'];
  tier?: StoredPackage['tier'];
  reason: string | null;
  reviewed_by?: number;
  reviewed_at?: Date;
  key_id?: string;
  signature?: string;
  rollout_percent?: number;
  rollout_facilities?: number[];
  published_at?: Date;
}

const wrongState = ({ version, state }: StoredPackage): CallError =>
  new CallError('CONFLICT', say('extension.wrongState', { version, state: say(`extension.state.${state}`) }));
