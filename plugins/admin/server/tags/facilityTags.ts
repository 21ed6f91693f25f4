import { CallError } from '@sinter/sdk/contract';
import type { FacilityTags } from '@sinter/sdk/contract/admin/facilityTags';
import type { TagKind } from '@sinter/sdk/contract/admin/tagKinds';
import { changedTags, mostTags, type KnownTag, type TagChip } from '@sinter/sdk/contract/tags';
import type { Work } from '@sinter/sdk/server';
import { sql } from 'kysely';
import { adminDb } from '../tables.ts';
import { say } from '../texts.ts';
import { addTag } from './handlers.ts';

/** Of tags that are made by being used. */
const plainColor = '#667085';

export const tagsOfFacilities: FacilityTags = {
  of: (facilityId, kind, id) => sql<TagChip[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'label', t.label, 'color', t.color) order by lower(t.label)), '[]')
    from tag_link worn join facility_tag t on t.id = worn.tag_id
    where worn.kind = ${kind} and worn.object_id = ${id} and t.facility_id = ${facilityId})`,

  async hasAny(db, facilityId, kind, id, asked) {
    const ids = asked.map(Number).filter((each) => Number.isSafeInteger(each));
    // A number is an id: a tag may be called like one.
    const labels = asked.flatMap((each) => (typeof each === 'string' ? each.toLowerCase() : []));
    const { rows } = await sql<{ id: number }>`
      select coalesce(t.merged_into, t.id) as id from facility_tag t
      where t.facility_id = ${facilityId} and (t.id = any(${ids}::bigint[]) or lower(t.label) = any(${labels}::text[]))
    `.execute(db);
    const meant = rows.map((tag) => tag.id);
    // Of tags that it is told, the database knows how many rows have them: a rare one is where it begins.
    return sql<boolean>`${id} in (
      select worn.object_id from tag_link worn where worn.kind = ${kind} and worn.tag_id = any(${meant}::bigint[]))`;
  },

  async choices(db, facilityId, kind) {
    const { rows } = await sql<KnownTag>`
      select t.id, t.label, t.color, t.retired from facility_tag t
      where t.facility_id = ${facilityId} and t.merged_into is null and ${kind} = any(t.applies_to)
      order by lower(t.label)
    `.execute(db);
    return rows;
  },

  async change(unit, row, change, { adds }) {
    const { facilityId, kind, id } = row;
    const before = (await tagsOn(unit, row)).map(({ label }) => label);
    const known = await tagsCalled(unit, facilityId, [...change.add, ...before]);
    const wanted = changedTags(before, change);
    if (wanted.length > mostTags) throw new CallError('CONFLICT', say('tooManyOnOne', { most: mostTags }));
    const has = new Set(before.map((label) => label.toLowerCase()));
    const ids: number[] = [];
    const after: string[] = [];
    for (const label of wanted) {
      const tag = known.get(label.toLowerCase());
      after.push(tag?.label ?? label);
      if (has.has(label.toLowerCase())) {
        if (tag) ids.push(tag.id);
        continue;
      }
      if (!tag && !adds) throw new CallError('CONFLICT', say('noTag', { label }));
      if (tag?.retired) throw new CallError('CONFLICT', say('tagRetired', { label: tag.label }));
      if (tag && !tag.applies_to.includes(kind)) {
        throw new CallError('CONFLICT', say('tagElsewhere', { label: tag.label }));
      }
      ids.push((tag ?? (await addTag(unit, facilityId, { label, color: plainColor, appliesTo: [kind] }))).id);
    }
    await sql`
      delete from tag_link l using facility_tag t
      where l.tag_id = t.id and t.facility_id = ${facilityId} and l.kind = ${kind} and l.object_id = ${id}
        and not l.tag_id = any(${ids}::bigint[])`.execute(unit.db);
    if (ids.length > 0) {
      await adminDb(unit.db)
        .insertInto('tag_link')
        .values(ids.map((tagId) => ({ tag_id: tagId, kind, object_id: id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    return { before, after: after.toSorted((a, b) => a.localeCompare(b)) };
  },
};

const tagsOn = (unit: Work, { facilityId, kind, id }: { facilityId: number; kind: TagKind; id: number }) =>
  adminDb(unit.db)
    .selectFrom('tag_link')
    .innerJoin('facility_tag', 'facility_tag.id', 'tag_link.tag_id')
    .select(['facility_tag.id', 'facility_tag.label'])
    .where('tag_link.kind', '=', kind)
    .where('object_id', '=', id)
    .where('facility_id', '=', facilityId)
    .execute();

/** By label in lower case. */
async function tagsCalled(unit: Work, facilityId: number, labels: readonly string[]) {
  const rows = await adminDb(unit.db)
    .selectFrom('facility_tag')
    .select(['id', 'label', 'retired', 'applies_to'])
    .where('facility_id', '=', facilityId)
    .where('merged_into', 'is', null)
    .where(sql`lower(label)`, '=', sql`any(${labels.map((label) => label.toLowerCase())}::text[])`)
    // Nobody merges them while one is given.
    .forShare()
    .execute();
  return new Map(rows.map((row) => [row.label.toLowerCase(), row]));
}
