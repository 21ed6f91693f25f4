import type { ShipmentStatus } from '@sinter/sdk/contract/orders/shipments';
import { StatusPill, useTexts, type Tone } from '@sinter/sdk/ui';

const tones: Record<ShipmentStatus, Tone> = {
  DRAFT: 'amber',
  PACKED: 'blue',
  SHIPPED: 'blue',
  DELIVERED: 'green',
  EXCEPTION: 'red',
  VOIDED: 'grey',
};

export function ShipmentStatusPill({ status }: { status: ShipmentStatus }) {
  const t = useTexts();
  return <StatusPill tone={tones[status]}>{t(`shipment.status.${status}`)}</StatusPill>;
}
