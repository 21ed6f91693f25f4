import { CallError } from '@sinter/sdk/contract';
import { taggedKinds } from '@sinter/sdk/contract/admin/facilityTags';
import {
  createTag,
  listTags,
  mergeTags,
  mostFacilityTags,
  mostTagUses,
  updateTag,
  type FacilityTag,
} from '@sinter/sdk/contract/admin/tags';
import { lockPlace, type ServerHost, type Tables, type Work } from '@sinter/sdk/server';
import { type Kysely, sql } from 'kysely';
import { adminDb } from '../tables.ts';
import { say } from '../texts.ts';

const objectOf = (id: number) => ({ objectKind: 'TAG', objectId: String(id) });

export function handleTags({ handle, all }: ServerHost): void {
  handle(listTags, async ({ db, facilityId }) => ({
    tags: await tagsOf(db, facilityId),
    kinds: [...new Set(all(taggedKinds))],
  }));

  handle(createTag, ({ write, facilityId }, { body }) =>
    write(async (unit) => {
      const { id } = await addTag(unit, facilityId, body);
      return tagOf(unit.db, facilityId, id);
    }),
  );

  handle(updateTag, ({ write, facilityId }, { params: { id }, body }) =>
    write(async (unit) => {
      await lockPlace(unit.db, { facilityId, companyId: null });
      const before = await tagOf(unit.db, facilityId, id);
      const { label, color, appliesTo, retired } = body;
      await requireFree(unit, facilityId, label, id);
      await adminDb(unit.db)
        .updateTable('facility_tag')
        .set({ label, color, applies_to: appliesTo, retired })
        .where('id', '=', id)
        .execute();
      const after = await tagOf(unit.db, facilityId, id);
      const action = before.retired === retired ? 'tag.updated' : retired ? 'tag.retired' : 'tag.brought_back';
      await unit.audit({ action, ...objectOf(id), before, after });
      return after;
    }),
  );

  handle(mergeTags, ({ write, facilityId }, { params: { id }, body: { into } }) =>
    write(async (unit) => {
      if (into === id) throw new CallError('INVALID_INPUT', undefined, { fields: { into: say('sameTag') } });
      await lockPlace(unit.db, { facilityId, companyId: null });
      const before = await tagOf(unit.db, facilityId, id);
      const kept = await tagOf(unit.db, facilityId, into);
      await sql`
        insert into tag_link (tag_id, kind, object_id)
          select ${into}, kind, object_id from tag_link where tag_id = ${id} on conflict do nothing`.execute(unit.db);
      const db = adminDb(unit.db);
      await db.deleteFrom('tag_link').where('tag_id', '=', id).execute();
      await db
        .updateTable('facility_tag')
        .set({ merged_into: into })
        .where((where) => where.or([where('id', '=', id), where('merged_into', '=', id)]))
        .execute();
      // It can stand wherever the other one could.
      const appliesTo = [...new Set([...kept.appliesTo, ...before.appliesTo])];
      await db.updateTable('facility_tag').set({ applies_to: appliesTo }).where('id', '=', into).execute();
      const after = await tagOf(unit.db, facilityId, into);
      await unit.audit({ action: 'tag.merged', ...objectOf(id), before, after });
      return after;
    }),
  );
}

/** Throws CONFLICT where there is one of this label, or as many as there can be. */
export async function addTag(
  unit: Work,
  facilityId: number | null,
  { label, color, appliesTo }: Pick<FacilityTag, 'label' | 'color' | 'appliesTo'>,
): Promise<{ id: number }> {
  if (facilityId === null) throw new CallError('FORBIDDEN');
  await lockPlace(unit.db, { facilityId, companyId: null });
  await requireFree(unit, facilityId, label, null);
  const db = adminDb(unit.db);
  const { count } = await db
    .selectFrom('facility_tag')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('facility_id', '=', facilityId)
    .where('merged_into', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostFacilityTags) {
    throw new CallError('CONFLICT', say('tooManyTags', { most: mostFacilityTags }));
  }
  const added = await db
    .insertInto('facility_tag')
    .values({ facility_id: facilityId, label, color, applies_to: appliesTo })
    .returning('id')
    .executeTakeFirstOrThrow();
  await unit.audit({ action: 'tag.added', ...objectOf(added.id), facilityId, after: { label, color, appliesTo } });
  return added;
}

async function requireFree(unit: Work, facilityId: number | null, label: string, own: number | null): Promise<void> {
  const taken = await adminDb(unit.db)
    .selectFrom('facility_tag')
    .select('id')
    .where('facility_id', '=', facilityId)
    .where(sql`lower(label)`, '=', sql`lower(${label})`)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
  if (taken && taken.id !== own) throw new CallError('CONFLICT', say('tagTaken'));
}

async function tagsOf(db: Kysely<Tables>, facilityId: number | null, id?: number): Promise<FacilityTag[]> {
  const { rows } = await sql<FacilityTag>`
    select t.id, t.label, t.color, t.applies_to as "appliesTo", t.retired, (
      select count(*)::int from (select from tag_link l where l.tag_id = t.id limit ${mostTagUses}) uses) as used
    from facility_tag t
    where t.facility_id = ${facilityId} and t.merged_into is null ${id === undefined ? sql`` : sql`and t.id = ${id}`}
    order by lower(t.label)
  `.execute(db);
  return rows;
}

/** Throws NOT_FOUND. */
async function tagOf(db: Kysely<Tables>, facilityId: number | null, id: number): Promise<FacilityTag> {
  const [tag] = await tagsOf(db, facilityId, id);
  if (!tag) throw new CallError('NOT_FOUND');
  return tag;
}
