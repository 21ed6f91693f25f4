import { formatTime } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { DateTimeInput } from '@sinter/sdk/ui/dates';
import { Badge, Button, Popover, Switch } from 'antd';
import { observer } from 'mobx-react-lite';
import moment from 'moment';
import type { Moment } from 'moment';
import { useId } from 'react';
import { addDays, mostDays, presets } from './days.ts';
import type { Day } from './days.ts';
import { filterKeys } from './filters.ts';
import { FilterPanel } from './FilterPanel.tsx';
import type { SchedulerStore } from './SchedulerStore.ts';
import css from './scheduler.module.css';

const picked = (date: Moment): Day => date.format('YYYY-MM-DD');

/** Range, filter, and how fresh what is shown is. */
export const Toolbar = observer(function Toolbar({ store }: { store: SchedulerStore }) {
  const t = useTexts();
  const refreshId = useId();
  const { range, zone, updatedAt } = store;
  const chosen = filterKeys.reduce((sum, key) => sum + store.filter[key].length, 0);
  return (
    <div className={css['toolbar']}>
      <div className={css['dates']}>
        <DateTimeInput
          label={t('range.from')}
          value={moment(range.from)}
          clearable={false}
          onChange={(from) => from && store.setRange({ ...range, from: picked(from) })}
        />
        <span aria-hidden="true">–</span>
        <DateTimeInput
          label={t('range.to')}
          value={moment(range.to)}
          clearable={false}
          min={moment(range.from)}
          max={moment(addDays(range.from, mostDays - 1))}
          onChange={(to) => to && store.setRange({ ...range, to: picked(to) })}
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
          content={<FilterPanel store={store} draft={store.draft ?? store.filter} />}
        >
          <Button aria-expanded={store.draft !== null} aria-haspopup="dialog">
            {t('filter.title')}
          </Button>
        </Popover>
      </Badge>
      <div className={css['fresh']}>
        <label htmlFor={refreshId}>{t('refresh.auto')}</label>
        <Switch id={refreshId} size="small" checked={store.autoRefresh} onChange={store.setAutoRefresh} />
        <Button
          type="text"
          size="small"
          loading={store.loading}
          aria-label={t('refresh.now')}
          title={t('refresh.now')}
          onClick={() => void store.refresh()}
          icon={<span aria-hidden="true">↻</span>}
        />
        {updatedAt !== null && (
          <span className={css['updated']}>{t('refresh.updated', { time: formatTime(zone.toPicker(updatedAt)) })}</span>
        )}
      </div>
    </div>
  );
});
