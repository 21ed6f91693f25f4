import { LightSelect, useTexts } from '@sinter/sdk/ui';
import { DateInput } from '@sinter/sdk/ui/dates';
import { observer } from 'mobx-react-lite';
import type { JobsScheduledStore } from './JobsScheduledStore.ts';
import css from './jobs.module.css';

/** Which jobs are shown: of which machine, and when. */
export const JobFilters = observer(function JobFilters({ store }: { store: JobsScheduledStore }) {
  const t = useTexts();
  return (
    <div className={css['filters']}>
      <label>
        {t('filter.equipment')}
        <LightSelect
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
        </LightSelect>
      </label>
      <label>
        {t('filter.from')}
        <DateInput
          label={t('filter.from')}
          value={store.shown.from || null}
          max={store.shown.to}
          clearable={false}
          onChange={(day) => day !== null && store.setFrom(day)}
        />
      </label>
      <label>
        {t('filter.to')}
        <DateInput
          label={t('filter.to')}
          value={store.shown.to || null}
          min={store.shown.from}
          clearable={false}
          onChange={(day) => day !== null && store.setTo(day)}
        />
      </label>
    </div>
  );
});
