import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { ErrorNotice, Loading, toast, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Form, Restored, SelectField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import type { FormikHelpers, FormikProps } from 'formik';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Failure } from '../Failure.tsx';
import { ConflictView } from './ConflictView.tsx';
import type { JobDesk } from './desk.ts';
import { FormButtons } from './FormButtons.tsx';
import { JobFiles } from './JobFiles.tsx';
import { JobFormStore } from './JobFormStore.ts';
import type { Beginning } from './JobFormStore.ts';
import { jobValuesSchema } from './jobValues.ts';
import type { CheckedJob, JobValues } from './jobValues.ts';
import { MaterialFields } from './MaterialFields.tsx';
import { PartPicker } from './PartPicker.tsx';
import { Refusal } from './Refusal.tsx';
import { TimeFields } from './TimeFields.tsx';

interface JobFormProps {
  desk: JobDesk;
  /** The job to change, or `null` for a new one. */
  job: Job | null;
  beginning: Beginning;
  onForm: (form: JobFormStore | null) => void;
  onCancel: () => void;
}

export default observer(function JobForm(props: JobFormProps) {
  const t = useTexts();
  const { desk } = props;
  const { equipments } = desk;
  if (!equipments) {
    return desk.error === null ? (
      <Loading />
    ) : (
      <Failure title={t('scheduler.failed')} error={desk.error} onRetry={desk.load} />
    );
  }
  return <LoadedForm {...props} machines={equipments.filter(({ spId }) => spId === desk.facilityId)} />;
});

const LoadedForm = observer(function LoadedForm(props: JobFormProps & { machines: readonly Equipment[] }) {
  const { desk, job, beginning, onForm, onCancel, machines } = props;
  const host = usePlugin();
  const t = useTexts();
  const [form] = useState(() => new JobFormStore(host, { zone: desk.zone, machines, materials: desk.materials }, job));
  const [begin] = useState(beginning);
  const schema = useMemo(() => jobValuesSchema(t, form.asksDuration), [t, form.asksDuration]);
  useEffect(() => {
    onForm(form);
    void form.open(begin);
    return () => {
      onForm(null);
      form.dispose();
    };
  }, [form, onForm, begin]);

  const submit = async (values: CheckedJob, formik: FormikHelpers<JobValues>) => {
    const saved = await form.save(values);
    if (!saved) {
      if (form.refused.error?.code === 'OVER_ALLOCATED')
        await formik.setFieldValue('files', await form.recount(values.files));
      return;
    }
    toast.success(t(job ? 'form.updated' : 'form.created', { job: saved.jobName }));
    desk.changed(saved);
    desk.close();
    desk.show(saved);
  };
  if (form.error !== null)
    return <ErrorNotice subject={t('form.order')} error={form.error} onRetry={() => void form.open(begin)} />;
  if (!form.initial) return <Loading />;
  return (
    <Form keep={null} initialValues={form.begun ?? form.initial} schema={schema} onSubmit={submit}>
      {(formik) => <Fields form={form} formik={formik} onCancel={onCancel} />}
    </Form>
  );
});

interface FieldsProps {
  form: JobFormStore;
  formik: FormikProps<JobValues>;
  onCancel: () => void;
}

const Fields = observer(function Fields({ form, formik, onCancel }: FieldsProps) {
  const t = useTexts();
  const { values, setFieldValue, setValues } = formik;
  useEffect(() => {
    // formik holds what is entered; the store hears of each change and fills in what follows from it.
    form.follow(values, (name, value) => void setFieldValue(name, value));
  }, [form, values, setFieldValue]);
  useEffect(() => form.follows((next) => void setValues(next)), [form, setValues]);
  const settle = async () => {
    const chosen = form.settle();
    if (!chosen) return;
    await setValues(chosen);
    await formik.submitForm();
  };
  return (
    <>
      {form.begun && <Restored />}
      <ConflictView form={form} onSettle={() => void settle()} />
      <PartPicker name="files" label={t('form.parts')} locked={form.locks.parts} />
      <TextField name="jobName" label={t('form.jobName')} required maxLength={200} />
      <MaterialFields form={form} values={values} />
      <TimeFields form={form} formik={formik} />
      {form.labels.length > 0 && (
        <SelectField
          name="priorityDTO"
          label={t('job.priority')}
          clearable
          placeholder={t('job.priority.none')}
          options={form.labels.map(({ id, label }) => ({ value: id, label }))}
        />
      )}
      <JobFiles name="jobFiles" uploads={form.uploads} controlled={values.files.some(({ itar }) => itar)} />
      <TextareaField name="jobNotes" label={t('job.notes')} rows={3} maxLength={5000} />
      <FormButtons
        save={t(form.job ? 'form.update' : 'form.create')}
        saving={formik.isSubmitting}
        disabled={form.uploads.busy || form.conflict.shown !== null}
        onCancel={onCancel}
      >
        <Refusal form={form} formik={formik} />
      </FormButtons>
    </>
  );
});
