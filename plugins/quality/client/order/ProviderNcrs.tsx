import { observer } from 'mobx-react-lite';
import { reconnected } from '@sinter/sdk/contract/host/events';
import type { OrderTabProps } from '@sinter/sdk/contract/orders/orderTabs';
import { readOrder } from '@sinter/sdk/contract/orders/orders';
import type { NcrLine } from '@sinter/sdk/contract/quality/ncr';
import { ncrChanged } from '@sinter/sdk/contract/quality/ncrs';
import { listOrderNcrs } from '@sinter/sdk/contract/quality/orderNcrs';
import { formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import { on, Question, together } from '@sinter/sdk/state';
import { EmptyState, ErrorNotice, Link, Loading, useStore, useTexts } from '@sinter/sdk/ui';
import RaiseButton from '../ncr/RaiseButton.tsx';
import type { RaiseAbout } from '../ncr/raising.ts';
import { made } from '../../shared/made.ts';
import { ContainmentPill, NcrStatusPill } from '../ncr/words.tsx';
import { lotPath, ncrPath } from '../paths.ts';
import css from '../ncr/ncr.module.css';

type Host = Pick<PluginHost, 'api' | 'events' | 'log'>;

/** The tab of an order for who makes it: what does not conform in it. */
export default function ProviderNcrs({ order }: OrderTabProps) {
  return <Listed key={order.id} id={order.id} title={order.displayTitle} />;
}

const storeOf = (host: Host, orderId: number) => {
  const ncrs = new Question<void, NcrLine[]>(host, {
    ask: (_, signal) => host.api.call(listOrderNcrs, { params: { orderId } }, { signal }),
    failed: 'non-conformances of an order could not be listed',
    refreshOn: [on(ncrChanged, (changed) => changed.orderId === orderId), on(reconnected)],
  });
  const parts = new Question<void, NonNullable<RaiseAbout['parts']>>(host, {
    ask: async (_, signal) => {
      const { status, rfqFileDTOs } = await host.api.call(readOrder, { params: { id: orderId } }, { signal });
      if (!made.includes(status)) return [];
      return rfqFileDTOs.map(({ id, originalFileDTO }) => ({ id, name: originalFileDTO.fileName }));
    },
    failed: 'the parts of an order could not be loaded',
  });
  return { ncrs, parts, start: () => together(ncrs.start(), parts.start()) };
};

const Listed = observer(function Listed({ id, title }: { id: number; title: string }) {
  const t = useTexts();
  const { ncrs, parts } = useStore((host) => storeOf(host, id));
  const { answer, error, retry } = ncrs;
  if (!answer) {
    return error === null ? <Loading /> : <ErrorNotice subject={t('ncr.plural')} error={error} onRetry={retry} />;
  }
  const raise = parts.answer && parts.answer.length > 0 && (
    <RaiseButton
      about={{
        ...{ source: 'SCREEN', subject: { orderId: id }, named: `#${id} ${title}` },
        ...{ pieces: 1, holds: null, parts: parts.answer },
      }}
    />
  );
  if (answer.length === 0) {
    return (
      <EmptyState title={t('ncr.empty')} text={t(raise ? 'ncr.ofOrder.none' : 'ncr.ofOrder.early')} actions={raise} />
    );
  }
  return (
    <>
      {raise && <div>{raise}</div>}
      <ul className={css['rows']} aria-label={t('ncr.plural')}>
        {answer.map(({ id: ncrId, number, title: name, status, containment, part, affectedQuantity, lotId }) => (
          <li key={ncrId}>
            <span className={css['rowHead']}>
              <Link to={ncrPath(ncrId)}>
                {number} <bdi>{name}</bdi>
              </Link>
              <NcrStatusPill status={status} />
              {containment !== 'NOT_NEEDED' && <ContainmentPill containment={containment} />}
            </span>
            <span className={css['quiet']}>
              {part !== '' && (
                <>
                  <bdi>{part}</bdi> ·{' '}
                </>
              )}
              {t('ncr.pieces', { count: affectedQuantity, pieces: formatNumber(affectedQuantity) })}
              {lotId !== null && (
                <>
                  {' · '}
                  <Link to={lotPath(lotId)}>{t('ncr.lot', { id: lotId })}</Link>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
});
