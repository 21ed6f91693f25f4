import type { ShipmentRow } from '@sinter/sdk/contract/orders/shipments';
import { useTexts } from '@sinter/sdk/ui';

type Sent = Pick<ShipmentRow, 'carrier' | 'service' | 'tracking' | 'trackingUrl'>;

/** A carrier by its name, or what the facility's own delivery is called. */
export const carrierName = (t: (key: string) => string, carrier: Sent['carrier']): string =>
  carrier === null ? '' : carrier.name || t(`carriers.kind.${carrier.kind}`);

/** Who carries a parcel, and where it can be followed. */
export function Tracking({ sent: { carrier, service, tracking, trackingUrl } }: { sent: Sent }) {
  const t = useTexts();
  const who = [carrierName(t, carrier), service].filter(Boolean).join(' ');
  if (who === '' && tracking === '') return <>–</>;
  return (
    <>
      <bdi>{who}</bdi>
      {who !== '' && tracking !== '' && <br />}
      {trackingUrl === null ? (
        <bdi>{tracking}</bdi>
      ) : (
        <a href={trackingUrl} target="_blank" rel="noreferrer" aria-label={t('shipment.track', { number: tracking })}>
          <bdi>{tracking}</bdi>
        </a>
      )}
    </>
  );
}
