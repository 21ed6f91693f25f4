import type { LegacyStep } from '@sinter/sdk/contract/production/legacy';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import type { CsvColumn } from '@sinter/sdk/state/lists';
import { Link, type DataColumn } from '@sinter/sdk/ui';
import css from './legacy.module.css';

type Texts = PluginHost['t'];

const time = (at: string | null): string => (at === null ? '–' : formatDateTime(at));

/** `opensOrders`: not at a kiosk. */
export const tableColumns = (t: Texts, opensOrders: boolean): DataColumn<LegacyStep>[] => [
  {
    key: 'order',
    rank: 'name',
    title: t('legacy.order'),
    render: ({ orderId, orderTitle }) =>
      opensOrders ? (
        <Link to={`/order-details/${orderId}`}>
          #{orderId} <bdi>{orderTitle}</bdi>
        </Link>
      ) : (
        <span>
          #{orderId} <bdi>{orderTitle}</bdi>
        </span>
      ),
  },
  { key: 'part', title: t('legacy.part'), render: ({ part }) => <bdi>{part}</bdi> },
  { key: 'step', title: t('legacy.step'), render: ({ step }) => <bdi>{step}</bdi> },
  { key: 'operator', title: t('legacy.operator'), render: ({ operator }) => <bdi>{operator || '–'}</bdi> },
  { key: 'start', title: t('legacy.start'), render: ({ startedAt }) => time(startedAt) },
  { key: 'end', title: t('legacy.end'), rank: 'detail', render: ({ finishedAt }) => time(finishedAt) },
  {
    key: 'quantities',
    title: t('legacy.quantities'),
    render: ({ quantity, good, scrap }) => (
      <span className={css['counts']}>
        {t('legacy.counts', { good: formatNumber(good), quantity: formatNumber(quantity) })}
        {scrap > 0 && <small>{t('legacy.scrap', { scrap: formatNumber(scrap) })}</small>}
      </span>
    ),
  },
  {
    key: 'notes',
    title: t('legacy.notes'),
    rank: 'detail',
    render: ({ notes }) => <span dir="auto">{notes || '–'}</span>,
  },
];

/** As a file that was exported is imported: the names of the columns are not translated. */
export const csvColumns: CsvColumn<LegacyStep>[] = [
  { title: 'order', value: ({ orderId }) => orderId },
  { title: 'part', value: ({ part }) => part },
  { title: 'step', value: ({ step }) => step },
  { title: 'operator', value: ({ operator }) => operator },
  { title: 'start', value: ({ startedAt }) => startedAt ?? '' },
  { title: 'end', value: ({ finishedAt }) => finishedAt ?? '' },
  { title: 'quantity', value: ({ quantity }) => quantity },
  { title: 'good', value: ({ good }) => good },
  { title: 'scrap', value: ({ scrap }) => scrap },
  { title: 'notes', value: ({ notes }) => notes },
];
