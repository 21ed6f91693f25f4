import { useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import type { FormikProps } from 'formik';
import { observer } from 'mobx-react-lite';
import { formatWindow } from '../texts.ts';
import type { JobFormStore } from './JobFormStore.ts';
import type { JobValues } from './jobValues.ts';
import css from './drawer.module.css';

interface SlotOfferProps {
  form: JobFormStore;
  formik: FormikProps<JobValues>;
}

/** When the machine is free next for that many hours, and why not earlier. */
export const SlotOffer = observer(function SlotOffer({ form, formik }: SlotOfferProps) {
  const t = useTexts();
  const { slot, problem, loading, delayedBy } = form.slots;
  if (!slot && !problem && !loading) return <p className={css['quiet']}>{t('slot.needs')}</p>;
  if (!slot)
    return (
      <p className={css['quiet']} role="status">
        {problem ?? t('slot.loading')}
      </p>
    );
  const dates = form.dates(slot);
  const inUse =
    formik.values.fromDate?.valueOf() === dates.fromDate?.valueOf() &&
    formik.values.toDate?.valueOf() === dates.toDate?.valueOf();
  return (
    <div className={css['slot']} role="status">
      <div>
        <span>{t('slot.next')}</span>
        <strong>{formatWindow(form.zone, slot)}</strong>
        {delayedBy.length > 0 && (
          <span>{t('slot.delayed', { why: delayedBy.map((each) => t(`obstacle.${each}`)).join(' · ') })}</span>
        )}
      </div>
      {inUse ? (
        <span className={css['inUse']}>{t('slot.inUse')}</span>
      ) : (
        <Button onClick={() => void formik.setValues({ ...formik.values, ...dates })}>{t('slot.use')}</Button>
      )}
    </div>
  );
});
