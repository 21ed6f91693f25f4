import type { CommentWriter } from '@sinter/sdk/contract/comments/writer';
import { sql } from 'kysely';
import { see } from './seen.ts';

/** See the contract. */
export const writer: CommentWriter = {
  async write(unit, comment) {
    const { kind, id: objectId, parentId = null, authorId, facilityId, addressed = null, visibility } = comment;
    const { mentions = [], fileIds = [], resolvedBy = null, at } = comment;
    const { rows } = await sql<{ id: number }>`
      insert into comment (object_kind, object_id, parent_id, facility_id, addressed_facility_id, author_id, body,
        visibility, event_id, created_at, resolved_by, resolved_at)
      values (${kind}, ${objectId}, ${parentId}, ${facilityId}, ${addressed}, ${authorId}, ${comment.body},
        ${visibility}, ${comment.eventId}, ${at}, ${resolvedBy}, case when ${resolvedBy}::bigint is not null then ${at}::timestamptz end)
      returning id
    `.execute(unit.db);
    const [written] = rows;
    if (!written) throw new Error('The comment was not written.');
    await sql`insert into comment_mention (comment_id, user_id) select ${written.id}, unnest(${[...mentions]}::bigint[])`.execute(
      unit.db,
    );
    await sql`
      insert into comment_file (comment_id, position, file_id)
      select ${written.id}, position, file_id from unnest(${[...fileIds]}::bigint[]) with ordinality as f (file_id, position)
    `.execute(unit.db);
    await see(unit, authorId, parentId ?? written.id, written.id);
    return written.id;
  },
};
