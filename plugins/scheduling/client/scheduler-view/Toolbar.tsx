import { Loading, useTexts } from '@sinter/sdk/ui';
import { DateInput } from '@sinter/sdk/ui/dates';
import { Badge, Button, Popover } from 'antd';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import { addDays, mostDays, presets } from '../../shared/dayRange.ts';
import { filterKeys } from './filters.ts';
import type { SchedulerStore } from './SchedulerStore.ts';
import css from './scheduler.module.css';

const FilterPanel = lazy(() => import('./FilterPanel.tsx'));

/** Range and filter. */
export const Toolbar = observer(function Toolbar({ store }: { store: SchedulerStore }) {
  const t = useTexts();
  const { range } = store;
  const chosen = filterKeys.reduce((sum, key) => sum + store.applied[key].length, 0);
  return (
    <div className={css['toolbar']}>
      <div className={css['dates']}>
        <DateInput
          label={t('range.from')}
          value={range.from}
          clearable={false}
          onChange={(from) => from && store.setRange({ ...range, from: from })}
        />
        <span aria-hidden="true">–</span>
        <DateInput
          label={t('range.to')}
          value={range.to}
          clearable={false}
          min={range.from}
          max={addDays(range.from, mostDays - 1)}
          onChange={(to) => to && store.setRange({ ...range, to: to })}
        />
      </div>
      <div className={css['presets']} role="group" aria-label={t('range.quick')}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={store.preset === preset}
            onClick={() => store.setPreset(preset)}
          >
            {t(`range.${preset}`)}
          </button>
        ))}
      </div>
      <div className={css['presets']} role="group" aria-label={t('zoom.label')}>
        <button type="button" aria-label={t('zoom.out')} onClick={() => store.zoom(1.6)}>
          −
        </button>
        <button type="button" aria-label={t('zoom.in')} onClick={() => store.zoom(1 / 1.6)}>
          +
        </button>
      </div>
      <Badge count={chosen} size="small" color="var(--primary)">
        <Popover
          trigger="click"
          placement="bottomLeft"
          arrow={false}
          open={store.draft !== null}
          onOpenChange={store.openPanel}
          content={
            <Suspense fallback={<Loading />}>
              <FilterPanel store={store} draft={store.draft ?? store.filter} />
            </Suspense>
          }
        >
          <Button
            aria-expanded={store.draft !== null}
            aria-haspopup="dialog"
            disabled={store.picked !== null}
            title={store.picked ? t('filter.resting') : undefined}
          >
            {t('filter.title')}
          </Button>
        </Popover>
      </Badge>
    </div>
  );
});
