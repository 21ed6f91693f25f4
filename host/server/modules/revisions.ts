import { sql } from 'kysely';
import * as z from 'zod';
import type { FlagSpec } from '@sinter/sdk/contract';
import { registryChanged } from '@sinter/sdk/contract/host/events';
import type { RegistryState } from '@sinter/sdk/contract/host/registry';
import type { Work } from '@sinter/sdk/server';
import { canonicalJson } from '#registry/canonical';
import { configTypeOf, fieldOf } from '#registry/flags';
import { choicesOf, stateChanges, stateOf } from '#registry/state';
import { writeRecord } from '../records/records.ts';
import { type RoomDb, type RoomTransaction, roomTransaction } from './tables.ts';
import { type FacilityStates, menuConfigType, modulesConfigType } from './facilityStates.ts';
import { facilityElement } from '../records/records.ts';

export interface Changing {
  facilityId: number;
  userId: number;
}

export interface RegistryChange<T> {
  /** What `work` answered. */
  result: T;
  before: RegistryState;
  after: RegistryState;
  /** Empty when nothing differs: then there is no new revision either. */
  changes: string[];
  revision: number;
}

/**
 * The only way to change a facility's registry: one change after the other, each with a revision
 * that can be given to the facility again, and told to every open browser. `work` writes the records.
 */
export async function changeRegistry<T>(
  unit: Work,
  states: FacilityStates,
  { facilityId, userId }: Changing,
  work: (present: RegistryState, revision: number) => Promise<T>,
): Promise<RegistryChange<T>> {
  const db = roomTransaction(unit.db);
  // Two administrators at once must not undo each other's change.
  await sql`select pg_advisory_xact_lock(hashtext('modules'), ${facilityId}::int)`.execute(db);
  const last = await lastRevision(db, facilityId);
  const before = stateOf(await states.read(unit.db, facilityId), states.knownFlags);
  const result = await work(before, last ?? 0);
  const after = stateOf(await states.read(unit.db, facilityId), states.knownFlags);
  const changes = stateChanges(before, after, states.knownFlags);
  if (changes.length === 0) return { result, before, after, changes, revision: last ?? 0 };

  if (last === null) await keepDelivered(db, facilityId, before);
  const revision = (last ?? 0) + 1;
  await db
    .insertInto('registry_revision')
    .values({ facility_id: facilityId, revision, state: JSON.stringify(after), changes, changed_by: userId })
    .execute();
  await unit.emit(registryChanged, { facilityId }, await states.audience(facilityId));
  return { result, before, after, changes, revision };
}

/** `null`: nothing was ever changed. */
export async function lastRevision(db: RoomDb, facilityId: number): Promise<number | null> {
  const row = await db
    .selectFrom('registry_revision')
    .select((select) => select.fn.max<number | null>('revision').as('revision'))
    .where('facility_id', '=', facilityId)
    .executeTakeFirst();
  return row?.revision ?? null;
}

/** Revision 0, so that the very first change can be taken back too. */
async function keepDelivered(db: RoomTransaction, facilityId: number, state: RegistryState): Promise<void> {
  await db
    .insertInto('registry_revision')
    .columns(['facility_id', 'revision', 'state', 'changes', 'changed_at'])
    .expression((select) =>
      select
        .selectFrom('facility')
        .where('id', '=', facilityId)
        .select([
          'id',
          sql<number>`0`.as('revision'),
          sql<string>`${JSON.stringify(state)}::jsonb`.as('state'),
          sql<string[]>`'{}'::text[]`.as('changes'),
          'created_at',
        ]),
    )
    .execute();
}

/** Writes those records of the facility in which `asked` differs from `present`. */
export async function writeState(
  unit: Work,
  { facilityId, userId }: Changing,
  present: RegistryState,
  asked: RegistryState,
  known: readonly FlagSpec[],
): Promise<void> {
  const [from, to] = [choicesOf(present, known), choicesOf(asked, known)];
  const save = (configType: string, value: unknown) => writeRecord(unit, { configType, facilityId }, value, { userId });

  const disabled = [...new Set(asked.disabledModules)].sort();
  if (canonicalJson(present.disabledModules) !== canonicalJson(disabled)) await save(modulesConfigType, { disabled });
  if (canonicalJson(present.menu) !== canonicalJson(asked.menu)) await save(menuConfigType, asked.menu);

  const flags = known.filter(({ key }) => from.flags[key] !== to.flags[key]);
  const stored = await storedValues(unit, facilityId, flags.map(configTypeOf));
  for (const flag of flags) {
    const configType = configTypeOf(flag);
    await save(configType, { ...stored.get(configType), [fieldOf(flag)]: to.flags[flag.key] });
  }
}

/** What else stands in the records of these types stays. */
async function storedValues(unit: Work, facilityId: number, types: string[]): Promise<Map<string, object>> {
  if (types.length === 0) return new Map();
  const rows = await unit.db
    .selectFrom('config_record')
    .select(['config_type', 'config_value'])
    .where('config_type', 'in', types)
    .where('element_type', '=', facilityElement)
    .where('element_id', '=', facilityId)
    .execute();
  return new Map(
    rows.map((row) => [row.config_type, z.looseObject({}).safeParse(row.config_value).data ?? {}] as const),
  );
}
