import type { MatchStatus, OrderStatus } from '@sinter/sdk/contract/orders/orders';
import type { DemoWorld } from '@sinter/sdk/server';
import { ndaAfter, ndaReason, waitsForNda } from '../nda/demo.ts';
import type { Person, Step } from './story.ts';
import { day, pick, type Asked, type Choice, type Line, type Offer, type Part, type Story } from './stuff.ts';

/** Where an order stands on both sides, and how many of the demo's orders stand there. */
const states: readonly (readonly [match: MatchStatus | null, order: OrderStatus, orders: number, by?: 'third'])[] = [
  ['BID_WAITING', 'DISTRIBUTED', 6],
  ['BID_SUBMITTED', 'DISTRIBUTED', 5],
  ['BID_APPROVED', 'BID_ACCEPTED', 2],
  ['SP_BID_ACCEPTED', 'AGREEMENT_DONE', 8],
  ['IN_PROGRESS', 'IN_MANUFACTURING', 6],
  ['IN_QUALITYCONTROL', 'IN_QUALITYCONTROL', 2],
  ['SHIPPED', 'SHIPPED', 3],
  ['COMPLETED', 'COMPLETED', 4],
  ['SP_RFQ_REJECTED', 'MATCHED', 1],
  ['BID_LOST', 'WITHDRAWN', 1],
  ['ON_HOLD', 'ON_HOLD', 1],
  [null, 'UNMATCHED', 1],
  ['SHIPPED', 'DELIVERED', 2],
  ['NDA_VERIFICATION_PENDING', 'DISTRIBUTED', 1],
  // Of the other buyer: what the first gave to this facility would hold for it.
  ['NDA_UPLOAD_PENDING', 'DISTRIBUTED', 1, 'third'],
  ['NDA_REJECTED', 'DISTRIBUTED', 1],
];

/** What buyers call an order whose first part is this one. */
const titles: Readonly<Record<string, readonly string[]>> = {
  'angle-bracket': ['Spare brackets for the service team', 'Camera mounts for line 4'],
  'spur-gear': ['Replacement gears for the feeder', 'Gear train, noise test'],
  impeller: ['Impellers for the coolant pump', 'Impeller study, 15 blades'],
  'electronics-housing': ['Sensor housings, field test', 'Control boxes for the gripper'],
  'pipe-elbow': ['Duct elbows for cabin air', 'Elbows for the vacuum cell'],
  'heat-sink': ['Heat sinks for the drive unit', 'Heat sink, second iteration'],
  'turbine-blade': ['Turbine blade samples', 'Blades for the wind-tunnel rig'],
  'weld-neck-flange': ['Flanges for the test bench', 'Adapter flanges'],
  'hinge-leaf': ['Hinges for the inspection hatch', 'Hinge leaves, series 2'],
  'rocket-nozzle': ['Nozzles for the coating robot', 'Nozzle, flow test'],
  'manifold-block': ['Hydraulic manifold, prototype', 'Cooling manifold, second iteration'],
  'sensor-capsule': ['Probe tips for quality control', 'Sensor capsules'],
};
const useCases = ['FUNCTIONAL_TESTING', 'END_USE_PART', 'JIG_AND_FIXTURE', 'SPARE_PART', 'FUNCTIONAL_PROTOTYPE'];
const quantities = [1, 2, 4, 6, 8, 12, 20, 40];

/** What the demo is made of. */
export interface Stuff {
  world: DemoWorld;
  parts: readonly Part[];
  choices: readonly Choice[];
  /** Finishes that the first facility offers, by name. */
  finishes: ReadonlyMap<string, number>;
  /** Where the parts of a company go. */
  addresses: ReadonlyMap<number, string>;
}

export interface FirstStory {
  story: Story;
  match: MatchStatus | null;
}

/** The demo's first orders; each has one facility at most. */
export function firstStories(stuff: Stuff): FirstStory[] {
  const plan = states.flatMap(([match, order, orders, by]) =>
    Array.from({ length: orders }, () => ({ match, order, by })),
  );
  return plan.map((state, index) => ({ story: storyOf(stuff, index, state), match: state.match }));
}

interface State {
  match: MatchStatus | null;
  order: OrderStatus;
  by: 'third' | undefined;
}

