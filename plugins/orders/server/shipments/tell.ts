import { defineNotice, type Work } from '@sinter/sdk/server';
import * as z from 'zod';
import type { Cause } from '../lifecycle.ts';
import { delivery } from '../notices/kinds.ts';
import { anOrder } from '../notices/subject.ts';
import { audience, factsOf } from '../notices/tell.ts';
import { say } from '../texts.ts';
import type { LockedShipment } from './keep.ts';
import type { Leaving } from './ready.ts';

const parcel = z.object({ by: z.string() });
const sent = parcel.extend({ tracking: z.string(), pieces: z.number(), left: z.number(), all: z.number() });
const forBuyer = {
  category: delivery,
  roles: ['ROLE_ENGINEER' as const],
  subject: anOrder,
  mail: true,
  ofFacility: true,
};

/** What a buyer is told of parcels. */
export const parcelKinds = {
  parcelShipped: defineNotice({
    ...{ ...forBuyer, id: 'orders.shipped', title: say('tellShipped'), params: sent },
    says: ({ subject: order, by, tracking }) =>
      tracking === '' ? say('toldShipped', { order, by }) : say('toldShippedTracked', { order, by, tracking }),
  }),
  partShipped: defineNotice({
    ...{ ...forBuyer, id: 'orders.partShipped', title: say('tellPartShipped'), params: sent },
    says: ({ subject: order, by, tracking, left, all }) =>
      tracking === ''
        ? say('toldPartShipped', { order, by, left, all })
        : say('toldPartShippedTracked', { order, by, left, all, tracking }),
  }),
  parcelDelivered: defineNotice({
    ...{ ...forBuyer, id: 'orders.parcelDelivered', title: say('tellParcelDelivered'), params: parcel },
    says: ({ subject: order }) => say('toldParcelDelivered', { order }),
  }),
  parcelException: defineNotice({
    ...{ ...forBuyer, id: 'orders.parcelException', title: say('tellParcelException'), params: parcel },
    says: ({ subject: order, by }) => say('toldParcelException', { order, by }),
  }),
  parcelVoided: defineNotice({
    ...{ ...forBuyer, id: 'orders.parcelVoided', title: say('tellParcelVoided'), params: parcel },
    says: ({ subject: order, by }) => say('toldParcelVoided', { order, by }),
  }),
};

/** Tells the buyer of an order what has happened to a parcel with it. */
export async function tellParcel(
  unit: Work,
  kind: keyof typeof parcelKinds,
  shipment: Pick<LockedShipment, 'id' | 'version'>,
  { order, match }: Leaving,
  cause: Pick<Cause, 'userId'>,
  told: Omit<z.output<typeof sent>, 'by'> = { tracking: '', pieces: 0, left: 0, all: 0 },
): Promise<void> {
  const facts = await factsOf(unit, order, match, cause);
  await unit.notify(parcelKinds[kind], {
    subjectId: order.id,
    params: { by: facts.facility ?? '', ...told },
    key: `shipment ${shipment.id} ${shipment.version} order ${order.id} ${kind}`,
    by: cause.userId,
    facilityId: facts.inName,
    to: [audience({ side: 'buyer' }, order, match, facts)],
    ...(order.controlled && { controlled: { knownTo: [order.createdBy] } }),
  });
}
