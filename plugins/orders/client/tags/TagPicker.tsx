import { lazy, Suspense, useState } from 'react';
import { observer } from 'mobx-react-lite';
import type { OrderRow } from '@sinter/sdk/contract/orders/orders';
import { toast, messageOf, usePlugin, useTexts } from '@sinter/sdk/ui';
import { DropPanel } from '@sinter/sdk/ui/lists';
import { OrderTags } from './OrderTags.ts';
import { Chip } from './TagChips.tsx';
import css from './tags.module.css';

const Adding = lazy(() => import('./Adding.tsx'));

interface TagPickerProps {
  order: Pick<OrderRow, 'id' | 'tags'>;
  /** The order's tags have changed on the server. */
  onChange: () => void;
}

/** The own side's tags of one order, each removable, and a field that adds others. Who may not change them only sees them. */
export const TagPicker = observer(function TagPicker({ order, onChange }: TagPickerProps) {
  const host = usePlugin();
  const t = useTexts();
  const [store] = useState(() => new OrderTags(host));
  const [busy, setBusy] = useState(false);
  const change = async (what: { add: string[] } | { remove: string[] }) => {
    setBusy(true);
    try {
      const [refused] = await store.change([order], what);
      if (refused) toast.error(refused);
      else onChange();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className={css['picker']} role="group" aria-label={t('column.tags')}>
      {order.tags.map((chip) => (
        <span key={chip.label} className={css['tag']}>
          <Chip {...chip} />
          {store.mayChange && (
            <button
              type="button"
              aria-label={t('tag.remove', { tag: chip.label })}
              disabled={busy}
              onClick={() => void change({ remove: [chip.label] })}
            >
              ×
            </button>
          )}
        </span>
      ))}
      {store.mayChange && (
        <DropPanel label={t('tag.add')} small>
          {(close) => (
            <Suspense fallback={null}>
              <Adding
                store={store}
                own={order.tags.map(({ label }) => label)}
                onAdd={(add) => {
                  close();
                  void change({ add });
                }}
              />
            </Suspense>
          )}
        </DropPanel>
      )}
    </span>
  );
});
