import type { Equipment } from '@sinter/sdk/contract/catalog/catalog';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { Loading, messageOf, toast, usePlugin, useTexts } from '@sinter/sdk/ui';
import { Form, Restored, SelectField, SwitchField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import { Button } from 'antd';
import type { FormikProps } from 'formik';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Failure } from '../Failure.tsx';
import type { JobDesk, Place } from '../job-drawer/desk.ts';
import type { Begun } from '../job-drawer/entered.ts';
import { FormButtons } from '../job-drawer/FormButtons.tsx';
import { JobInTheWay } from '../job-drawer/Refusal.tsx';
import { Versions } from '../job-drawer/Versions.tsx';
import { PickedTime } from '../PickedTime.tsx';
import { formatWindow } from '../texts.ts';
import type { Zone } from '../zone.ts';
import { DowntimeStore } from './DowntimeStore.ts';
import type { DowntimeField } from './DowntimeStore.ts';
import { downtimeSchema } from './downtimeValues.ts';
import type { CheckedDowntime, DowntimeValues } from './downtimeValues.ts';
import { Preview } from './Preview.tsx';
import { RepeatFields } from './RepeatFields.tsx';
import { ScopeField } from './ScopeField.tsx';
import css from './downtime.module.css';

interface DowntimeFormProps {
  desk: JobDesk;
  /** The one to change, or `null` for a new one. */
  job: Job | null;
  place?: Place | undefined;
  begun?: Begun<DowntimeValues> | undefined;
  onForm: (form: DowntimeStore | null) => void;
  onCancel: () => void;
}

/** A machine is out of use: for maintenance, repair, cleaning. */
export default observer(function DowntimeForm(props: DowntimeFormProps) {
  const t = useTexts();
  const { desk } = props;
  if (!desk.equipments) {
    return desk.error === null ? (
      <Loading />
    ) : (
      <Failure title={t('scheduler.failed')} error={desk.error} onRetry={desk.load} />
    );
  }
  const machines = desk.equipments.filter(({ spId, hidden }) => spId === desk.facilityId && !hidden);
  return <LoadedForm {...props} machines={machines} />;
});

function LoadedForm(props: DowntimeFormProps & { machines: readonly Equipment[] }) {
  const { desk, job, place, begun, onForm, onCancel, machines } = props;
  const host = usePlugin();
  const t = useTexts();
  const [store] = useState(() => new DowntimeStore(host, desk.zone, machines, job, place, begun));
  const schema = useMemo(() => downtimeSchema(t), [t]);
  useEffect(() => {
    onForm(store);
    return () => {
      onForm(null);
      store.dispose();
    };
  }, [store, onForm]);
  const submit = async (values: CheckedDowntime) => {
    const saved = await store.save(values);
    if (!saved) return;
    toast.success(t(job ? 'downtime.updated' : 'downtime.created', { name: saved.jobName }));
    desk.changed(saved);
    desk.close();
    desk.show(saved);
  };
  return (
    <Form keep={null} initialValues={store.begun ?? store.initial} schema={schema} onSubmit={submit}>
      {(formik) => <Fields store={store} formik={formik} onCancel={onCancel} />}
    </Form>
  );
}

interface FieldsProps {
  store: DowntimeStore;
  formik: FormikProps<DowntimeValues>;
  onCancel: () => void;
}

const Fields = observer(function Fields({ store, formik, onCancel }: FieldsProps) {
  const t = useTexts();
  const { values } = formik;
  useEffect(() => store.follow(values), [store, values]);
  return (
    <>
      {store.begun && <Restored />}
      <Conflict store={store} formik={formik} />
      <TextField name="jobName" label={t('downtime.name')} required maxLength={200} />
      <SelectField
        name="equipmentDTO"
        label={t('form.equipment')}
        required
        disabled={store.job !== null}
        placeholder={t('form.equipment.choose')}
        options={store.machines.map(({ id, displayName, machine }) => ({
          value: id,
          label: `${displayName} · ${machine.modelName}`,
        }))}
      />
      <div className={css['pair']}>
        <PickedTime name="fromDate" label={t('form.fromDate')} required max={values.toDate} />
        <PickedTime name="toDate" label={t('form.toDate')} required min={values.fromDate} />
      </div>
      <p className={css['zone']}>{t('chart.zone', { zone: store.zone.label })}</p>
      {store.job === null ? (
        <>
          <SwitchField name="repeats" label={t('downtime.repeats')} />
          {values.repeats && <RepeatFields values={values} />}
        </>
      ) : (
        store.job.seriesId !== null && (
          <ScopeField value={values.scope} onChange={(scope) => void formik.setFieldValue('scope', scope)} />
        )
      )}
      <Preview store={store} skipTaken={values.repeats && values.skipTaken} />
      <TextareaField name="jobNotes" label={t('job.notes')} rows={3} maxLength={5000} />
      <FormButtons
        save={t(store.job ? 'downtime.save' : 'downtime.create')}
        saving={formik.isSubmitting}
        disabled={store.conflict !== null}
        onCancel={onCancel}
      >
        <Refusal store={store} />
      </FormButtons>
    </>
  );
});

const Refusal = observer(function Refusal({ store }: { store: DowntimeStore }) {
  const t = useTexts();
  const { error: refusal, inTheWay } = store.refused;
  if (!refusal) return null;
  const { obstacle, slot } = refusal.details;
  return (
    <div className={css['refusal']} role="alert">
      <strong>{messageOf(refusal)}</strong>
      {obstacle && <span>{t('edit.because', { why: t(`obstacle.${obstacle}`) })}</span>}
      {inTheWay && <JobInTheWay job={inTheWay} zone={store.zone} />}
      {slot && <span>{t('slot.nearest', { time: formatWindow(store.zone, slot) })}</span>}
    </div>
  );
});

const labels: Record<DowntimeField, string> = {
  ...{ jobName: 'downtime.name', fromDate: 'form.fromDate', toDate: 'form.toDate', jobNotes: 'job.notes' },
};

const textOf = (zone: Zone, values: DowntimeValues, field: DowntimeField): string =>
  (field === 'fromDate' || field === 'toDate' ? zone.textOf(values[field]) : values[field]) || '–';

const Conflict = observer(function Conflict({ store, formik }: Pick<FieldsProps, 'store' | 'formik'>) {
  const t = useTexts();
  const { conflict } = store;
  if (!conflict) return null;
  const settle = async () => {
    const chosen = store.settle();
    if (!chosen) return;
    await formik.setValues(chosen);
    await formik.submitForm();
  };
  return (
    <section className={css['conflict']}>
      <h3 role="alert">{t('conflict.title')}</h3>
      <p className={css['zone']}>{t('conflict.text')}</p>
      <Versions
        rows={conflict.rows.map(({ field, side }) => ({
          key: field,
          name: t(labels[field]),
          mine: textOf(store.zone, formik.values, field),
          theirs: textOf(store.zone, conflict.values, field),
          side,
          locked: false,
        }))}
        onChoose={store.choose}
        onAll={store.chooseAll}
      />
      <div className={css['buttons']}>
        <Button type="primary" onClick={() => void settle()}>
          {t('conflict.save')}
        </Button>
      </div>
    </section>
  );
});
