import { sql } from 'kysely';
import * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import { findingSchema, type readSubmission, type submissionSchema } from '@sinter/sdk/contract/host/extensionReview';
import { packageProblem } from '../modules/problems.ts';
import { differenceOf, sizesOf } from './difference.ts';
import {
  isNewer,
  newestFirst,
  packagesById,
  packagesOf,
  type StoredPackage,
  stateOf,
  textOf,
  titleOf,
  wishesOf,
} from './packageRows.ts';
import type { Parts } from './parts.ts';

type Submission = z.input<typeof submissionSchema>;

export async function requirePackage({ db }: Pick<Parts, 'db'>, packageId: number): Promise<StoredPackage> {
  const found = (await packagesById(db, [packageId])).get(packageId);
  if (!found) throw new CallError('NOT_FOUND');
  return found;
}

/** Names of people, counts and times that are shown beside the packages; in the order of `ids`. */
export async function submissionsOf(
  { db, atHome }: Parts,
  ids: readonly number[],
  language: string,
): Promise<Submission[]> {
  if (ids.length === 0) return [];
  const [packages, rows] = await Promise.all([
    packagesById(db, ids),
    db
      .selectFrom('extension_package')
      .leftJoin('app_user as submitter', 'submitter.id', 'submitted_by')
      .leftJoin('app_user as reviewer', 'reviewer.id', 'reviewed_by')
      .select([
        'extension_package.id',
        'report',
        'submitted_at',
        'reviewed_at',
        sql<string>`coalesce(submitter.first_name || ' ' || submitter.last_name, '')`.as('submitted_by'),
        sql<string | null>`reviewer.first_name || ' ' || reviewer.last_name`.as('reviewed_by'),
        sql<number>`(select count(*)::int from extension_install i where i.package_id = extension_package.id)`.as(
          'installs',
        ),
      ])
      .where('extension_package.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .execute(),
  ]);
  const facts = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id): Submission[] => {
    const [one, row] = [packages.get(id), facts.get(id)];
    if (!one || !row) return [];
    const report = z.array(findingSchema).parse(row.report);
    const problem = packageProblem(stateOf(one, atHome));
    return [
      {
        packageId: id,
        id: one.pluginId,
        version: one.version,
        title: titleOf(one, language),
        publisher: one.publisher,
        state: one.state,
        tier: one.tier,
        keyId: one.key?.id ?? null,
        problem: problem && { message: problem.message, said: problem.said },
        rollout: { percent: one.rollout.percent, facilityIds: [...one.rollout.facilityIds] },
        bytes: one.bytes,
        submittedAt: row.submitted_at.toISOString(),
        submittedBy: row.submitted_by,
        reviewedAt: row.reviewed_at?.toISOString() ?? null,
        reviewedBy: row.reviewed_by,
        reason: one.reason,
        installs: row.installs,
        errors: report.filter(({ level }) => level === 'ERROR').length,
        warnings: report.filter(({ level }) => level === 'WARNING').length,
      },
    ];
  });
}

/** The last version before it that was ever published. */
export async function versionBefore({ db }: Pick<Parts, 'db'>, one: StoredPackage): Promise<StoredPackage | null> {
  const before = (await packagesOf(db, one.pluginId)).filter(
    (other) => other.publishedAt !== null && isNewer(one.version, other.version),
  );
  return newestFirst(before)[0] ?? null;
}

export async function detailOf(
  parts: Parts,
  packageId: number,
  language: string,
): Promise<z.input<typeof readSubmission.response>> {
  const { db } = parts;
  const one = await requirePackage(parts, packageId);
  const [[submission], row, sizes] = await Promise.all([
    submissionsOf(parts, [packageId], language),
    db.selectFrom('extension_package').select('report').where('id', '=', packageId).executeTakeFirstOrThrow(),
    sizesOf(db, packageId),
  ]);
  if (!submission) throw new CallError('NOT_FOUND');
  const { description } = one.descriptor;
  return {
    ...submission,
    description: description === undefined ? null : textOf(one, description, language),
    changes: one.changes,
    scopes: wishesOf(one, language),
    report: z.array(findingSchema).parse(row.report),
    files: Object.entries(one.files.files).map(([path, integrity]) => ({
      path,
      bytes: sizes.get(path) ?? 0,
      integrity,
    })),
    difference: await differenceOf(db, await versionBefore(parts, one), one, language),
  };
}
