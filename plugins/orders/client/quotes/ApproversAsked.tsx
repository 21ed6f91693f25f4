import { observer } from 'mobx-react-lite';
import { listApprovers } from '@sinter/sdk/contract/orders/approvals';
import type { CallResult } from '@sinter/sdk/contract/call';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { Question } from '@sinter/sdk/state';
import { Loading, messageOf, useStore, useTexts } from '@sinter/sdk/ui';
import type { OrderDetailsStore } from '../order-details/OrderDetailsStore.ts';
import css from './quotes.module.css';

class Approvers {
  readonly #question: Question<number, CallResult<typeof listApprovers>>;
  readonly #orderId: number;

  constructor(host: Pick<PluginHost, 'api' | 'log'>, orderId: number) {
    this.#orderId = orderId;
    this.#question = new Question(host, {
      ask: (id, signal) => host.api.call(listApprovers, { params: { id } }, { signal }),
      failed: 'those who may accept a quote could not be loaded',
    });
  }

  get people() {
    return this.#question.answer;
  }

  get error(): unknown {
    return this.#question.error;
  }

  start(): Dispose {
    return this.#question.start(this.#orderId);
  }
}

/** Whom to ask; nobody ticked: whoever may. */
export default observer(function ApproversAsked({ store, orderId }: { store: OrderDetailsStore; orderId: number }) {
  const t = useTexts();
  const { people, error } = useStore((host) => new Approvers(host, orderId));
  const askedOf = store.question?.askedOf ?? [];
  if (error) return <span role="alert">{messageOf(error)}</span>;
  if (!people) return <Loading />;
  if (people.length === 0) return <span>{t('approval.nobody')}</span>;
  return (
    <span className={css['people']} role="group" aria-label={t('approval.whom')}>
      <span>{t('approval.whom')}</span>
      {people.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={askedOf.includes(id)}
            onChange={({ target: { checked } }) =>
              store.askOf(checked ? [...askedOf, id] : askedOf.filter((each) => each !== id))
            }
          />
          <bdi>{name}</bdi>
        </label>
      ))}
    </span>
  );
});
