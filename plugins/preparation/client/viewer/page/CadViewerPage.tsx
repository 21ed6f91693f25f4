import { useEffect, useState } from 'react';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import {
  EmptyState,
  ErrorNotice,
  Loading,
  Page,
  Thumbnail,
  useLocation,
  useNavigate,
  useParams,
  usePlugin,
  useTexts,
} from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import PartViewer from '../PartViewer.tsx';
import { CadViewerStore } from './CadViewerStore.ts';
import css from './cadViewer.module.css';

export default function CadViewerPage() {
  const { id = '' } = useParams();
  return <CadViewer key={id} orderId={Number(id)} />;
}

const CadViewer = observer(function CadViewer({ orderId }: { orderId: number }) {
  const t = useTexts();
  const host = usePlugin();
  const [store] = useState(() => new CadViewerStore(host, orderId));
  useEffect(() => store.start(), [store]);
  const wanted = Number(new URLSearchParams(useLocation().search).get('part'));
  const { order, error } = store;
  const title = order?.displayTitle ?? t('page.cadViewer');
  if (!order) {
    return (
      <Page title={title}>
        {error ? <ErrorNotice subject={title} error={error} onRetry={() => void store.load()} /> : <Loading />}
      </Page>
    );
  }
  const parts = order.rfqFileDTOs;
  const part = parts.find(({ id }) => id === wanted) ?? parts[0];
  const back = `/order-details/${orderId}`;
  return (
    <Page title={title} breadcrumbs={[{ text: `#${order.id}`, to: back }, { text: t('page.cadViewer') }]}>
      {part ? (
        <div className={css['page']}>
          {parts.length > 1 && <Parts parts={parts} chosen={part} orderId={orderId} />}
          <PartViewer
            key={part.id}
            fileId={part.fileDTO.id}
            fileName={part.originalFileDTO.fileName}
            original={
              part.fileDTO.id === part.originalFileDTO.id
                ? null
                : { fileId: part.originalFileDTO.id, units: part.units }
            }
            comments={{ objectKind: 'RFQ_ORDER_FILE', objectId: part.id }}
          />
        </div>
      ) : (
        <EmptyState title={t('cadViewer.none')} />
      )}
    </Page>
  );
});

interface PartsProps {
  parts: readonly OrderFile[];
  chosen: OrderFile;
  orderId: number;
}

/** The order's parts, one of which is shown. */
function Parts({ parts, chosen, orderId }: PartsProps) {
  const t = useTexts();
  const navigate = useNavigate();
  return (
    <nav aria-label={t('cadViewer.parts')}>
      <ul className={css['parts']}>
        {parts.map((part) => (
          <li key={part.id}>
            <button
              type="button"
              aria-current={part.id === chosen.id}
              onClick={() => navigate(`/order/${orderId}/cad-viewer?part=${part.id}`, { replace: true })}
            >
              <Thumbnail src={part.pngFileDTO?.fileURL ?? null} alt="" size={40} />
              <span>
                <strong>{part.originalFileDTO.fileName}</strong>
                <small>{t('cadViewer.quantity', { count: part.quantity })}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
