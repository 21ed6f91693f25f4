import { useTexts } from '@sinter/sdk/ui';
import { observer } from 'mobx-react-lite';
import type { JobsScheduledStore } from './JobsScheduledStore.ts';
import css from './jobs.module.css';

/** Date inputs of the browser: antd's picker weighs more than the embedded screens may. */
export const JobFilters = observer(function JobFilters({ store }: { store: JobsScheduledStore }) {
  const t = useTexts();
  return (
    <div className={css['filters']}>
      <label>
        {t('filter.equipment')}
        <select
          value={store.shown.equipmentId ?? ''}
          onChange={(event) =>
            store.show({ equipmentId: event.target.value === '' ? null : Number(event.target.value) })
          }
        >
          <option value="">{t('filter.allMachines')}</option>
          {store.machines.map((machine) => (
            <option key={machine.id} value={machine.id}>
              {machine.displayName}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('filter.from')}
        <input
          type="date"
          value={store.shown.from}
          max={store.shown.to}
          onChange={(event) => store.setFrom(event.target.value)}
        />
      </label>
      <label>
        {t('filter.to')}
        <input
          type="date"
          value={store.shown.to}
          min={store.shown.from}
          onChange={(event) => store.setTo(event.target.value)}
        />
      </label>
    </div>
  );
});
