import type { Principal } from '@sinter/sdk/contract';
import { commentPinSchema, commentSchema, type Comment } from '@sinter/sdk/contract/comments/comments';
import { storedFiles, type CallContext, type Work } from '@sinter/sdk/server';
import type { Subject } from '@sinter/sdk/contract/comments/subjects';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod';
import { shown } from './attachments.ts';
import { on, ownSide, readable, withSuppliers, writesOn } from './subjects.ts';

/** How long an author may change or delete what was written. */
export const editableMs = 15 * 60_000;

const rowSchema = commentSchema
  .pick({ id: true, parentId: true, facility: true, mentions: true, visibility: true, body: true })
  .extend({
    object_kind: commentSchema.shape.objectKind,
    object_id: z.number(),
    author_id: z.number(),
    author: z.string(),
    by_provider: z.boolean(),
    own_side: z.boolean(),
    pin: commentPinSchema.nullable(),
    created_at: z.date(),
    edited_at: z.date().nullable(),
    deleted: z.boolean(),
    resolved: z.boolean(),
    attachments: z.array(z.object({ id: z.number(), fileName: z.string(), size: z.number(), controlled: z.boolean() })),
  });

export const commentsOn = (context: CallContext, subject: Subject): Promise<Comment[]> =>
  select(context, context.db, on(subject));

export const commentsOfThread = (context: CallContext, threadId: number): Promise<Comment[]> =>
  select(context, context.db, sql`${threadId}::bigint in (c.id, c.parent_id)`);

export async function commentById(context: CallContext, unit: Work, id: number): Promise<Comment | null> {
  return (await select(context, unit.db, sql`c.id = ${id}`))[0] ?? null;
}

/** The facility's side of comment `c`: which reads it beside the buyer, or whose own it is. */
export const facilityOf = sql`coalesce(c.facility_id, c.addressed_facility_id)`;

/** `which`: of one subject. */
async function select(context: CallContext, db: Work['db'] | CallContext['db'], which: RawBuilder<unknown>) {
  const { user } = context;
  const { rows } = await sql`
    select c.id, c.object_kind, c.object_id, c.parent_id as "parentId", c.author_id,
      trim(u.first_name || ' ' || u.last_name) as author,
      case when with_one.id is not null then jsonb_build_object('id', with_one.id, 'name', with_one.company_name) end as facility,
      c.facility_id is not null as by_provider, ${ownSide(user)} as own_side,
      case when c.deleted_at is null then c.body else '' end as body,
      c.visibility, case when c.deleted_at is null then c.pin end as pin, c.created_at, c.edited_at,
      c.deleted_at is not null as deleted, c.resolved_at is not null as resolved,
      case when c.deleted_at is null then coalesce(
        (select jsonb_agg(jsonb_build_object('id', p.id, 'name', trim(p.first_name || ' ' || p.last_name)) order by p.id)
          from comment_mention named join app_user p on p.id = named.user_id where named.comment_id = c.id), '[]')
        else '[]' end as mentions,
      case when c.deleted_at is null then coalesce(
        (select jsonb_agg(jsonb_build_object(
            'id', s.id, 'fileName', s.file_name, 'size', s.size, 'controlled', s.controlled) order by a.position)
          from comment_file a join stored_file s on s.id = a.file_id where a.comment_id = c.id and ${shown(user)}), '[]')
        else '[]' end as attachments
    from comment c join app_user u on u.id = c.author_id
      left join facility with_one on with_one.id = ${facilityOf}
    where ${which} and ${readable(user)}
    order by c.id
  `.execute(db);
  const comments = z.array(rowSchema).parse(rows);
  const [first] = comments;
  const writes = !!first && (await writesOn(context, { objectKind: first.object_kind, objectId: first.object_id }));
  return withSuppliers(
    context,
    comments.map((row) => toComment(context, user, row, writes)),
  );
}

function toComment(context: CallContext, user: Principal, row: z.output<typeof rowSchema>, writes: boolean): Comment {
  const files = context.get(storedFiles);
  const own = writes && row.author_id === user.userId && row.own_side && !row.deleted;
  const begins = writes && row.parentId === null && !row.deleted;
  // What was for every facility, none of them settles for the others.
  const settles = row.own_side || (row.visibility === 'SHARED' && (row.by_provider || row.facility !== null));
  return {
    id: row.id,
    objectKind: row.object_kind,
    objectId: row.object_id,
    parentId: row.parentId,
    author: {
      id: row.author_id,
      name: row.author,
      side: row.by_provider ? 'ROLE_SERVICE_PROVIDER' : 'ROLE_ENGINEER',
    },
    facility: row.facility,
    mentions: row.mentions,
    body: row.body,
    visibility: row.visibility,
    pin: row.pin,
    attachments: row.attachments.map((file) => files.dto(file)),
    createdOn: row.created_at.toISOString(),
    editedOn: row.edited_at?.toISOString() ?? null,
    deleted: row.deleted,
    resolved: row.resolved,
    may: {
      edit: own && Date.now() - row.created_at.getTime() < editableMs,
      resolve: begins && settles,
      share: begins && row.own_side && row.visibility === 'INTERNAL',
    },
  };
}
