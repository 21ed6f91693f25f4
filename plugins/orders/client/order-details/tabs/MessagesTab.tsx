import { partThreads } from '@sinter/sdk/contract/preparation/partThreads';
import { Link, Section, Slot, useLocation, useNavigate, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import type { TabProps } from './TabProps.ts';
import { tabPath } from './tabs.ts';
import css from '../orderDetails.module.css';

const noPins = () => undefined;

/** What both sides have written about a part. New threads are pinned to it in its viewer. */
export default function MessagesTab({ order }: TabProps) {
  const t = useTexts();
  const parts = order.rfqFileDTOs;
  const navigate = useNavigate();
  // A notice of a message leads to its part.
  const named = Number(new URLSearchParams(useLocation().search).get('part'));
  const part = parts.find(({ id }) => id === named) ?? parts[0];
  if (!part) return null;
  return (
    <Section
      title={t('details.messages')}
      actions={<Link to={`/order/${order.id}/cad-viewer?part=${part.id}`}>{t('messages.pin')}</Link>}
    >
      <div className={css['threads']}>
        {parts.length > 1 && (
          <Select
            aria-label={t('part.file')}
            value={part.id}
            options={parts.map(({ id, originalFileDTO: { fileName } }) => ({
              value: id,
              label: <bdi>{fileName}</bdi>,
            }))}
            onChange={(id: number) => navigate(`${tabPath(order.id, 'messages')}&part=${id}`, { replace: true })}
          />
        )}
        <Slot
          key={part.id}
          name={partThreads}
          props={{ about: { objectKind: 'RFQ_ORDER_FILE', objectId: part.id }, fly: null, onPins: noPins }}
        />
      </div>
    </Section>
  );
}
