import { reaction } from 'mobx';
import type { CallInput } from '@sinter/sdk/contract/call';
import { chooseDate, listDateOffers, type DateOffer } from '@sinter/sdk/contract/orders/dates';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { makeStore, Question, together } from '@sinter/sdk/state';

type Wanted = CallInput<typeof listDateOffers>['body'];
export type Sourced = Pick<Wanted, 'sourcing' | 'facilityIds'>;

/** The schedules are asked when nobody has changed anything for a moment. */
const debounceMs = 600;

export const keyOf = ({ facility, leadTimeOption, deliveryType }: DateOffer): string =>
  `${facility.id} ${leadTimeOption.id} ${deliveryType.id}`;

/** The prices and dates that the shop offers for what is configured, and the one that is chosen. */
export class Offers {
  /** By its key: another date for the same is still the same choice. */
  chosenKey: string | null = null;
  readonly #host: Pick<PluginHost, 'api' | 'log'>;
  readonly #wanted: () => Wanted;
  readonly #question: Question<Wanted, DateOffer[]>;

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

  /** Until somebody chooses, the usual lead time; the earliest date where that is not worth choosing. */
  get chosen(): DateOffer | null {
    const list = this.list ?? [];
    return (
      list.find((offer) => keyOf(offer) === this.chosenKey) ??
      list.find(({ leadTimeOption }) => leadTimeOption.kind === 'STANDARD') ??
      list[0] ??
      null
    );
  }

  choose(offer: DateOffer): void {
    this.chosenKey = keyOf(offer);
  }

  /** Keeps what is chosen with an order that was placed; says whether it is kept. */
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
