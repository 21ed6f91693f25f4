import { useEffect, useState } from 'react';
import type { OrderFile } from '@sinter/sdk/contract/orders/orderFile';
import { partViewer, type PartViewerProps } from '@sinter/sdk/contract/preparation/partViewer';
import {
  EmptyState,
  ErrorNotice,
  Loading,
  Page,
  Slot,
  Thumbnail,
  useLocation,
  useNavigate,
  useParams,
  usePlugin,
  useTexts,
} from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
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
          <Slot key={part.id} name={partViewer} props={viewed(part)} />
        </div>
      ) : (
        <EmptyState title={t('cadViewer.none')} />
      )}
    </Page>
  );
});

const viewed = ({ id, fileDTO: mesh, originalFileDTO: original, units }: OrderFile): PartViewerProps => ({
  fileId: mesh.id,
  fileName: original.fileName,
  original: mesh.id === original.id ? null : { fileId: original.id, units },
  about: { objectKind: 'RFQ_ORDER_FILE', objectId: id },
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
                <strong>
                  <bdi>{part.originalFileDTO.fileName}</bdi>
                </strong>
                <small>{t('cadViewer.quantity', { count: part.quantity })}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
