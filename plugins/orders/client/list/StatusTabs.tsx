import { observer } from 'mobx-react-lite';
import { formatNumber } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import type { OrderListStore } from './OrderListStore.ts';
import css from './orderList.module.css';

/** Groups of statuses with their counts; pressing one filters the list. */
export const StatusTabs = observer(function StatusTabs({ store }: { store: OrderListStore }) {
  const t = useTexts();
  return (
    <div className={css['tabs']} role="group" aria-label={t('list.status')}>
      {store.groups.tabs.map((group) => {
        const count = store.countOf(group);
        return (
          <button
            key={group.id}
            type="button"
            aria-pressed={store.groupId === group.id}
            onClick={() => store.showGroup(group.id)}
          >
            {t(`group.${group.id}`)}
            {count !== undefined && <span>{formatNumber(count)}</span>}
          </button>
        );
      })}
    </div>
  );
});
