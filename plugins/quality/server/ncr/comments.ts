import { CallError, type Principal } from '@sinter/sdk/contract';
import type { NamedSubject, CommentSubjects, Subject, SubjectReaders } from '@sinter/sdk/contract/comments/subjects';
import type { NoticeAudience } from '@sinter/sdk/server';
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { qualitySettings } from '../settings.ts';
import { ncrIsControlled } from './lines.ts';
import { tellTalked } from './notices.ts';
import { isOfBoard } from './people.ts';

/** Non-conformances `n` that this person sees. */
const seenBy = (viewer: Principal): RawBuilder<boolean> =>
  viewer.role === 'ROLE_SERVICE_PROVIDER' && viewer.permissions.includes('QUALITY_MANAGEMENT_ACCESS')
    ? sql`(n.facility_id = ${viewer.facilityId} and (${viewer.cleared} or not ${ncrIsControlled}))`
    : sql`false`;

const isBoards = ({ kind }: Subject): boolean => kind === 'QMS_NCR_MRB';
const idsOf = (of: readonly Subject[]): number[] => of.map(({ id }) => id);

interface Known {
  id: number;
  facilityId: number;
  assigneeId: number | null;
  createdBy: number | null;
  controlled: boolean;
}

async function known(db: QueryExecutorProvider, of: readonly Subject[]): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select n.id, n.facility_id as "facilityId", n.assignee_id as "assigneeId", n.created_by as "createdBy",
      ${ncrIsControlled} as controlled
    from ncr n where n.id = any(${idsOf(of)}::bigint[])
  `.execute(db);
  return rows;
}

/** Uploads that make non-conformance `n` export controlled: the parts of its order, and of the orders that its job builds. */
const uploads = (ids: readonly number[]) => sql`
  select f.original_file_id from ncr n join rfq_order_file f on f.order_id = n.order_id where n.id = any(${[...ids]}::bigint[])
  union select f.original_file_id from ncr n join job_file b on b.job_id = n.job_id
    join rfq_order_file made on made.id = b.order_file_id join rfq_order_file f on f.order_id = made.order_id
    where n.id = any(${[...ids]}::bigint[])`;

/**
 * Non-conformances take comments of the facility's own people: from whoever sees them (`QMS_NCR`), and from the review board
 * alone (`QMS_NCR_MRB`, with the id of the non-conformance). Customers read neither. Each kind is one talk: whoever takes part is
 * told of what others write.
 */
export const ncrComments: CommentSubjects = {
  kinds: ['QMS_NCR', 'QMS_NCR_MRB'],
  visibility: 'INTERNAL',

  async require(context, subject) {
    const { db, user } = context;
    const { rows } = await sql`select from ncr n where n.id = ${subject.id} and ${seenBy(user)}`.execute(db);
    if (rows.length === 0) throw new CallError('NOT_FOUND');
    if (!isBoards(subject)) return;
    // A customer, who has no facility, does not come so far.
    const settings = await qualitySettings(context, db, context.facilityId);
    if (!isOfBoard(settings, user.memberRoles)) throw new CallError('NOT_FOUND');
  },

  async readers(db, of) {
    const found = await known(db, of);
    return of.flatMap((subject): SubjectReaders[] => {
      const ncr = found.find(({ id }) => id === subject.id);
      if (!ncr) return [];
      const { facilityId, controlled } = ncr;
      return [{ subject, facilityIds: [facilityId], companyIds: [], creatorIds: [], controlled }];
    });
  },

  seen: (viewer, { kind, id }) =>
    sql`(${kind} = 'QMS_NCR' and exists (select from ncr n where n.id = ${id} and ${seenBy(viewer)}))`,

  /** They are shown on the page of the non-conformance. */
  family: () => Promise.resolve(null),

  async named(db, viewer, of) {
    const { rows } = await sql<{ id: number; name: string; controlled: boolean }>`
      select n.id, n.number || ' ' || n.title as name, ${ncrIsControlled} as controlled
      from ncr n where n.id = any(${idsOf(of)}::bigint[]) and ${seenBy(viewer)}
    `.execute(db);
    return of.flatMap((subject): NamedSubject[] => {
      const ncr = rows.find(({ id }) => id === subject.id);
      // Who is of the board stands in the settings, which notices do not ask.
      if (!ncr || isBoards(subject)) return [];
      const link = `/service-provider/quality-management/ncrs/${ncr.id}`;
      return [{ subject, name: ncr.name, link, controlled: ncr.controlled }];
    });
  },

  async workers(db, subject) {
    const [ncr] = isBoards(subject) ? [] : await known(db, [subject]);
    if (!ncr) return [];
    const place = { facilityId: ncr.facilityId, companyId: null };
    const orWhoever: NoticeAudience['orWhoever'] = ({ permissions }) =>
      permissions.includes('QUALITY_MANAGEMENT_ACCESS');
    return [ncr.assigneeId === null ? { place, orWhoever } : { place, people: [ncr.assigneeId] }];
  },

  async tell(services, unit, { id, subject, author, takingPart }) {
    const [ncr] = await known(unit.db, [subject]);
    if (!ncr) return;
    const about = { ...ncr, author };
    if (isBoards(subject)) {
      const { boardRoles } = await qualitySettings(services, unit.db, ncr.facilityId);
      return tellTalked(unit, about, { id }, { boardRoles });
    }
    const people = new Set([...takingPart, ncr.createdBy, ncr.assigneeId]);
    return tellTalked(unit, about, { id }, { people: [...people].filter((each) => each !== null) });
  },

  addressees: () => Promise.resolve([]),

  async isControlled(db, subject) {
    const [ncr] = await known(db, [subject]);
    return ncr?.controlled ?? false;
  },

  async holdOpen({ db }, { id }) {
    await sql`select from stored_file where id in (${uploads([id])}) order by id for share`.execute(db);
  },

  pinnedFile: () => Promise.resolve(null),

  async madeOf(db, fileIds) {
    const { rows } = await sql<Subject>`
      with made as (select id, order_id from rfq_order_file where original_file_id = any(${[...fileIds]}::bigint[])),
        concerned as (
          select n.id from ncr n where n.order_id in (select order_id from made)
          union select n.id from ncr n join job_file b on b.job_id = n.job_id join rfq_order_file f on f.id = b.order_file_id
            where f.order_id in (select order_id from made))
      select kind, concerned.id from concerned cross join (values ('QMS_NCR'), ('QMS_NCR_MRB')) as kinds (kind)
    `.execute(db);
    return rows;
  },
};
