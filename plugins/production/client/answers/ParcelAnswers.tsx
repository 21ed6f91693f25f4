import type { ShipmentPageProps } from '@sinter/sdk/contract/orders/shipmentPage';
import { Section, useTexts } from '@sinter/sdk/ui';
import { Answers } from './Answers.tsx';
import css from './answers.module.css';

/** On the page of a parcel: what was answered before its orders were shipped. */
export default function ParcelAnswers({ shipment }: ShipmentPageProps) {
  const t = useTexts();
  return (
    <Section title={t('answers.title')}>
      {shipment.orderIds.map((id) => (
        <div key={id} className={css['section']}>
          {shipment.orderIds.length > 1 && <p className={css['quiet']}>#{id}</p>}
          <Answers of={{ subject: 'ORDER', id, gate: 'SHIP' }} />
        </div>
      ))}
    </Section>
  );
}
