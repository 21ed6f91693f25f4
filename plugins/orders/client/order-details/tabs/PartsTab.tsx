import { fileContent } from '@sinter/sdk/contract/host/files';
import { printPartLabels } from '@sinter/sdk/contract/orders/labels';
import { orderPartActions } from '@sinter/sdk/contract/orders/orderPartActions';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import { formatNumber, formatSize, formatVolume } from '@sinter/sdk/i18n';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import {
  Link,
  LinkButton,
  Slot,
  StatusPill,
  Thumbnail,
  usePlugin,
  useTexts,
  DataTable,
  type DataColumn,
} from '@sinter/sdk/ui';
import { Price } from '../../Price.tsx';
import { Wanted } from '../../Wanted.tsx';
import type { OrderDetailsStore } from '../OrderDetailsStore.ts';
import type { TabProps } from './TabProps.ts';
import css from '../orderDetails.module.css';

/** The parts as they were ordered, with what each of them costs. */
export default observer(function PartsTab({ store, order }: TabProps) {
  const t = useTexts();
  const { api } = usePlugin();
  const printing = order.status === 'IN_PROGRESS' || order.status === 'IN_MANUFACTURING';
  const column = (
    key: string,
    render: DataColumn<OrderFile>['render'],
    more: Pick<DataColumn<OrderFile>, 'align' | 'rank'> = {},
  ): DataColumn<OrderFile> => ({ key, title: t(`part.${key}`), render, ...more });
  const columns = [
    column('file', (part) => <Part store={store} part={part} orderId={order.id} />, { rank: 'name' }),
    column('process', (part) => (
      <span className={css['stack']}>
        {part.aMProcess.name}
        <span>{part.materials.map(({ name }) => name).join(', ')}</span>
        <Wanted part={part} />
      </span>
    )),
    column(
      'quantity',
      ({ quantity, scheduled, notScheduled, made }) => (
        <span className={css['stack']}>
          {formatNumber(quantity)}
          {printing && <span>{t('fact.madeOf', { made: formatNumber(made), all: formatNumber(quantity) })}</span>}
          {store.isAwarded && (
            <span className={notScheduled > 0 ? css['left'] : undefined}>
              {t('part.scheduled', { done: formatNumber(scheduled), all: formatNumber(scheduled + notScheduled) })}
            </span>
          )}
        </span>
      ),
      { align: 'right' },
    ),
    column('unitPrice', ({ unitPrice }) => (unitPrice ? <Price price={unitPrice} /> : '–'), { align: 'right' }),
  ];
  return (
    <>
      {store.isProvider && (
        <div className={css['actions']}>
          <Button href={api.href(printPartLabels, { params: { id: order.id } })} target="_blank">
            {t('part.labels')}
          </Button>
          <Slot
            name={orderPartActions}
            props={{ orderId: order.id, orderFileIds: order.rfqFileDTOs.map(({ id }) => id) }}
          />
        </div>
      )}
      <DataTable label={t('details.parts')} columns={columns} rows={order.rfqFileDTOs} rowKey={({ id }) => id} />
    </>
  );
});

const Part = observer(function Part({
  store,
  part,
  orderId,
}: {
  store: OrderDetailsStore;
  part: OrderFile;
  orderId: number;
}) {
  const opens = store.mayOpenFiles;
  const t = useTexts();
  const { api } = usePlugin();
  const { originalFileDTO, fileDTO, pngFileDTO, report } = part;
  const { fileName } = originalFileDTO;
  const again = store.again(part);
  const href = (id: number) => api.href(fileContent, { params: { id }, query: { download: 'true' } });
  return (
    <span className={css['part']}>
      <Thumbnail src={(opens && pngFileDTO?.fileURL) || null} alt={fileName} size={64} />
      <span className={css['stack']}>
        <strong>{fileName}</strong>
        {part.itar && (
          <span className={css['controlled']}>
            <StatusPill tone="red">{t('part.controlled')}</StatusPill>
            {store.mayRelease && (
              <Button
                size="small"
                aria-label={t('part.releaseNamed', { fileName })}
                onClick={() => store.ask({ kind: 'release', part })}
              >
                {t('event.RELEASE')}
              </Button>
            )}
          </span>
        )}
        <span>{formatSize(report.size)}</span>
        <span>
          {formatVolume(report.volumeMm3)}
          {!report.watertight && <em> · {t('part.open')}</em>}
        </span>
        {opens && (
          <span className={css['downloads']}>
            <Link to={`/order/${orderId}/cad-viewer?part=${part.id}`} aria-label={t('part.viewNamed', { fileName })}>
              {t('part.view')}
            </Link>
            <a href={href(originalFileDTO.id)} download aria-label={t('part.downloadOriginal', { fileName })}>
              {t('part.original')}
            </a>
            {fileDTO.id !== originalFileDTO.id && (
              <a href={href(fileDTO.id)} download aria-label={t('part.downloadMesh', { fileName })}>
                {t('part.mesh')}
              </a>
            )}
            {store.order?.allowedEvents.includes('CLAIM') && (
              <LinkButton
                aria-label={t('part.claimNamed', { fileName })}
                onClick={() => store.ask({ kind: 'event', event: 'CLAIM', part })}
              >
                {t('event.CLAIM')}
              </LinkButton>
            )}
            {again && (
              <Link to={again} aria-label={t('part.againNamed', { fileName })}>
                {t('details.again')}
              </Link>
            )}
          </span>
        )}
      </span>
    </span>
  );
});
