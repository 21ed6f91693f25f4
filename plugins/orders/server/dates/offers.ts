import { CallError } from '@sinter/sdk/contract';
import type { CallArguments, CallResult } from '@sinter/sdk/contract/call';
import type {
  calculateCharges,
  DateOffer,
  DeliverySettings,
  DeliveryType,
  LeadTimeOption,
  listDateOffers,
} from '@sinter/sdk/contract/orders/dates';
import type { CallContext } from '@sinter/sdk/server';
import { estimatesOf } from '../estimateFiles.ts';
import { requirePrices } from '../requestForms/prices.ts';
import { say } from '../texts.ts';
import { isProvider } from '../visibility.ts';
import { isMeant } from '../match.ts';
import { candidates, wantedAs } from '../vendors/candidates.ts';
import { fits, judge, type Candidate } from '../vendors/fit.ts';
import { confidenceIn, datesFor, findReady, type ReadyDates } from './findDates.ts';
import { linesOf, makersOf, type Maker, type WantedFiles } from './makers.ts';
import { settingsOf } from './settings.ts';
import { datesShown } from './shown.ts';

/** What one facility could do for the parts, and what they cost there. */
export interface Possible {
  maker: Maker;
  settings: DeliverySettings & { currency: string };
  ready: ReadyDates;
  partsMinor: number;
  manualReview: boolean;
}

type Asked = CallArguments<typeof listDateOffers>['body'];

/**
 * For a buyer of every facility that an order like this would go to, or of `only`; for a provider of the own. The price
 * is the estimate at that facility.
 */
async function possibilities(context: CallContext, asked: Asked, only?: number): Promise<Possible[]> {
  const { files, exportControlled, sourcing, facilityIds } = asked;
  const wanted = await wantedAs(context, files, exportControlled);
  const own = isProvider(context.user) ? context.facilityId : null;
  // How a facility stands to buyers does not matter to itself.
  const companyId = own === null ? context.companyId : 0;
  if (own === null) await requirePrices(context);
  const named = own ?? only;
  const judged = judge(
    wanted,
    await candidates(context.db, companyId, wanted.parts, named === undefined ? null : [named]),
  );
  const meant = ({ id, relation }: Candidate) =>
    sourcing === 'LINK3D' ? facilityIds.length === 0 || facilityIds.includes(id) : isMeant(sourcing, relation);
  const able = judged.filter(fits).map(({ candidate }) => candidate);
  const ids = (own === null ? able.filter(meant) : able).map(({ id }) => id);
  return possibleAt(context, files, ids);
}

/** At those of these facilities that can make the parts. Asks for no rights. */
export async function possibleAt(
  context: Pick<CallContext, 'db' | 'get' | 'all'>,
  files: WantedFiles,
  facilityIds: readonly number[],
): Promise<Possible[]> {
  const lines = await linesOf(context, files);
  if (!lines) throw new CallError('INVALID_INPUT', undefined, { fields: { files: say('noEstimate') } });
  const makers = await makersOf(context, lines, facilityIds);
  const ids = makers.map(({ id }) => id);
  const finished = files.some(({ finishId }) => finishId !== null);
  const [settings, ready] = await Promise.all([
    settingsOf(context, ids),
    findReady(context, makers, lines, Date.now()),
  ]);
  const found = await Promise.all(
    makers.map(async (maker): Promise<Possible | null> => {
      const [kept, dates] = [settings.get(maker.id), ready.get(maker.id)];
      if (!kept || !dates) return null;
      const offered = finished ? kept : { ...kept, finishingDays: 0 };
      const priced = await estimatesOf(context.db, files, { facilityId: maker.id });
      const partsMinor = priced.files.reduce((sum, { total }) => sum + total, 0);
      const manualReview = priced.files.some(({ manualReview: reasons }) => reasons.length > 0);
      return { maker, settings: offered, ready: dates, partsMinor, manualReview };
    }),
  );
  return found.filter((each) => each !== null);
}

/** What delivery costs for parts of this price. */
export const chargeOf = ({ chargeMinor, freeFromMinor }: DeliveryType, partsMinor: number): number =>
  freeFromMinor !== null && partsMinor >= freeFromMinor ? 0 : chargeMinor;

function offerOf(
  { maker, settings, ready, partsMinor, manualReview }: Possible,
  option: LeadTimeOption,
  type: DeliveryType,
): DateOffer {
  const money = (amount: number) => ({ amount, currency: settings.currency });
  const parts = Math.round(partsMinor * option.priceFactor);
  const delivery = chargeOf(type, parts);
  const tax = Math.round(((parts + delivery) * settings.taxPercent) / 100);
  return {
    facility: { id: maker.id, name: maker.name },
    leadTimeOption: { id: option.id, kind: option.kind, name: option.name },
    deliveryType: { id: type.id, kind: type.kind, name: type.name },
    ...datesFor(ready, settings, option.leadTimeDays, type),
    confidence: confidenceIn(ready, manualReview),
    parts: money(parts),
    delivery: money(delivery),
    tax: money(tax),
    taxText: settings.taxText,
    total: money(parts + delivery + tax),
  };
}

const offersOf = (possible: Possible): DateOffer[] =>
  possible.settings.leadTimeOptions
    .filter(({ active }) => active)
    .flatMap((option) =>
      possible.settings.deliveryTypes.filter(({ active }) => active).map((type) => offerOf(possible, option, type)),
    );

/** Most that a person is asked to choose from in one currency. */
const mostOffers = 4;

/** Sorted by date, and none both later and no cheaper than one before it; the earliest and the cheapest are always there. */
export function worthChoosing(offers: readonly DateOffer[]): DateOffer[] {
  const best = new Map<string, DateOffer[]>();
  const byDate = offers.toSorted(
    (a, b) =>
      a.deliveryOn.localeCompare(b.deliveryOn) || a.total.amount - b.total.amount || a.facility.id - b.facility.id,
  );
  for (const offer of byDate) {
    const kept = best.get(offer.total.currency) ?? [];
    const cheapest = kept.at(-1)?.total.amount ?? Infinity;
    if (offer.total.amount < cheapest) best.set(offer.total.currency, [...kept, offer]);
  }
  return [...best.values()].flatMap((kept) =>
    kept.length <= mostOffers ? kept : [...kept.slice(0, mostOffers - 1), ...kept.slice(-1)],
  );
}

export async function dateOffers(
  context: CallContext,
  { body }: CallArguments<typeof listDateOffers>,
): Promise<CallResult<typeof listDateOffers>> {
  return datesShown(context, worthChoosing((await possibilities(context, body)).flatMap(offersOf)));
}

/** One offer as it is now. Throws NOT_FOUND when the facility does not offer it for these parts. */
export async function chosenOffer(
  context: CallContext,
  { facilityId, leadTimeOptionId, deliveryTypeId, ...asked }: CallArguments<typeof calculateCharges>['body'],
): Promise<DateOffer> {
  const [possible] = await possibilities(context, asked, facilityId);
  const option = possible?.settings.leadTimeOptions.find(({ id, active }) => active && id === leadTimeOptionId);
  const type = possible?.settings.deliveryTypes.find(({ id, active }) => active && id === deliveryTypeId);
  if (possible?.maker.id !== facilityId || !option || !type) throw new CallError('NOT_FOUND');
  return offerOf(possible, option, type);
}
