import { observer } from 'mobx-react-lite';
import type { OrderTabProps } from '@sinter/sdk/contract/orders/orderTabs';
import { formatDate } from '@sinter/sdk/i18n';
import { EmptyState, ErrorNotice, Link, Loading, usePlugin, useStore, useTexts } from '@sinter/sdk/ui';
import { OrderPassportsStore } from './OrderPassportsStore.ts';
import { passportPath } from './paths.ts';
import { VerifierLinks } from './Verifying.tsx';
import css from './passport.module.css';

/** The tab of an order: what was issued of its lots. */
export default function OrderPassports({ order }: OrderTabProps) {
  return <Lots key={order.id} id={order.id} />;
}

const Lots = observer(function Lots({ id }: { id: number }) {
  const t = useTexts();
  const { user } = usePlugin();
  const store = useStore((host) => new OrderPassportsStore(host, id));
  const { answer, error, retry } = store.question;
  if (!answer) {
    return error === null ? <Loading /> : <ErrorNotice subject={t('page.passports')} error={error} onRetry={retry} />;
  }
  const provides = user.defaultRole === 'ROLE_SERVICE_PROVIDER';
  if (answer.lots.length === 0) {
    return (
      <EmptyState
        title={t('passport.noneIssued')}
        text={t(provides ? 'passport.noneOfOrder' : 'passport.noneForCustomer')}
      />
    );
  }
  return (
    <div>
      <p className={css['quiet']}>{t('passport.orderText')}</p>
      {answer.openOnly && <p role="note">{t('passport.openOnly')}</p>}
      <ul className={css['issued']} aria-label={t('page.passports')}>
        {answer.lots.map(({ lotId, part, quantity, issued }) => (
          <li key={lotId}>
            <div>
              <strong>
                {provides ? (
                  <Link to={passportPath(lotId)}>{t('passport.lotNamed', { id: lotId })}</Link>
                ) : (
                  t('passport.lotNamed', { id: lotId })
                )}
              </strong>
              {part !== '' && (
                <>
                  {' · '}
                  <bdi>{part}</bdi>
                </>
              )}
              {' · '}
              {t('passport.count', { count: quantity })}
            </div>
            {issued.map(({ version, issuedAt }) => {
              const named = { version, id: lotId };
              return (
                <p key={version} className={css['links']}>
                  <span>{t('passport.versionOn', { version, date: formatDate(issuedAt) })}</span>
                  <a href={store.address(lotId, version, 'file')} download aria-label={t('passport.fileOfLot', named)}>
                    {t('passport.file')}
                  </a>
                  <a
                    href={store.address(lotId, version, 'summary')}
                    target="_blank"
                    rel="noopener"
                    aria-label={t('passport.summaryOfLot', named)}
                  >
                    {t('passport.summary')}
                  </a>
                  <a
                    href={store.address(lotId, version, 'material')}
                    target="_blank"
                    rel="noopener"
                    aria-label={t('passport.materialOfLot', named)}
                  >
                    {t('passport.materialCertificate')}
                  </a>
                </p>
              );
            })}
          </li>
        ))}
      </ul>
      <VerifierLinks />
    </div>
  );
});
