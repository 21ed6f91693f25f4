import { Button } from 'antd';
import { useTexts } from '@sinter/sdk/ui';
import type { PlainEvent } from '@sinter/sdk/contract/orders/orders';
import { actions } from './actions.ts';

/** What somebody may do now; the first of the usual steps stands out. */
export function EventButtons({ events, onAsk }: { events: readonly PlainEvent[]; onAsk: (event: PlainEvent) => void }) {
  const t = useTexts();
  const next = events.find((event) => actions[event].look === 'primary');
  return events.map((event) => (
    <Button
      key={event}
      type={event === next ? 'primary' : 'default'}
      danger={actions[event].look === 'danger'}
      onClick={() => onAsk(event)}
    >
      {t(`event.${event}`)}
    </Button>
  ));
}
