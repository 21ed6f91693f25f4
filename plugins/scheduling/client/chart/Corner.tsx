import { useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import { axisHeight } from './ChartStore.ts';
import type { ChartStore } from './ChartStore.ts';
import { groupings } from './rows.ts';
import css from './chart.module.css';

/** Above the machines: how they are grouped, and whose clock the times are. */
export const Corner = observer(function Corner({ store }: { store: ChartStore }) {
  const t = useTexts();
  const { label } = store.zone;
  return (
    <div className={css['corner']} style={{ height: axisHeight }} data-corner>
      <select
        aria-label={t('chart.group')}
        value={store.grouping ?? ''}
        onChange={({ target }) => store.groupBy(groupings.find((each) => each === target.value) ?? null)}
      >
        <option value="">{t('chart.group.none')}</option>
        {groupings.map((grouping) => (
          <option key={grouping} value={grouping}>
            {t(`chart.group.${grouping}`)}
          </option>
        ))}
      </select>
      <span title={t('chart.zone', { zone: label })}>{label}</span>
    </div>
  );
});
