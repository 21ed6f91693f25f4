import type { OrderStep } from '@sinter/sdk/contract/orders/history';
import { reasonNeeded } from '@sinter/sdk/contract/orders/orders';
import { matchTransitions, orderTransitions } from '../transitions.ts';
import type { Portal, PortalColumn } from '@sinter/sdk/contract/orders/portal';
import { isHidden } from '../portal/statuses.ts';

/** A row of the history, with whom it is about. Rows of one transaction have the same `at`. */
export interface Entry {
  at: Date;
  /** `null`: of the request; else of one facility's part in it. */
  matchId: number | null;
  /** The facility of that match. */
  matchFacilityId: number | null;
  event: string;
  /** After it: of the match, else of the request. */
  status: string;
  reason: string;
  userId: number | null;
  who: string;
  /** The facility that the user acted for. */
  byFacilityId: number | null;
}

/** Who reads it. `matchId` and `facilityId`: of a provider; `won`: the order was awarded to it. */
export interface Reader {
  matchId: number | null;
  facilityId: number | null;
  won: boolean;
  /** What a customer is shown; `null` for a facility. */
  portal: Portal | null;
}

/** What the buyer is told of the facilities' parts in an order. */
const toldToBuyer = new Set([
  'UPLOAD_NDA',
  'APPROVE_NDA',
  'REJECT_NDA',
  'SUBMIT_QUOTE',
  'WITHDRAW_QUOTE',
  'DECLINE',
  'TIME_OUT',
  'REJECT_QUOTE',
  'REQUEST_REVISION',
  'REFUSE_AWARD',
  'REFUSE_CANCEL',
  'REFUSE_CLAIM',
  'HOLD',
  'RESUME',
]);
/** What the buyer tells the facility that was awarded without changing its status. */
const toldToWinner = new Set(['ASK_CANCEL', 'CONFIRM_RECEIPT', 'CLAIM']);
/** Events with a reason that is written for the other side. */
const toldWhy = new Set<string>([
  ...reasonNeeded,
  'SHIP',
  'WITHDRAW',
  'WITHDRAW_QUOTE',
  'REJECT_NDA',
  'REJECT_QUOTE',
  'AWARD',
  'ACCEPT_CLAIM',
]);

/** What only a facility does to its part. */
const byFacility = new Set<string>(
  matchTransitions
    .filter(
      ({ by, event }) =>
        by === 'provider' && !orderTransitions.some((row) => row.event === event && row.by === 'buyer'),
    )
    .map(({ event }) => event),
);

/** The entries that a reader may know of, oldest first. */
export function known(entries: readonly Entry[], { matchId, won, portal }: Reader): Entry[] {
  if (matchId !== null) {
    return entries
      .filter((entry) => entry.matchId === matchId || (won && entry.matchId === null && toldToWinner.has(entry.event)))
      .map((entry) => lostByWithdrawal(entry, entries));
  }
  const hidden = portal ? hiddenOf(entries, portal) : new Set<Entry>();
  return entries.filter((entry) => {
    if (hidden.has(entry)) return false;
    if (entry.matchId === null) return true;
    if (!toldToBuyer.has(entry.event)) return false;
    const held = entry.event === 'HOLD' || entry.event === 'RESUME';
    if (held && actingFacility(entry) === null) return false;
    // The order followed its facility: it is one thing that happened.
    return !entries.some((other) => other.matchId === null && sameMoment(other, entry) && other.event === entry.event);
  });
}

/** Steps of facilities and clocks within what is one status to the customer; of the order, and of the match that it follows. */
function hiddenOf(entries: readonly Entry[], portal: Portal): ReadonlySet<Entry> {
  const last = new Map<number | null, string>();
  return new Set(
    entries.filter((entry) => {
      const before = last.get(entry.matchId) ?? entry.status;
      last.set(entry.matchId, entry.status);
      const own = entry.userId !== null && actingFacility(entry) === null;
      return !own && isHidden(portal, before, entry.status);
    }),
  );
}

/** A facility that is out because the buyer withdrew the order reads that, and why. */
function lostByWithdrawal(entry: Entry, entries: readonly Entry[]): Entry {
  if (entry.event !== 'LOSE') return entry;
  const withdrawn = entries.find((other) => other.event === 'WITHDRAW' && sameMoment(other, entry));
  return withdrawn ? { ...entry, event: 'WITHDRAW', reason: withdrawn.reason } : entry;
}

const sameMoment = (one: Entry, other: Entry) => one.at.getTime() === other.at.getTime();

/** The facility for which it was done; `null` for what a buyer or nobody did. */
const actingFacility = ({ byFacilityId, event, matchFacilityId, userId }: Entry): number | null =>
  byFacilityId ?? (userId !== null && byFacility.has(event) ? matchFacilityId : null);

/** An entry as a reader may read it: without the names of other facilities' people, and the reasons that are internal. */
export function told(entry: Entry, reader: Reader, facilities: ReadonlyMap<number, string>): OrderStep {
  const { at, event, reason, userId, who, matchFacilityId } = entry;
  const acting = actingFacility(entry);
  const isProvider = reader.facilityId !== null;
  const other = isProvider && acting !== null && acting !== reader.facilityId;
  const side = userId === null || other ? 'SYSTEM' : acting === null ? 'BUYER' : 'FACILITY';
  const own = side === (isProvider ? 'FACILITY' : 'BUYER');
  const isKept = (column: PortalColumn, of: boolean) => of && (reader.portal?.hiddenColumns.includes(column) ?? false);
  const about = side === 'SYSTEM' ? matchFacilityId : (acting ?? matchFacilityId);
  return {
    at: at.toISOString(),
    event,
    side,
    who: side === 'SYSTEM' || isKept('creator', side === 'BUYER') || isKept('facility', side === 'FACILITY') ? '' : who,
    facility:
      about === null || isKept('facility', true) || (isProvider && about !== reader.facilityId)
        ? null
        : (facilities.get(about) ?? null),
    reason: isKept('quote', event === 'AWARD') ? '' : own || (side !== 'SYSTEM' && toldWhy.has(event)) ? reason : '',
  };
}

/** So many steps say why; all of them stand in the activity. */
const most = 6;

/** Of the entries that a reader may know, oldest first: since the present status was reached, and a few before. */
export function ledTo(entries: readonly Entry[], { matchId }: Pick<Reader, 'matchId'>): Entry[] {
  const isOwn = (entry: Entry) => entry.matchId === matchId;
  const own = entries.filter(isOwn);
  const status = own.at(-1)?.status;
  let first = own.length - 1;
  while (first > 0 && own[first - 1]?.status === status) first--;
  const reached = own[first];
  const since = reached ? entries.slice(entries.indexOf(reached)) : [...entries];
  const before = entries.slice(0, entries.length - since.length).filter(isOwn);
  if (since.length >= most && reached) return [reached, ...since.slice(1 - most)];
  return [...before.slice(since.length - most), ...since];
}
