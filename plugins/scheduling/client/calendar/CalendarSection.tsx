import { ErrorNotice, Loading, Section, toast, useStore, useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { Button, InputNumber, Switch } from 'antd';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { CalendarStore } from './CalendarStore.ts';
import { Holidays } from './Holidays.tsx';
import { WeekGrid } from './WeekGrid.tsx';
import css from './calendar.module.css';

const grids = [5, 10, 15, 30, 60] as const;

/** When the facility is staffed, and what its planning keeps to. A section of the facility's profile. */
export default observer(function CalendarSection() {
  const t = useTexts();
  const store = useStore((host) => new CalendarStore(host));
  const { saved, reading } = store;
  const { error } = reading;
  return (
    <Section title={t('calendar.title')}>
      {error !== null && <ErrorNotice subject={t('calendar.title')} error={error} onRetry={reading.retry} />}
      {!saved && error === null && <Loading />}
      {saved && <Editor store={store} />}
    </Section>
  );
});

const Editor = observer(function Editor({ store }: { store: CalendarStore }) {
  const t = useTexts();
  const id = useId();
  const { draft } = store;
  const save = async () => {
    if (await store.saving.run()) toast.success(t('calendar.saved'));
  };
  return (
    <form
      className={css['calendar']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className={css['quiet']}>{t('calendar.zone', { zone: store.timeZone.replaceAll('_', ' ') })}</p>
      <WeekGrid store={store} />
      <Holidays store={store} />
      <h3>{t('calendar.rules')}</h3>
      <div className={css['rule']}>
        <Switch
          id={`${id}-unattended`}
          checked={draft.unattended}
          onChange={(unattended) => store.set({ unattended })}
        />
        <label htmlFor={`${id}-unattended`}>
          {t('calendar.unattended')}
          <span>{t(draft.unattended ? 'calendar.unattended.on' : 'calendar.unattended.off')}</span>
        </label>
      </div>
      <div className={css['pair']}>
        <label htmlFor={`${id}-changeover`}>
          {t('calendar.changeover')}
          <InputNumber
            id={`${id}-changeover`}
            min={0}
            max={1440}
            precision={0}
            suffix={t('calendar.minutes')}
            value={draft.changeoverMinutes}
            onChange={(minutes) => store.set({ changeoverMinutes: minutes ?? 0 })}
            style={{ width: '100%' }}
          />
          <span>{t('calendar.changeover.hint')}</span>
        </label>
        <label htmlFor={`${id}-grid`}>
          {t('calendar.grid')}
          <Select
            id={`${id}-grid`}
            value={draft.gridMinutes}
            onChange={(gridMinutes) => store.set({ gridMinutes })}
            options={grids.map((value) => ({ value, label: t('calendar.grid.minutes', { minutes: value }) }))}
            style={{ width: '100%' }}
          />
          <span>{t('calendar.grid.hint')}</span>
        </label>
      </div>
      {store.problem !== null && (
        <p role="alert" className={css['problem']}>
          {store.problem}
        </p>
      )}
      <div className={css['footer']}>
        <Button disabled={!store.dirty} onClick={store.reset}>
          {t('calendar.reset')}
        </Button>
        <Button type="primary" htmlType="submit" loading={store.saving.busy} disabled={!store.mayBeSaved}>
          {t('calendar.save')}
        </Button>
      </div>
    </form>
  );
});
