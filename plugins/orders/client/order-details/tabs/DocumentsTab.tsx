import { observer } from 'mobx-react-lite';
import { orderChanged } from '@sinter/sdk/contract/orders/events';
import { readOrderNdas, type Nda } from '@sinter/sdk/contract/orders/nda';
import { formatDate } from '@sinter/sdk/i18n';
import type { Dispose, PluginHost } from '@sinter/sdk/plugin';
import { on, Question } from '@sinter/sdk/state';
import { ErrorNotice, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { Papers } from '../../documents/Papers.tsx';
import { NdaPill } from '../../nda/NdaPill.tsx';
import { Signed } from '../../nda/Signed.tsx';
import type { TabProps } from './TabProps.ts';
import css from '../orderDetails.module.css';

/** The order's papers, its purchase order, and agreements not to disclose. */
export default observer(function DocumentsTab({ order }: TabProps) {
  const t = useTexts();
  return (
    <>
      {order.quotes.length > 0 && <Papers orderId={order.id} />}
      {order.poNumber !== null && (
        <Section title={t('documents.po')}>
          <bdi>{order.poNumber}</bdi>
        </Section>
      )}
      {order.ndaRequired && <Agreements orderId={order.id} />}
    </>
  );
});

class AgreementsStore {
  readonly question: Question<void, readonly Nda[]>;

  constructor(host: Pick<PluginHost, 'api' | 'events' | 'log'>, id: number) {
    this.question = new Question<void, readonly Nda[]>(host, {
      ask: async (_, signal) => (await host.api.call(readOrderNdas, { params: { id } }, { signal })).ndas,
      failed: 'the agreements of the order could not be read',
      refreshOn: [on(orderChanged, (changed) => changed.orderId === id)],
    });
  }

  start(): Dispose {
    return this.question.start();
  }
}

const Agreements = observer(function Agreements({ orderId }: { orderId: number }) {
  const t = useTexts();
  const { question } = useStore((host) => new AgreementsStore(host, orderId));
  const { answer, error } = question;
  const title = t('nda.title');
  if (!answer)
    return error ? <ErrorNotice subject={title} error={error} onRetry={() => question.retry()} /> : <Loading />;
  return (
    <Section title={title}>
      {answer.length === 0 ? (
        <p className={css['none']}>{t('documents.noNda')}</p>
      ) : (
        <ul className={css['lines']}>
          {answer.map(({ id, facility, status, file, uploadedBy, uploadedOn }) => (
            <li key={id}>
              <span>
                <bdi>{facility.name}</bdi> · <Signed file={file} />{' '}
                {t('nda.given', { name: uploadedBy, date: formatDate(uploadedOn) })}
              </span>
              <NdaPill status={status} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
});
