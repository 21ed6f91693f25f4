import { useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import type { FormikProps } from 'formik';
import { observer } from 'mobx-react-lite';
import { formatWindow } from '../texts.ts';
import type { JobFormStore, Slot } from './JobFormStore.ts';
import type { JobValues } from './jobValues.ts';
import css from './drawer.module.css';

interface SlotProps {
  store: JobFormStore;
  formik: FormikProps<JobValues>;
}

/** When the machine is free next for that many hours. */
export const SlotOffer = observer(function SlotOffer({ store, formik }: SlotProps) {
  const t = useTexts();
  const { slot, slotProblem, slotLoading } = store;
  if (!slot && !slotProblem && !slotLoading) return <p className={css['quiet']}>{t('slot.needs')}</p>;
  if (!slot)
    return (
      <p className={css['quiet']} role="status">
        {slotProblem ?? t('slot.loading')}
      </p>
    );
  const dates = store.dates(slot);
  const inUse =
    formik.values.fromDate?.valueOf() === dates.fromDate?.valueOf() &&
    formik.values.toDate?.valueOf() === dates.toDate?.valueOf();
  return (
    <div className={css['slot']} role="status">
      <div>
        <span>{t('slot.next')}</span>
        <strong>{formatWindow(store.zone, slot)}</strong>
      </div>
      {inUse ? (
        <span className={css['inUse']}>{t('slot.inUse')}</span>
      ) : (
        <Button onClick={() => void formik.setValues({ ...formik.values, ...dates })}>{t('slot.use')}</Button>
      )}
    </div>
  );
});

/** Why the server did not take the job, and the way on. */
export const Refusal = observer(function Refusal({ store, formik }: SlotProps) {
  const t = useTexts();
  const { refusal } = store;
  if (!refusal) return null;
  const { slot } = refusal.details;
  const take = async (free: Slot) => {
    await formik.setValues({ ...formik.values, ...store.dates(free) });
    await formik.submitForm();
  };
  const recount = async () => formik.setFieldValue('files', await store.recount(formik.values.files));
  return (
    <div className={css['refusal']} role="alert">
      <strong>{refusal.message}</strong>
      {refusal.code === 'SLOT_TAKEN' && (
        <>
          <span>{slot ? t('slot.nearest', { time: formatWindow(store.zone, slot) }) : t('slot.none')}</span>
          {slot && <Button onClick={() => void take(slot)}>{t('slot.take')}</Button>}
        </>
      )}
      {refusal.code === 'OVER_ALLOCATED' && <Button onClick={() => void recount()}>{t('form.recount')}</Button>}
    </div>
  );
});
