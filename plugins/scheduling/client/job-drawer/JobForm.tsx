import type { Equipment } from '@sinter/sdk/contract/catalog';
import type { Job } from '@sinter/sdk/contract/scheduling';
import { ErrorNotice, Loading, toast, usePlugin, useTexts } from '@sinter/sdk/ui';
import { DateTimeField } from '@sinter/sdk/ui/dates';
import { Form, NumberField, SelectField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import { Button } from 'antd';
import type { FormikProps } from 'formik';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import type { SchedulerStore } from '../scheduler-view/SchedulerStore.ts';
import { JobFormStore } from './JobFormStore.ts';
import { jobValuesSchema } from './jobValues.ts';
import type { CheckedJob, JobValues } from './jobValues.ts';
import { Failure } from '../Failure.tsx';
import { PartPicker } from './PartPicker.tsx';
import { Refusal, SlotOffer } from './SlotOffer.tsx';
import css from './drawer.module.css';

interface JobFormProps {
  store: SchedulerStore;
  /** The queued job to change, or `null` for a new one. */
  job: Job | null;
  orderId: number | null;
  onForm: (form: JobFormStore | null) => void;
  onCancel: () => void;
}

export const JobForm = observer(function JobForm({ store, job, orderId, onForm, onCancel }: JobFormProps) {
  const t = useTexts();
  const { equipments } = store;
  if (!equipments) {
    return store.error === null ? (
      <Loading />
    ) : (
      <Failure title={t('scheduler.failed')} error={store.error} onRetry={() => void store.load()} />
    );
  }
  const machines = equipments.filter((equipment) => equipment.spId === store.facilityId && !equipment.hidden);
  return <LoadedForm {...{ store, job, orderId, onForm, onCancel, machines }} />;
});

const LoadedForm = observer(function LoadedForm(props: JobFormProps & { machines: readonly Equipment[] }) {
  const { store, job, orderId, onForm, onCancel, machines } = props;
  const host = usePlugin();
  const t = useTexts();
  const [form] = useState(
    () => new JobFormStore(host, { zone: store.zone, machines, materials: store.materials }, job),
  );
  const schema = useMemo(() => jobValuesSchema(t), [t]);
  useEffect(() => {
    onForm(form);
    void form.open(orderId);
    return () => {
      onForm(null);
      form.dispose();
    };
  }, [form, onForm, orderId]);

  const submit = async (values: CheckedJob) => {
    const saved = await form.save(values);
    if (!saved) return;
    toast.success(t(job ? 'form.updated' : 'form.created', { job: saved.jobName }));
    store.changed(saved);
    store.close();
    store.show(saved);
  };
  if (form.error !== null)
    return <ErrorNotice subject={t('form.order')} error={form.error} onRetry={() => void form.open(orderId)} />;
  if (!form.initial) return <Loading />;
  return (
    <Form<JobValues, CheckedJob> initialValues={form.initial} schema={schema} onSubmit={submit}>
      {(formik) => <Fields store={form} formik={formik} onCancel={onCancel} />}
    </Form>
  );
});

interface FieldsProps {
  store: JobFormStore;
  formik: FormikProps<JobValues>;
  onCancel: () => void;
}

const Fields = observer(function Fields({ store, formik, onCancel }: FieldsProps) {
  const t = useTexts();
  const { values, setFieldValue } = formik;
  useEffect(() => {
    // formik holds what is entered; the store hears of each change and fills in what follows from it.
    store.follow(values, (name, value) => void setFieldValue(name, value));
  }, [store, values, setFieldValue]);
  const machines = store.machinesFor(values.files);
  return (
    <>
      <PartPicker name="files" label={t('form.parts')} />
      <TextField name="jobName" label={t('form.jobName')} required maxLength={200} />
      <div className={css['pair']}>
        <SelectField
          name="equipmentDTO"
          label={t('form.equipment')}
          required
          placeholder={t('form.equipment.choose')}
          options={machines.map(({ id, displayName, machine }) => ({
            value: id,
            label: `${displayName} · ${machine.modelName}`,
          }))}
          hint={
            machines.length === 0
              ? t('form.equipment.none')
              : values.files.length > 0
                ? t('form.equipment.fit', { count: machines.length })
                : undefined
          }
        />
        <SelectField
          name="materialDTO"
          label={t('form.material')}
          required
          placeholder={t('form.material.choose')}
          options={store.materialsFor(values).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <NumberField
        name="estimatedTime"
        label={t('form.hours')}
        min={1}
        step={1}
        precision={0}
        suffix={t('form.hours.unit')}
        hint={store.estimate === null ? undefined : t('form.hours.estimate', { count: store.estimate })}
      />
      <SlotOffer store={store} formik={formik} />
      <div className={css['pair']}>
        <DateTimeField
          name="fromDate"
          label={t('form.fromDate')}
          required
          minuteStep={15}
          {...(values.toDate ? { max: values.toDate } : {})}
        />
        <DateTimeField
          name="toDate"
          label={t('form.toDate')}
          required
          minuteStep={15}
          {...(values.fromDate ? { min: values.fromDate } : {})}
        />
      </div>
      <p className={css['zone']}>{t('chart.zone', { zone: store.zone.label })}</p>
      <TextareaField name="jobNotes" label={t('job.notes')} rows={3} maxLength={5000} />
      <Refusal store={store} formik={formik} />
      <div className={css['buttons']}>
        <Button onClick={onCancel}>{t('form.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={formik.isSubmitting}>
          {t(store.job ? 'form.update' : 'form.create')}
        </Button>
      </div>
    </>
  );
});
