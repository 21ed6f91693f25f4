import { orderTraveller, orderTravellerGrouped } from '@sinter/sdk/contract/production/travellers';
import { principalOf } from '@sinter/sdk/auth';
import { refusal } from '@sinter/sdk/contract/guard';
import { usePlugin, useTexts } from '@sinter/sdk/ui';

/** The papers that go with the parts through production, one sheet a lot and equal steps together. */
export default function Travellers({ orderId, onOpen }: { orderId: number; onOpen: () => void }) {
  const t = useTexts();
  const { api, user } = usePlugin();
  const calls = [orderTraveller, orderTravellerGrouped];
  return (
    <>
      {calls
        .filter(({ guard }) => refusal(guard, principalOf(user)) === null)
        .map((call) => (
          <li key={call.id}>
            <a href={api.href(call, { query: { orderId } })} target="_blank" rel="noopener" onClick={onOpen}>
              {t(call === orderTraveller ? 'work.travellers' : 'work.travellersGrouped')}
            </a>
          </li>
        ))}
    </>
  );
}
