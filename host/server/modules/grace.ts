import type { FastifyRequest } from 'fastify';
import { openedHeader } from '@sinter/sdk/contract/host/modules';
import type { Descriptor } from '#registry/descriptor';
import { readState } from './storedState.ts';
import { switchedOff } from './switchedOff.ts';
import type { RoomDb } from './tables.ts';

/** So long after a module was switched off, what was open in a browser then may still be saved, ms. */
export const graceMs = 10 * 60_000;

/** When a module was switched off: the facility's registry revision, and its time. */
export interface SwitchOff {
  revision: number;
  at: Date;
}

/** What a browser says of the screen that calls. */
export interface Opened {
  /** The registry revision under which the screen's plugin was given. */
  revision: number;
  /** When the browser's session began. */
  sessionSince: Date;
}

/** `null`: it says nothing, or nobody sits at a browser. */
export function openedOf({ headers, session }: FastifyRequest): Opened | null {
  const revision = headers[openedHeader.toLowerCase()];
  if (session?.principal.via !== 'session' || typeof revision !== 'string' || !/^\d{1,9}$/.test(revision)) return null;
  return { revision: Number(revision), sessionSince: session.since };
}

/** May a screen still be answered by a module that was switched off then? */
export const isInGrace = (off: SwitchOff, opened: Opened, now = Date.now()): boolean =>
  opened.revision < off.revision && opened.sessionSince < off.at && now < off.at.getTime() + graceMs;

type Switchable = Pick<Descriptor, 'id' | 'requires' | 'canBeSwitchedOff'>;

/** A state of the registry, and since when. */
export interface Revision extends SwitchOff {
  disabledModules: readonly string[];
}

/** Those of the last minutes and the one before them, newest first. */
export async function recentRevisions(db: RoomDb, facilityId: number): Promise<Revision[]> {
  const before = new Date(Date.now() - graceMs);
  const rows = await db
    .selectFrom('registry_revision')
    .select(['revision', 'state', 'changed_at'])
    .where('facility_id', '=', facilityId)
    .where('revision', '>=', (select) =>
      select
        .selectFrom('registry_revision as older')
        .select(({ fn, val }) => fn.coalesce(fn.max('older.revision'), val(0)).as('revision'))
        .where('older.facility_id', '=', facilityId)
        .where('older.changed_at', '<', before),
    )
    .orderBy('revision', 'desc')
    .execute();
  return rows.map(({ revision, state, changed_at }) => ({
    revision,
    at: changed_at,
    disabledModules: readState(state).disabledModules,
  }));
}

/** When each of these modules went off. One that the newest revision has on went off in another way, and is not among them. */
export function switchOffs(
  descriptors: readonly Switchable[],
  revisions: readonly Revision[],
): ReadonlyMap<string, SwitchOff> {
  const found = new Map<string, SwitchOff>();
  const offIn = revisions.map(({ disabledModules }) => switchedOff(descriptors, disabledModules));
  for (const id of offIn[0] ?? []) {
    const wasOn = offIn.findIndex((off) => !off.has(id));
    const { revision, at } = revisions.at(wasOn < 0 ? -1 : wasOn - 1) ?? {};
    if (revision !== undefined && at) found.set(id, { revision, at });
  }
  return found;
}
