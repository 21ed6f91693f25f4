import type { MatchStatus, OrderStatus } from '@sinter/sdk/contract/orders/orders';
import {
  findTransition,
  matchTransitions,
  noFacts,
  orderTransitions,
  type AnyEvent,
  type Facts,
  type Transition,
} from '../transitions.ts';

/** Who does something, and for which facility; none for a buyer. */
export interface Person {
  userId: number;
  facility: number | null;
}

/** One thing that happened to an order of the demo; what follows from it is found in the tables. */
export interface Step {
  at: Date;
  event: AnyEvent;
  /** Nobody: the system. */
  by?: Person;
  /** The facility to whose part in the order it happened; without it, to the request. */
  of?: number;
  reason?: string;
}

/** A facility that an order was sent to. */
export interface Stand {
  facility: number;
  internal: boolean;
  status: MatchStatus;
  heldFrom: MatchStatus | null;
  since: Date;
  changedAt: Date;
}

/** A row of the history. */
export interface Told {
  event: AnyEvent;
  facility: number | null;
  order: OrderStatus;
  match: MatchStatus | null;
  reason: string;
  userId: number | null;
  byFacility: number | null;
  at: Date;
}

export interface Outcome {
  status: OrderStatus;
  heldFrom: OrderStatus | null;
  changedAt: Date;
  stands: Stand[];
  history: Told[];
}

const setAside: readonly string[] = ['ON_HOLD', 'ARCHIVED', 'PAYMENT_WAITING'];

interface Standing<Status extends string> {
  status: Status;
  heldFrom: Status | null;
}

function move<Status extends string>(
  table: readonly Transition<Status>[],
  stand: Standing<Status>,
  event: AnyEvent,
  facts: Facts,
) {
  const found = findTransition(table, event, stand.status, facts);
  if (!found) throw new Error(`The demo's order cannot do ${event} from ${stand.status}.`);
  const before = stand.status;
  const to = found.to === 'same' ? before : found.to === 'held' ? (stand.heldFrom ?? before) : found.to;
  if (to !== before) stand.heldFrom = setAside.includes(to) ? before : null;
  stand.status = to;
}

/** Where an order of the demo stands after these steps, by the same tables that orders move by, and its whole history. */
export function follow(
  createdAt: Date,
  asked: readonly { facility: number; internal?: boolean }[],
  nda: boolean,
  steps: readonly Step[],
): Outcome {
  const order: Outcome = { status: 'DRAFT', heldFrom: null, changedAt: createdAt, stands: [], history: [] };

  const tell = ({ at, event, by, reason = '' }: Step, stand: Stand | null) => {
    order.history.push({
      ...{ event, reason, at, facility: stand?.facility ?? null, order: order.status, match: stand?.status ?? null },
      userId: by?.userId ?? null,
      byFacility: by?.facility ?? null,
    });
    if (stand) stand.changedAt = at;
    order.changedAt = at;
  };
  const factsFor = (internal: boolean): Facts => ({ ...noFacts, quoted: true, asked: true, internal });
  const onMatch = (step: Step, stand: Stand) => {
    move(matchTransitions, stand, step.event, factsFor(stand.internal));
    tell(step, stand);
  };
  const onOrder = (step: Step, internal: boolean) => {
    move(orderTransitions, order, step.event, factsFor(internal));
    tell(step, null);
  };
  const isOpen = ({ status, internal }: Stand) =>
    findTransition(matchTransitions, 'LOSE', status, factsFor(internal)) !== null;

  for (const step of steps) {
    const { at, event, of } = step;
    const nobody = (what: AnyEvent, facility: number): Step => ({ at, event: what, of: facility });
    if (of === undefined) {
      const internal = order.stands.some((stand) => stand.internal);
      onOrder(step, internal);
      if (event === 'SEND') {
        for (const { facility, internal: own = false } of asked) {
          const stand: Stand = { facility, internal: own, status: 'CREATED', heldFrom: null, since: at, changedAt: at };
          order.stands.push(stand);
          onMatch(nobody('APPROVE', facility), stand);
          onMatch(nobody(nda ? 'ASK_NDA' : 'UNLOCK', facility), stand);
        }
      }
      const [first] = order.stands;
      if (event === 'WITHDRAW') {
        for (const stand of order.stands.filter(isOpen)) onMatch(nobody('LOSE', stand.facility), stand);
      } else if (first && (event === 'COMPLETE' || event === 'HOLD')) {
        onMatch({ ...step, of: first.facility }, first);
      }
      continue;
    }
    const stand = order.stands.find(({ facility }) => facility === of);
    if (!stand) throw new Error('The demo has not sent the order to this facility.');
    onMatch(step, stand);
    const followed = findTransition(orderTransitions, event, order.status, factsFor(stand.internal));
    if (followed?.by === 'system' && followed.event !== 'MATCH') onOrder(step, stand.internal);
    if (event === 'APPROVE_NDA') onMatch(nobody('UNLOCK', of), stand);
    if (event === 'ACCEPT_AWARD') {
      for (const other of order.stands.filter(isOpen)) onMatch(nobody('LOSE', other.facility), other);
    }
  }
  return order;
}
