import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { CallError } from '@sinter/sdk/contract';
import { settingChanged } from '@sinter/sdk/contract/host/versions';
import type {
  Editing,
  SettingEntry,
  SettingKind,
  SettingPlace,
  SettingState,
  SettingValue,
  Tables,
  VersionedSetting,
  Versions,
  Work,
} from '@sinter/sdk/server';
import { invalidInput } from '@sinter/sdk/server';
import { canonicalJson, contentHash } from '#registry/canonical';
import { say } from '../say.ts';
import { type RoomDb, roomDb, roomTransaction } from './tables.ts';

const shownAtOnce = 20;
/** Characters of JSON. */
const longestValue = 256 * 1024;
const same = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);

interface Row {
  id: number;
  version: number;
  edit: number;
  draft: unknown;
}

export const createVersions = (): Versions => ({
  of: (kind, place) => setting(kind, place),

  async all(db, kind, facilityId) {
    const rows = await roomDb(db)
      .selectFrom('setting')
      .innerJoin('setting_version', (join) =>
        join
          .onRef('setting_version.setting_id', '=', 'setting.id')
          .onRef('setting_version.version', '=', 'setting.version'),
      )
      .select(['element_id', 'setting.version', 'value'])
      .select(({ eb }) => eb('draft', 'is not', null).as('drafted'))
      .where('kind', '=', kind.id)
      .where('facility_id', '=', facilityId)
      .execute();
    return new Map(
      rows.map(({ element_id, version, value, drafted }) => [
        element_id,
        { version, value: parsed(kind, value), drafted: Boolean(drafted) },
      ]),
    );
  },
});

/** What an older release stored, and this one cannot read, counts as never said. */
function parsed<S extends z.ZodType>(kind: SettingKind<S>, stored: unknown): z.output<S> {
  const read = kind.schema.safeParse(stored);
  return read.success ? read.data : kind.defaults;
}

