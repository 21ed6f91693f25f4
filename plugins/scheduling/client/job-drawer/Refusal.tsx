import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { messageOf, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import type { FormikProps } from 'formik';
import { observer } from 'mobx-react-lite';
import { addDays, dayOf } from '../../shared/dayRange.ts';
import { formatWindow } from '../texts.ts';
import type { Zone } from '../zone.ts';
import type { JobFormStore } from './JobFormStore.ts';
import type { JobValues } from './jobValues.ts';
import type { Slot } from './SlotFinder.ts';
import css from './drawer.module.css';

interface RefusalProps {
  form: JobFormStore;
  formik: FormikProps<JobValues>;
}

/** Why the server did not take the job, and the way on. What was entered stays. */
export const Refusal = observer(function Refusal({ form, formik }: RefusalProps) {
  const t = useTexts();
  const { error: refusal, inTheWay } = form.refused;
  if (!refusal) return null;
  const { slot, obstacle } = refusal.details;
  const take = async (free: Slot) => {
    await formik.setValues({ ...formik.values, ...form.dates(free) });
    await formik.submitForm();
  };
  const takeLeft = () =>
    formik.setFieldValue(
      'files',
      formik.values.files
        .map((part) => ({ ...part, quantity: Math.min(part.quantity, part.max) }))
        .filter(({ quantity }) => quantity > 0),
    );
  return (
    <div className={css['refusal']} role="alert">
      <strong>{messageOf(refusal)}</strong>
      {refusal.code === 'SLOT_TAKEN' && (
        <>
          {obstacle && <span>{t('edit.because', { why: t(`obstacle.${obstacle}`) })}</span>}
          {inTheWay && <JobInTheWay job={inTheWay} zone={form.zone} />}
          <span>{slot ? t('slot.nearest', { time: formatWindow(form.zone, slot) }) : t('slot.none')}</span>
          {slot && <Button onClick={() => void take(slot)}>{t('slot.take')}</Button>}
        </>
      )}
      {refusal.code === 'OVER_ALLOCATED' && (
        <>
          {refusal.details.free !== undefined && <span>{t('form.free', { free: refusal.details.free })}</span>}
          <Button onClick={() => void takeLeft()}>{t('form.takeLeft')}</Button>
        </>
      )}
    </div>
  );
});

/** Opens beside this tab, in which something is entered. */
export function JobInTheWay({ job, zone }: { job: Job; zone: Zone }) {
  const t = useTexts();
  const { pathname } = usePlugin().location.get();
  const from = dayOf(zone, Number(job.fromDate));
  const to = addDays(from, 6);
  return (
    <span>
      <a href={`${pathname}?from=${from}&to=${to}&job=${job.id}`} target="_blank" rel="noreferrer">
        {t('slot.inTheWay', { id: job.id, job: job.jobName })}
      </a>{' '}
      {formatWindow(zone, job)}
    </span>
  );
}