function storyOf({ world, parts, choices, finishes, addresses }: Stuff, index: number, state: State): Story {
  const company = state.by === 'third' || index % 7 === 6 ? world.thirdCompanyId : world.buyerCompanyId;
  const buyer = personOf(
    world,
    company === world.thirdCompanyId ? 'third' : index % 3 === 2 ? 'engineer' : 'buyer',
    null,
  );
  const choice = pick(
    choices.filter((each) => each.facility === (index % 5 === 4 ? world.secondFacilityId : world.rootFacilityId)),
    index * 3,
  );
  const own = parts.filter((part) => part.company === company);
  const isRoot = choice.facility === world.rootFacilityId;
  const blasting = finishes.get('Bead blasting');
  const lines = Array.from({ length: 1 + (index % 3) }, (_, place): Line => {
    const line = { part: pick(own, index + place * 4), quantity: pick(quantities, index * 5 + place) };
    if (!isRoot || place > 0 || index % 4 !== 1 || blasting === undefined) return line;
    const wanted = { finish_id: blasting, tolerance: 'ISO_2768_M', inspection: 'FIRST_ARTICLE' };
    return { ...line, wanted: { ...wanted, notes: 'First article with a full report before the rest is built.' } };
  });
  const createdAt = new Date(world.now.getTime() - (2 + index * 1.3) * day);
  const first = lines[0]?.part.name ?? '';
  const facility = personOf(world, isRoot ? (index % 2 === 0 ? 'admin' : 'planner') : 'admin2', choice.facility);
  const steps = stepsOf(state, { world, createdAt, buyer, facility, index });
  const asked = state.match === null ? [] : [askedOf(state, { world, choice, steps, facility, index })];
  return {
    key: String(index),
    title: pick(titles[first] ?? [first], index),
    company,
    createdBy: buyer.userId,
    createdAt,
    lines,
    choice,
    asked,
    nda: waitsForNda(state.match),
    steps,
    fields: {
      notes: index % 4 === 0 ? 'Please deburr the bores and keep the flat face free of supports.' : '',
      primary_use_case: pick(useCases, index),
      estimated_delivery_date: new Date(world.now.getTime() + (((index * 5) % 26) - 4) * day),
      quote_due_at: state.order === 'DISTRIBUTED' ? new Date(world.now.getTime() + (2 + (index % 9)) * day) : null,
      industry_focus: pick(['Robotics', 'Aerospace', 'Medical devices', ''], index),
      third_party_order_id: index % 4 === 3 ? `REQ-${pick(['A', 'B', 'C', 'D'], index)}${7700 + index}` : '',
      tags: index % 6 === 1 ? ['field test'] : index % 6 === 4 ? ['series', 'Q4'] : [],
      delivery_address: index % 2 === 0 ? (addresses.get(company) ?? null) : null,
    },
  };
}

export function personOf(world: DemoWorld, name: string, facility: number | null): Person {
  const userId = world.users[`${name}@demo.example`];
  if (userId === undefined) throw new Error(`The demo has no user ${name}.`);
  return { userId, facility };
}

/** An event and which part of the order's life had passed by then. */
type Way = readonly (readonly [event: Step['event'], share: number])[];

const agreed: Way = [
  ['AWARD', 0.2],
  ['ACCEPT_AWARD', 0.3],
];
const begun: Way = [...agreed, ['START_PRODUCTION', 0.45]];
const inspected: Way = [...begun, ['START_INSPECTION', 0.7]];
const shipped: Way = [...inspected, ['SHIP', 0.8]];

/** What happened after the quote. */
const ways: Partial<Record<MatchStatus, Way>> = {
  BID_APPROVED: [['AWARD', 0.6]],
  SP_BID_ACCEPTED: agreed,
  IN_PROGRESS: begun,
  IN_QUALITYCONTROL: inspected,
  SHIPPED: shipped,
  COMPLETED: [...shipped, ['CONFIRM_RECEIPT', 0.9], ['COMPLETE', 0.96]],
  BID_LOST: [['WITHDRAW', 0.3]],
  ON_HOLD: [...agreed, ['HOLD', 0.6]],
};
/** What a buyer does to the request. */
const ofBuyer: readonly Step['event'][] = ['CONFIRM_RECEIPT', 'COMPLETE', 'WITHDRAW', 'HOLD'];
const reasons: Partial<Record<Step['event'], string>> = {
  WITHDRAW: 'The test was called off.',
  HOLD: 'The drawing is being changed.',
  SHIP: 'Parcel service, two boxes.',
};

