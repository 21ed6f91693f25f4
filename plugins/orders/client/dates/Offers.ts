import { reaction, runInAction } from 'mobx';
import type { CallInput } from '@sinter/sdk/contract/call';
import {
  checkDates,
  chooseDate,
  listDateOffers,
  type DateChoice,
  type DateOffer,
} from '@sinter/sdk/contract/orders/dates';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question, together } from '@sinter/sdk/state';

type Wanted = CallInput<typeof listDateOffers>['body'];
export type Sourced = Pick<Wanted, 'sourcing' | 'facilityIds'>;

/** The schedules are asked when nobody has changed anything for a moment. */
const debounceMs = 600;

export const keyOf = ({ facility, leadTimeOption, deliveryType }: DateOffer): string =>
  `${facility.id} ${leadTimeOption.id} ${deliveryType.id}`;

const isSame = ({ facility, leadTimeOption, deliveryType }: DateOffer, before: DateChoice): boolean =>
  facility.id === before.facility?.id &&
  leadTimeOption.kind === before.leadTimeOption.kind &&
  leadTimeOption.name === before.leadTimeOption.name &&
  deliveryType.kind === before.deliveryType.kind &&
  deliveryType.name === before.deliveryType.name;

/** The prices and dates that are offered for what is configured, and the one that is chosen. */
export class Offers {
  /** By its key: another date for the same is still the same choice. */
  chosenKey: string | null = null;
  /** What was chosen for the order earlier. */
  before: DateChoice | null = null;
  readonly #host: Pick<PluginHost, 'api' | 'log'>;
  readonly #wanted: () => Wanted;
  readonly #question: Question<Wanted, DateOffer[]>;
  #resumed: number | null = null;

  constructor(host: Pick<PluginHost, 'api' | 'log'>, wanted: () => Wanted) {
    this.#host = host;
    this.#wanted = wanted;
    this.#question = new Question<Wanted, DateOffer[]>(host, {
      ask: async (body, signal) => (body.files.length === 0 ? [] : host.api.call(listDateOffers, { body }, { signal })),
      debounceMs,
      failed: 'dates could not be found',
    });
    makeStore(this);
  }

  /** `null` until there is an answer. */
  get list(): readonly DateOffer[] | null {
    return this.error === null && this.#wanted().files.length > 0 ? this.#question.answer : null;
  }

  get loading(): boolean {
    return this.#question.state === 'asking' && this.#wanted().files.length > 0;
  }

  get error(): unknown {
    return this.#question.error;
  }

  /** Until somebody chooses, what was chosen earlier, or the usual lead time; the earliest date where that is not worth choosing. */
  get chosen(): DateOffer | null {
    const list = this.list ?? [];
    return (
      list.find((offer) => keyOf(offer) === this.chosenKey) ??
      list.find((offer) => this.before && isSame(offer, this.before)) ??
      list.find(({ leadTimeOption }) => leadTimeOption.kind === 'STANDARD') ??
      list[0] ??
      null
    );
  }

  /** Did somebody choose, now or earlier? */
  get isChosen(): boolean {
    return this.chosenKey !== null || this.before !== null;
  }

  choose(offer: DateOffer): void {
    this.chosenKey = keyOf(offer);
  }

  /** Goes on from what was chosen for an order that was sent already. */
  async resume(orderId: number): Promise<void> {
    if (this.#resumed === orderId) return;
    this.#resumed = orderId;
    const { api, log } = this.#host;
    try {
      const { choice } = await api.call(checkDates, { params: { id: orderId }, query: {} });
      runInAction(() => (this.before = choice));
    } catch (error) {
      log.warn('The price and date of an order could not be read', { id: orderId, error: String(error) });
    }
  }

  /** Keeps what is chosen with an order; says whether it is kept. */
  async keep(orderId: number): Promise<boolean> {
    const { api, log } = this.#host;
    const { chosen } = this;
    if (!chosen) return true;
    const { facility, leadTimeOption, deliveryType } = chosen;
    const body = { facilityId: facility.id, leadTimeOptionId: leadTimeOption.id, deliveryTypeId: deliveryType.id };
    try {
      await api.call(chooseDate, { params: { id: orderId }, body });
      return true;
    } catch (error) {
      log.warn('The price and date of an order were not kept', { id: orderId, error: String(error) });
      return false;
    }
  }

  start(): Dispose {
    const forget = reaction(
      () => JSON.stringify(this.#wanted()),
      () => this.#question.ask(this.#wanted()),
      { fireImmediately: true },
    );
    return together(forget, this.#question.follow());
  }

  retry(): void {
    this.#question.retry();
  }
}
