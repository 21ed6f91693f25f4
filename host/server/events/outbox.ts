import { sql } from 'kysely';
import * as z from 'zod';
import { anyMember, defineEvent, type EventSpec } from '@sinter/sdk/contract';
import type { EventAudience } from '@sinter/sdk/server';
import type { RoomDb, RoomTransaction } from './tables.ts';

const betweenNodes = anyMember('It is sent to nobody; nodes tell each other.');

/** Between nodes only: somebody's sessions ended or their rights changed. Its audience is nobody. */
export const sessionsChanged = defineEvent({
  type: 'host.sessions_changed',
  summary: 'Drop what is remembered of the sessions of a user.',
  payload: z.object({ userId: z.number().int() }),
  guard: betweenNodes,
  origin: 'server',
});

/** Between nodes only: a facility's modules, flags or other configuration changed. */
export const configurationChanged = defineEvent({
  type: 'host.configuration_changed',
  summary: 'Drop what is remembered of the configuration.',
  payload: z.object({ configType: z.string() }),
  guard: betweenNodes,
  origin: 'server',
});

export const channel = 'sinter_outbox';
/** Any constant: the lock under which sequences are given out in the order of the commits. */
const sequenceLock = 7_301_001;
const largestPayload = 4096;

export interface PendingEvent {
  type: string;
  payload: string;
  facilityIds: readonly number[];
  companyIds: readonly number[];
  creatorIds: readonly number[] | null;
  controlled: boolean;
  userIds: readonly number[];
}

/** Knows the events that this node may emit. */
export interface EventSet {
  event(type: string): EventSpec | undefined;
}

/** Checks an event before it is written. Throws on one that is not in the set, and on a payload that does not fit. */
export function toPending(set: EventSet, event: EventSpec, payload: unknown, audience: EventAudience): PendingEvent {
  if (set.event(event.type) !== event) throw new Error(`No mounted contract declares the event "${event.type}".`);
  if (event.origin !== 'server') throw new Error(`The event "${event.type}" stays in the browser.`);
  const text = JSON.stringify(event.payload.parse(payload));
  if (text.length > largestPayload) throw new Error(`The payload of "${event.type}" is larger than ${largestPayload}.`);
  return {
    type: event.type,
    payload: text,
    facilityIds: audience.facilityIds ?? [],
    companyIds: audience.companyIds ?? [],
    creatorIds: audience.creatorIds ?? null,
    controlled: audience.controlled ?? false,
    userIds: audience.userIds ?? [],
  };
}

/**
 * Writes events as the last thing before the commit. The lock makes sequences visible in ascending order, so that
 * "everything after the last one I saw" misses nothing; NOTIFY takes such a lock at the commit anyway.
 */
export async function writeEvents(transaction: RoomTransaction, pending: readonly PendingEvent[]): Promise<void> {
  if (pending.length === 0) return;
  // In one statement: everybody else who writes waits from here to the commit.
  await sql`
    with locked as materialized (select pg_advisory_xact_lock(${sequenceLock})),
    written as (
      insert into outbox_event (type, payload, facility_ids, company_ids, creator_ids, controlled, user_ids)
      select event.type, event.payload::jsonb, event."facilityIds", event."companyIds", event."creatorIds", event.controlled,
        event."userIds"
      from locked cross join jsonb_to_recordset(${JSON.stringify(pending)}::jsonb)
        as event (type text, payload text, "facilityIds" bigint[], "companyIds" bigint[], "creatorIds" bigint[],
          controlled boolean, "userIds" bigint[])
      returning sequence)
    select pg_notify(${channel}, max(sequence)::text) from written
  `.execute(transaction);
}

export interface OutboxEvent {
  sequence: number;
  type: string;
  payload: unknown;
  facilityIds: readonly number[];
  companyIds: readonly number[];
  creatorIds: readonly number[] | null;
  controlled: boolean;
  userIds: readonly number[];
  at: Date;
}

/** Events after a sequence, oldest first. */
export function readEvents(db: RoomDb, { after, limit }: { after: number; limit: number }): Promise<OutboxEvent[]> {
  return db
    .selectFrom('outbox_event')
    .select([
      'sequence',
      'type',
      'payload',
      'facility_ids as facilityIds',
      'company_ids as companyIds',
      'creator_ids as creatorIds',
      'controlled',
      'user_ids as userIds',
      'created_at as at',
    ])
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** The sequence of the newest event and of the oldest one still kept; 0 where there is none. */
export async function outboxBounds(db: RoomDb): Promise<{ oldest: number; newest: number }> {
  return db
    .selectFrom('outbox_event')
    .select([
      sql<number>`coalesce(min(sequence), 0)`.as('oldest'),
      sql<number>`coalesce(max(sequence), 0)`.as('newest'),
    ])
    .executeTakeFirstOrThrow();
}

const keepHours = 24;

/** Old events that every reader has taken go, except the newest of all: its number says how far the sequence has come. */
export async function pruneEvents(db: RoomDb): Promise<void> {
  await sql`delete from outbox_event where created_at < now() - make_interval(hours => ${keepHours})
    and sequence < (select max(sequence) from outbox_event)
    and sequence <= all (select position from event_reader)`.execute(db);
}
