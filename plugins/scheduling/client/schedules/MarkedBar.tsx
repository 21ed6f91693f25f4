import { useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { Button, InputNumber } from 'antd';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { SchedulesStore } from './SchedulesStore.ts';
import css from './schedules.module.css';

const units = { minutes: 1, hours: 60, days: 1440 } as const;
type Unit = keyof typeof units;
const unitNames: readonly Unit[] = ['minutes', 'hours', 'days'];
/** A year. */
const mostMinutes = 525_600;

/** Jobs that are marked, and moving them together. */
export const MarkedBar = observer(function MarkedBar({ store }: { store: SchedulesStore }) {
  const t = useTexts();
  const { markedJobs, board } = store;
  if (!board.canPlan) return null;
  const none = markedJobs.length === 0;
  return (
    <section className={none ? css['none'] : css['marked']} aria-label={t('bulk.title')}>
      <p role="status" className={css['count']}>
        {!none && t('bulk.count', { count: markedJobs.length })}
      </p>
      {!none && <Together store={store} />}
    </section>
  );
});

const Together = observer(function Together({ store }: { store: SchedulesStore }) {
  const t = useTexts();
  const [amount, setAmount] = useState<number | null>(1);
  const [unit, setUnit] = useState<Unit>('hours');
  const { markedJobs, board } = store;
  const { busy } = board.moves;
  const minutes = (amount ?? 0) * units[unit];
  const shift = (direction: 1 | -1) => void store.shift(direction * minutes);
  return (
    <>
      <ul>
        {markedJobs.map((job) => (
          <li key={job.id}>
            <bdi>{job.jobName}</bdi>
            <button type="button" aria-label={t('bulk.remove', { job: job.jobName })} onClick={() => store.mark(job)}>
              ×
            </button>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          shift(1);
        }}
      >
        <InputNumber
          aria-label={t('bulk.by')}
          min={1}
          max={Math.floor(mostMinutes / units[unit])}
          precision={0}
          value={amount}
          onChange={setAmount}
          style={{ width: 80 }}
        />
        <Select
          aria-label={t('bulk.unit')}
          value={unit}
          onChange={setUnit}
          options={unitNames.map((value) => ({ value, label: t(`bulk.${value}`) }))}
          popupMatchSelectWidth={false}
        />
        <Button disabled={minutes <= 0 || busy} onClick={() => shift(-1)}>
          {t('bulk.earlier')}
        </Button>
        <Button type="primary" htmlType="submit" disabled={minutes <= 0} loading={busy}>
          {t('bulk.later')}
        </Button>
      </form>
      <Button type="text" onClick={store.clearMarks}>
        {t('bulk.clear')}
      </Button>
    </>
  );
});
