import { observer } from 'mobx-react-lite';
import { documentLanguageSchema } from '@sinter/sdk/contract/orders/documents';
import { supplierText } from '@sinter/sdk/contract/named';
import { formatDate } from '@sinter/sdk/i18n';
import { ErrorNotice, Loading, Section, useStore, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import css from '../order-details/orderDetails.module.css';
import { PapersStore } from './PapersStore.ts';

/** Each language by its own name. */
const languages = documentLanguageSchema.options.map((value) => {
  const tag = value.replace('_', '-');
  return { value, label: new Intl.DisplayNames([tag], { type: 'language' }).of(value.slice(0, 2)) ?? value };
});

/** Quotes, confirmation, invoice draft, and what travels with its shipments: to open, and to save. */
export const Papers = observer(function Papers({ orderId }: { orderId: number }) {
  const t = useTexts();
  const store = useStore((host) => new PapersStore(host, orderId));
  const { answer, error } = store.question;
  const title = t('papers.title');
  if (!answer) {
    return error ? <ErrorNotice subject={title} error={error} onRetry={() => store.question.retry()} /> : <Loading />;
  }
  const travelling = answer.shipments.flatMap(({ id, papers }) => papers.map((type) => ({ id, type })));
  if (answer.documents.length + travelling.length === 0) return null;
  return (
    <Section title={title}>
      <p>
        <Select
          aria-label={t('papers.language')}
          value={store.language}
          options={languages}
          onChange={(language) => store.choose(language)}
          style={{ minWidth: 140 }}
        />
      </p>
      <ul className={css['lines']}>
        {answer.documents.map((paper) => {
          const { type, matchId, version, facility, issuedOn, replaced, hash } = paper;
          return (
            <li key={`${type} ${matchId} ${version}`}>
              <span>
                <a href={store.address(paper, 'false')} target="_blank" rel="noopener">
                  {t(`papers.${type}`)}
                </a>{' '}
                · <bdi>{supplierText(t, facility)}</bdi> ·{' '}
                {t('papers.version', { version, date: formatDate(issuedOn) })}
                {replaced && ` · ${t('papers.replaced')}`} · <small title={hash}>{hash.slice(0, 8)}</small>
              </span>
              <a
                href={store.address(paper, 'true')}
                download
                aria-label={t('papers.downloadOf', { paper: t(`papers.${type}`), version })}
              >
                {t('papers.download')}
              </a>
            </li>
          );
        })}
        {travelling.map(({ id, type }) => (
          <li key={`${type} ${id}`}>
            <span>
              <a href={store.addressOf(id, type, 'false')} target="_blank" rel="noopener">
                {t(`papers.${type}`)}
              </a>{' '}
              · {t('shipment.title', { id })}
            </span>
            <a
              href={store.addressOf(id, type, 'true')}
              download
              aria-label={t('papers.downloadOfShipment', { paper: t(`papers.${type}`), id })}
            >
              {t('papers.download')}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
});