function setting<S extends z.ZodType>(kind: SettingKind<S>, place: SettingPlace): VersionedSetting<z.output<S>> {
  type Value = z.output<S>;

  const rowOf = (db: RoomDb) =>
    db
      .selectFrom('setting')
      .where('facility_id', '=', place.facilityId)
      .where('kind', '=', kind.id)
      .where('element_id', '=', place.elementId);

  async function lastPublished(db: Kysely<Tables>): Promise<SettingValue<Value>> {
    const row = await rowOf(roomDb(db))
      .innerJoin('setting_version', (join) =>
        join
          .onRef('setting_version.setting_id', '=', 'setting.id')
          .onRef('setting_version.version', '=', 'setting.version'),
      )
      .select(['setting.version', 'value'])
      .executeTakeFirst();
    return row ? { version: row.version, value: parsed(kind, row.value) } : { version: 0, value: kind.defaults };
  }

  async function current(db: Kysely<Tables>): Promise<SettingValue<Value>> {
    const last = await lastPublished(db);
    return kind.inForce ? { ...last, value: await kind.inForce(db, place) } : last;
  }

  async function entries(db: Kysely<Tables>, before: number | undefined, most: number): Promise<SettingEntry<Value>[]> {
    const rows = await rowOf(roomDb(db))
      .innerJoin('setting_version', 'setting_version.setting_id', 'setting.id')
      .leftJoin('app_user', 'app_user.id', 'setting_version.author')
      .select(['setting_version.version', 'value', 'note', 'at', 'first_name', 'last_name'])
      .$if(before !== undefined, (query) => query.where('setting_version.version', '<', before ?? 0))
      .orderBy('setting_version.version', 'desc')
      .limit(most)
      .execute();
    const published = rows.map((row) => ({
      version: row.version,
      value: parsed(kind, row.value),
      at: row.at,
      by: nameOf(row),
      note: row.note,
    }));
    const delivered = { version: 0, value: kind.defaults, at: null, by: '', note: '' };
    return published.length < most && before !== 0 ? [...published, delivered] : published;
  }

  async function state(db: Kysely<Tables>): Promise<SettingState<Value>> {
    const row = await rowOf(roomDb(db))
      .leftJoin('app_user', 'app_user.id', 'setting.drafted_by')
      .select(['version', 'edit', 'draft', 'drafted_at', 'first_name', 'last_name'])
      .executeTakeFirst();
    const { value } = await current(db);
    const [last] = row ? await entries(db, row.version + 1, 1) : [];
    const untouched = last && same(last.value, value) ? last : { at: null, by: '', note: '' };
    return {
      published: { ...untouched, version: row?.version ?? 0, value },
      draft:
        row?.draft != null && row.drafted_at
          ? { value: parsed(kind, row.draft), at: row.drafted_at, by: nameOf(row) }
          : null,
      seen: seenOf(row?.edit ?? 0, value),
    };
  }

  const seenOf = (edit: number, value: Value): string => (kind.inForce ? `${edit}.${contentHash(value)}` : `${edit}`);

  /** The row, for nobody else until the transaction ends. What was changed on another screen has a version from now on. */
  async function locked(unit: Work): Promise<{ row: Row; before: Value }> {
    const db = roomTransaction(unit.db);
    await db
      .insertInto('setting')
      .values({ facility_id: place.facilityId, kind: kind.id, element_id: place.elementId, edited_by: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await rowOf(db).select(['id', 'version', 'edit', 'draft']).forUpdate().executeTakeFirstOrThrow();
    return { row, before: (await current(unit.db)).value };
  }

  async function begin(unit: Work, { seen }: Pick<Editing, 'seen'>): Promise<{ row: Row; before: Value }> {
    const begun = await locked(unit);
    if (seen !== seenOf(begun.row.edit, begun.before)) throw await tooLate(unit, begun.row, seen);
    return begun;
  }

  async function tooLate(unit: Work, row: Row, seen: string): Promise<CallError> {
    // The count is the same: it was not changed here.
    if (seen.split('.')[0] === String(row.edit)) return new CallError('CONFLICT', say('settingChangedElsewhere'));
    const last = await rowOf(roomDb(unit.db))
      .innerJoin('app_user', 'app_user.id', 'setting.edited_by')
      .select(['first_name', 'last_name'])
      .executeTakeFirst();
    const name = last && nameOf(last);
    return new CallError('CONFLICT', name ? say('settingChangedBy', { name }) : say('settingChangedElsewhere'));
  }

  async function changeDraft(unit: Work, row: Row, draft: Value | null, by: number): Promise<void> {
    await roomTransaction(unit.db)
      .updateTable('setting')
      .set({
        draft: draft === null ? null : JSON.stringify(draft),
        edit: row.edit + 1,
        edited_by: by,
        drafted_by: by,
        drafted_at: new Date(),
      })
      .where('id', '=', row.id)
      .execute();
    await tell(unit, row.version, false);
  }

  async function tell(unit: Work, version: number, everybody: boolean): Promise<void> {
    const own = { facilityIds: [place.facilityId] };
    const audience = everybody && kind.hearers ? await kind.hearers(unit.db, place) : own;
    await unit.emit(settingChanged, { kind: kind.id, ...place, version }, audience);
  }

  async function add(
    unit: Work,
    { row, before }: { row: Row; before: Value },
    value: Value,
    { note, by, keepDraft }: { note: string; by: number | null; keepDraft: boolean },
  ): Promise<SettingValue<Value>> {
    const db = roomTransaction(unit.db);
    await kind.check?.(unit.db, place, value);
    const last = await lastPublished(unit.db);
    // Changed on another screen meanwhile: it can be restored too.
    const found = same(last.value, before) ? [] : [{ value: before, note: '', author: null }];
    const added = [...found, { value, note, author: by }];
    const version = row.version + added.length;
    await db
      .insertInto('setting_version')
      .values(
        added.map((each, index) => ({
          setting_id: row.id,
          version: row.version + index + 1,
          ...each,
          value: JSON.stringify(each.value),
        })),
      )
      .execute();
    await db
      .updateTable('setting')
      .set({ version, edit: row.edit + 1, edited_by: by, ...(keepDraft ? {} : { draft: null }) })
      .where('id', '=', row.id)
      .execute();
    await kind.published?.(unit, place, value, by);
    await unit.audit({
      action: 'setting.published',
      objectKind: 'SETTING',
      objectId: place.elementId ? `${kind.id}/${place.elementId}` : kind.id,
      facilityId: place.facilityId,
      before,
      after: value,
    });
    await tell(unit, version, true);
    return { version, value };
  }

  async function at(db: Kysely<Tables>, version: number): Promise<Value> {
    if (version === 0) return kind.defaults;
    const row = await rowOf(roomDb(db))
      .innerJoin('setting_version', 'setting_version.setting_id', 'setting.id')
      .select('value')
      .where('setting_version.version', '=', version)
      .executeTakeFirst();
    if (!row) throw new CallError('NOT_FOUND');
    return parsed(kind, row.value);
  }

  return {
    current,
    at,
    state,
    list: (db, { before, most = shownAtOnce } = {}) => entries(db, before, most),

    async saveDraft(unit, given, editing) {
      const read = kind.schema.safeParse(given);
      if (!read.success) throw invalidInput(read.error.issues);
      if (JSON.stringify(read.data).length > longestValue) throw new CallError('TOO_LARGE', say('settingTooLarge'));
      const { row } = await begin(unit, editing);
      await changeDraft(unit, row, read.data, editing.by);
    },

    async discardDraft(unit, editing) {
      const { row } = await begin(unit, editing);
      if (row.draft !== null) await changeDraft(unit, row, null, editing.by);
    },

    async publish(unit, note, editing) {
      const begun = await begin(unit, editing);
      const draft = begun.row.draft === null ? begun.before : parsed(kind, begun.row.draft);
      if (same(draft, begun.before)) throw new CallError('NOT_POSSIBLE', say('settingNothingNew'));
      return add(unit, begun, draft, { note, by: editing.by, keepDraft: false });
    },

    async restore(unit, version, editing) {
      const begun = await begin(unit, editing);
      const value = await at(unit.db, version);
      if (same(value, begun.before)) throw new CallError('NOT_POSSIBLE', say('settingNothingNew'));
      return add(unit, begun, value, { note: '', by: editing.by, keepDraft: true });
    },

    async put(unit, value, { note, by }) {
      return add(unit, await locked(unit), value, { note, by, keepDraft: true });
    },
  };
}

const nameOf = ({ first_name, last_name }: { first_name: string | null; last_name: string | null }): string =>
  `${first_name ?? ''} ${last_name ?? ''}`.trim();