interface Life {
  world: DemoWorld;
  createdAt: Date;
  buyer: Person;
  facility: Person;
  index: number;
}

/** When facilities of the demo quote, after they were asked. */
const quoteAfter = 0.4 * day;

function stepsOf({ match, order }: State, { world, createdAt, buyer, facility, index }: Life): Step[] {
  const of = facility.facility ?? 0;
  const life = world.now.getTime() - createdAt.getTime();
  const at = (after: number) => new Date(createdAt.getTime() + after);
  const sent: Step[] = [{ at: createdAt, event: 'SUBMIT', by: buyer }];
  if (match === null) return [...sent, { at: createdAt, event: 'NO_MATCH' }];
  sent.push({ at: createdAt, event: 'MATCH' }, { at: createdAt, event: 'SEND' });
  if (waitsForNda(match)) {
    const uploaded: Step = { at: at(ndaAfter), event: 'UPLOAD_NDA', of, by: signer(world, of) };
    const buyeradmin = personOf(world, 'buyeradmin', null);
    const refused: Step = { at: at(2 * ndaAfter), event: 'REJECT_NDA', of, by: buyeradmin, reason: ndaReason };
    return [
      ...sent,
      ...(match === 'NDA_UPLOAD_PENDING' ? [] : match === 'NDA_REJECTED' ? [uploaded, refused] : [uploaded]),
    ];
  }
  if (match === 'BID_WAITING') return sent;
  if (match === 'SP_RFQ_REJECTED') {
    const declined = { at: at(0.3 * life), of, by: facility, reason: 'No machine is free for it this month.' };
    return [...sent, { ...declined, event: 'DECLINE' }, { at: declined.at, event: 'MATCH' }];
  }
  const way = (ways[match] ?? []).map(([event, share]): Step => {
    const step = { at: at(share * life), event, reason: reasons[event] ?? '' };
    if (ofBuyer.includes(event)) return { ...step, by: buyer };
    return event === 'AWARD'
      ? { ...step, of, by: buyer, reason: `PO ${poNumber(index)}` }
      : { ...step, of, by: facility };
  });
  const received: Step = { at: new Date(world.now.getTime() - 2 * day), event: 'CONFIRM_RECEIPT', by: buyer };
  const quoted: Step = { at: at(quoteAfter), event: 'SUBMIT_QUOTE', of, by: facility };
  return [...sent, quoted, ...way, ...(order === 'DELIVERED' ? [received] : [])];
}

export const signer = (world: DemoWorld, facility: number): Person =>
  personOf(world, facility === world.rootFacilityId ? 'legal' : 'admin2', facility);

const poNumber = (index: number) => `PO-${4500 + index}`;

function askedOf(
  { match }: State,
  { world, choice, steps, facility, index }: Omit<Life, 'createdAt' | 'buyer'> & { choice: Choice; steps: Step[] },
): Asked {
  const when = (event: Step['event']) => steps.find((step) => step.event === event)?.at;
  const quotedAt = when('SUBMIT_QUOTE');
  const acceptedAt = when('ACCEPT_AWARD');
  // Nobody is late: what is not shipped yet is promised for a day by which its builds are done, finished and sent.
  const shippedAt = when('SHIP');
  const until = shippedAt?.getTime() ?? world.now.getTime() + 12 * day;
  const leadTimeDays = acceptedAt && Math.ceil((until - acceptedAt.getTime()) / day) + 2 + (index % 5);
  const quote = (at: Date): Offer => ({
    ...{ at, by: facility.userId, validUntil: new Date(world.now.getTime() + 20 * day) },
    status: match === 'BID_SUBMITTED' ? 'SUBMITTED' : match === 'BID_LOST' ? 'REJECTED' : 'ACCEPTED',
    ...(when('AWARD') && { poNumber: poNumber(index) }),
    ...(leadTimeDays !== undefined && { leadTimeDays }),
  });
  return {
    ...{ facility: choice.facility, choice },
    quotes: quotedAt ? [quote(quotedAt)] : [],
    fields: {
      delivered_at: when('CONFIRM_RECEIPT') ?? null,
      promised_at: acceptedAt && leadTimeDays ? new Date(acceptedAt.getTime() + leadTimeDays * day) : null,
    },
    tags: index % 5 === 3 ? ['Check powder'] : index % 5 === 1 ? ['Repeat customer'] : [],
  };
}
