import { readShipmentPaper, type ShipmentPaper } from '@sinter/sdk/contract/orders/shipmentPapers';
import { usePlugin, useTexts } from '@sinter/sdk/ui';
import css from './shipments.module.css';

/** Papers of a shipment to open, in the language of the reader. `labels`: those for its boxes too. */
export function PaperLinks({ id, papers, labels }: { id: number; papers: readonly ShipmentPaper[]; labels?: boolean }) {
  const t = useTexts();
  const { api } = usePlugin();
  return [...papers, ...(labels ? (['label'] as const) : [])].map((type) => (
    <a
      key={type}
      className={css['block']}
      href={api.href(readShipmentPaper, { params: { id, type }, query: {} })}
      target="_blank"
      rel="noopener"
    >
      {t(`papers.${type}`)}
    </a>
  ));
}
