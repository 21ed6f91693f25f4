import { useTexts } from '@sinter/sdk/ui';
import { DateInput } from '@sinter/sdk/ui/dates';
import { Badge, Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { views } from './address.ts';
import type { SchedulesStore } from './SchedulesStore.ts';
import css from './schedules.module.css';

/** Which days, how they are shown, and what needs a look. */
export const Toolbar = observer(function Toolbar({ store }: { store: SchedulesStore }) {
  const t = useTexts();
  const { view, conflicts, range } = store;
  const onChart = view !== 'list';
  const length = view === 'day' ? 'day' : 'week';
  return (
    <div className={css['toolbar']}>
      <div className={css['group']} role="group" aria-label={t('schedules.view')}>
        {views.map((each) => (
          <button key={each} type="button" aria-pressed={view === each} onClick={() => store.setView(each)}>
            {t(`schedules.view.${each}`)}
          </button>
        ))}
      </div>
      {onChart && (
        <>
          <div className={css['dates']}>
            <Button
              aria-label={t(`schedules.previous.${length}`)}
              onClick={() => store.step(-1)}
              icon={<span className={css['arrow']}>‹</span>}
            />
            <DateInput
              label={t('schedules.day')}
              value={view === 'day' ? store.day : range.from}
              clearable={false}
              onChange={(day) => day && store.setDay(day)}
            />
            <Button
              aria-label={t(`schedules.next.${length}`)}
              onClick={() => store.step(1)}
              icon={<span className={css['arrow']}>›</span>}
            />
          </div>
          <Button onClick={() => store.setDay(store.today)}>{t('range.today')}</Button>
          {conflicts.length > 0 && (
            <Button danger className={css['conflicts']} onClick={store.nextConflict}>
              <Badge count={conflicts.length} size="small" color="var(--danger)" aria-hidden="true" />
              {t('schedules.conflicts', { count: conflicts.length })}
            </Button>
          )}
          <Button aria-expanded={store.tray.open} onClick={store.tray.toggle}>
            {t('tray.title')}
          </Button>
        </>
      )}
    </div>
  );
});
