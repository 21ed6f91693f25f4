import { orderTraveller, orderTravellerGrouped } from '@sinter/sdk/contract/production/travellers';
import { usePlugin, useTexts } from '@sinter/sdk/ui';

/** The papers that go with the parts through production, one sheet a lot and equal steps together. */
export default function Travellers({ orderId, onOpen }: { orderId: number; onOpen: () => void }) {
  const t = useTexts();
  const { api } = usePlugin();
  return (
    <>
      {[orderTraveller, orderTravellerGrouped].map((call) => (
        <li key={call.id}>
          <a href={api.href(call, { query: { orderId } })} target="_blank" rel="noopener" onClick={onOpen}>
            {t(call === orderTraveller ? 'work.travellers' : 'work.travellersGrouped')}
          </a>
        </li>
      ))}
    </>
  );
}
