import { personOf, type Stuff } from './first.ts';
import type { Person, Step } from './story.ts';
import { day, pick, type Asked, type Choice, type Line, type Offer, type Story } from './stuff.ts';

/** Orders, each with its place in the payment tables, its approvals and its claim, besides where it stands. */
export interface FurtherStory extends Story {
  /** Paid by card at this facility, or being paid. */
  payment?: { state: 'WAITING' | 'PAID'; facility: number; by: number; at: Date; refundedAt?: Date };
  approval?: { by: number; at: Date; message: string; refusal?: { by: number; at: Date; reason: string } };
  /** How the matcher judged both facilities. */
  judged?: true;
  /** Signed by this facility and approved. */
  agreement?: { facility: number; at: Date };
  /** The buyer's report of a problem that nobody has answered. */
  claim?: { at: Date; reason: string };
}

export interface Draft extends Omit<
  FurtherStory,
  'key' | 'createdBy' | 'createdAt' | 'company' | 'lines' | 'choice' | 'asked' | 'steps'
> {
  buyer: Person;
  company?: number;
  /** Days since it was written. */
  age: number;
  lines: readonly [part: string, quantity: number, wanted?: Line['wanted']][];
  choice: Choice;
  asked?: Asked[];
  steps?: Step[];
}

/** With what the demo's further orders are told: days are counted back from now. */
export function toolsOf({ world, choices }: Stuff) {
  const { rootFacilityId: root, secondFacilityId: second, now } = world;
  const people = {
    ...{ buyer: personOf(world, 'buyer', null), engineer: personOf(world, 'engineer', null) },
    ...{ keeper: personOf(world, 'buyeradmin', null), third: personOf(world, 'third', null) },
    ...{ admin: personOf(world, 'admin', root), planner: personOf(world, 'planner', root) },
    lyon: personOf(world, 'admin2', second),
  };
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const until = (days: number) => new Date(now.getTime() + days * day);
  const of = (facility: number) => choices.filter((each) => each.facility === facility);
  /** What both facilities can make, as each of them makes it. */
  const shared = of(root).filter(({ material }) => of(second).some((each) => each.material === material));
  const atSecond = (choice: Choice) =>
    pick(
      of(second).filter(({ material }) => material === choice.material),
      0,
    );
  const made = (processKey: string) =>
    pick(
      shared.filter((each) => each.processKey === processKey),
      0,
    );
  const steel = made('DIRECT_METAL_LASER_SINTERING');
  const powder = made('SELECTIVE_LASER_SINTERING');

  const sent = (age: number, by: Person): Step[] => [
    { at: ago(age), event: 'SUBMIT', by },
    { at: ago(age), event: 'MATCH' },
    { at: ago(age), event: 'SEND' },
  ];
  const does = (days: number, event: Step['event'], by: Person, reason = ''): Step => ({
    ...{ at: ago(days), event, by, reason },
    ...(by.facility !== null && { of: by.facility }),
  });
  /** What a buyer does to a facility's part in an order. */
  const answers = (days: number, event: Step['event'], by: Person, facility: number, reason = ''): Step => ({
    ...{ at: ago(days), event, by, reason, of: facility },
  });
  const system = (days: number, event: Step['event'], facility: number): Step => ({
    at: ago(days),
    event,
    of: facility,
  });
  const offer = (days: number, by: Person, status: Offer['status'], more: Partial<Offer> = {}): Offer => ({
    ...{ at: ago(days), by: by.userId, status, validUntil: until(18) },
    ...more,
  });
  const asks = (choice: Choice, quotes: Offer[] = [], fields: Asked['fields'] = {}): Asked => ({
    ...{ facility: choice.facility, choice, quotes, fields },
  });
  const due = { quote_due_at: until(6), estimated_delivery_date: until(20) };
  const promised = (acceptedDaysAgo: number, leadTimeDays: number) => until(leadTimeDays - acceptedDaysAgo);
  return {
    ...{ ...people, ago, of, atSecond, steel, powder, sent, does, answers, system, offer, asks, due, promised },
    ...{ root, second, until },
  };
}
