import { formatDuration } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { NumberField, SelectField } from '@sinter/sdk/ui/form';
import type { FormikProps } from 'formik';
import { observer } from 'mobx-react-lite';
import { PickedTime } from '../PickedTime.tsx';
import type { JobFormStore } from './JobFormStore.ts';
import type { JobValues } from './jobValues.ts';
import { SlotOffer } from './SlotOffer.tsx';
import css from './drawer.module.css';

interface TimeFieldsProps {
  form: JobFormStore;
  formik: FormikProps<JobValues>;
}

/** How long it takes, and from when to when. The start is at the latest the end, and the end at the earliest the start. */
export const TimeFields = observer(function TimeFields({ form, formik }: TimeFieldsProps) {
  const t = useTexts();
  const { values } = formik;
  const { software, locks, job, estimate } = form;
  const { hours } = estimate;
  const own = job?.simulationSoftwareDTO;
  const programs = own && !software.some(({ id }) => id === own.id) ? [...software, own] : software;
  return (
    <>
      <div className={css['pair']}>
        <NumberField
          name="estimatedTime"
          label={t('form.hours')}
          min={0}
          step={1}
          suffix={t('form.hours.unit')}
          {...(hours === null ? {} : { hint: t('form.hours.estimate', { count: hours }) })}
        />
        {programs.length > 0 && (
          <SelectField
            name="simulationSoftwareDTO"
            label={t('form.software')}
            clearable
            placeholder={t('form.software.none')}
            options={programs.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </div>
      {!locks.start && <SlotOffer form={form} formik={formik} />}
      <div className={css['pair']}>
        <PickedTime
          name="fromDate"
          label={t('form.fromDate')}
          required
          disabled={locks.start}
          {...(locks.start ? { hint: t('form.locked.status') } : {})}
          max={values.toDate}
        />
        <PickedTime name="toDate" label={t('form.toDate')} required min={values.fromDate} />
      </div>
      <p className={css['zone']}>
        {t('chart.zone', { zone: form.zone.label })}
        {values.actualTime !== null && !form.asksDuration && (
          <> · {t('form.actual', { time: formatDuration(values.actualTime * 60) })}</>
        )}
      </p>
      <div className={css['pair']}>
        {form.asksDuration && (
          <NumberField
            name="actualTime"
            label={t('form.duration')}
            required
            min={0}
            step={1}
            suffix={t('form.hours.unit')}
          />
        )}
        <NumberField
          name="buildPlateUtilization"
          label={t('job.utilization')}
          min={0}
          max={100}
          precision={2}
          suffix="%"
        />
      </div>
    </>
  );
});
