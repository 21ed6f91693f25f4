import { CallError } from '@sinter/sdk/contract';
import { orderProduction } from '@sinter/sdk/contract/orders/production';
import { lotWork } from '@sinter/sdk/contract/production/lotWork';
import type { Rigor } from '@sinter/sdk/contract/quality/settings';
import type { Services, Work } from '@sinter/sdk/server';
import type { Principal } from '@sinter/sdk/contract';
import { qualityDb } from '../tables.ts';
import { say } from '../texts.ts';
import { remember, type LockedNcr, type LockedRow } from './lock.ts';
import { tellConcession } from './notices.ts';

/** Who has to agree before a row is carried out. */
const signaturesNeeded = 2;

/** Whom it acts for, and how strictly. */
export interface Carrier {
  services: Pick<Services, 'get'>;
  unit: Work;
  /** The facility and who acts for it: `null` where the customer has just agreed. */
  by: Pick<Principal, 'userId'> | null;
  rigor: Rigor;
}

/** Does the review board agree? */
export const isSigned = ({ signatures }: Pick<LockedRow, 'signatures'>, rigor: Rigor): boolean =>
  rigor !== 'FULL' || signatures.filter(({ approves }) => approves).length >= signaturesNeeded;

/** Pieces that do not conform and are used nevertheless: the customer decides, unless it is the own enterprise. */
export const asksCustomer = (
  { order }: Pick<LockedNcr, 'order'>,
  { disposition }: Pick<LockedRow, 'disposition'>,
  rigor: Rigor,
): boolean => disposition === 'USE_AS_IS' && rigor !== 'OFF' && order !== null && !order.internal;

/** Carries out each row that nobody has to agree to any more, and asks the customer where only they are missing. */
export async function carryOut(carrier: Carrier, ncr: LockedNcr): Promise<void> {
  for (const row of ncr.rows) {
    if (row.state !== 'PROPOSED' && row.state !== 'CUSTOMER') continue;
    if (!isSigned(row, carrier.rigor)) continue;
    const asks = asksCustomer(ncr, row, carrier.rigor) && row.concession?.accepts !== true;
    if (!asks) await doRow(carrier, ncr, row);
    else if (row.state === 'PROPOSED') await ask(carrier, ncr, row);
  }
}

async function ask({ unit, by }: Carrier, ncr: LockedNcr, row: LockedRow): Promise<void> {
  row.state = 'CUSTOMER';
  const db = qualityDb(unit);
  await db.updateTable('ncr_row').set({ state: 'CUSTOMER' }).where('id', '=', row.id).execute();
  // Who is asked has to see what it is about.
  if (!ncr.customerVisible) {
    ncr.customerVisible = true;
    await db.updateTable('ncr').set({ customer_visible: true }).where('id', '=', ncr.id).execute();
  }
  await remember(unit, ncr, { what: 'ASK_CUSTOMER', quantity: row.quantity, by: by?.userId ?? null });
  await tellConcession(unit, ncr, row, by?.userId ?? null);
}

async function doRow(carrier: Carrier, ncr: LockedNcr, row: LockedRow): Promise<void> {
  const { unit, by } = carrier;
  const made = await effect(carrier, ncr, row);
  Object.assign(row, { state: 'DONE', ...made });
  await qualityDb(unit)
    .updateTable('ncr_row')
    .set({ state: 'DONE', move_ids: made.moveIds, lot_ids: made.lotIds, done_at: new Date() })
    .where('id', '=', row.id)
    .execute();
  await remember(unit, ncr, {
    what: 'DONE',
    about: row.disposition ?? '',
    note: row.reason,
    quantity: row.quantity,
    by: by?.userId ?? null,
  });
}

type Made = Pick<LockedRow, 'moveIds' | 'lotIds'>;
const nothing: Made = { moveIds: [], lotIds: [] };

/** What has left is not on the floor. */
export const hasLeft = ({ shipped, order }: Pick<LockedNcr, 'shipped' | 'order'>): boolean =>
  shipped || order?.phase === 'SHIPPED';

/** What it means for pieces. Throws NOT_POSSIBLE where they are not there to do it with. */
async function effect({ services, unit, by }: Carrier, ncr: LockedNcr, row: LockedRow): Promise<Made> {
  const left = hasLeft(ncr);
  const lots = services.get(lotWork);
  const reason = (row.reason === '' ? `${ncr.number} ${ncr.title}` : `${ncr.number} ${row.reason}`).slice(0, 200);
  const maker = { facilityId: ncr.facilityId, userId: by?.userId ?? null };
  const { quantity } = row;
  switch (row.disposition) {
    case 'SCRAP':
    case 'RETURN_TO_SUPPLIER':
      if (left || ncr.lotId === null) return nothing;
      return {
        ...nothing,
        moveIds: [...(await lots.scrap(maker, unit, { lotId: ncr.lotId, quantity, reason, remake: false }))],
      };
    case 'REMAKE':
      if (!left && ncr.lotId !== null) {
        return {
          ...nothing,
          moveIds: [...(await lots.scrap(maker, unit, { lotId: ncr.lotId, quantity, reason, remake: true }))],
        };
      }
      if (ncr.orderId === null || ncr.orderFileId === null) throw new CallError('NOT_POSSIBLE', say('noPartToRemake'));
      await services.get(orderProduction).remake(unit, ncr.facilityId, ncr.orderId, {
        ...{ orderFileId: ncr.orderFileId, quantity, again: left, userId: maker.userId, reason },
      });
      return nothing;
    case 'REWORK':
    case 'REPAIR':
      if (left) throw new CallError('NOT_POSSIBLE', say('hasLeft'));
      if (ncr.lotId === null || row.toPosition === null) return nothing;
      return {
        ...nothing,
        lotIds: [await lots.rework(maker, unit, { lotId: ncr.lotId, quantity, reason, toPosition: row.toPosition })],
      };
    default:
      return nothing;
  }
}
