import { formatDateTime, formatDuration } from '@sinter/sdk/i18n';
import { LightButton, LinkButton, Section, TimeZoneNote, useTexts } from '@sinter/sdk/ui';
import { DateField } from '@sinter/sdk/ui/dates';
import { Form, NumberField, SelectField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import type { FormikProps } from 'formik';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { TraySession } from '../tray/TraySession.ts';
import { toField } from './clock.ts';
import { JobFiles } from './JobFiles.tsx';
import { JobMaterials } from './JobMaterials.tsx';
import { JobParts } from './JobParts.tsx';
import type { JobStore } from './JobStore.ts';
import { endOf, hoursOf, jobValuesSchema, type JobValues } from './jobValues.ts';
import css from './job.module.css';

interface JobFormProps {
  store: JobStore;
  around: NonNullable<JobStore['around']>;
  session: TraySession;
}

export const JobForm = observer(function JobForm({ store, around, session }: JobFormProps) {
  const t = useTexts();
  const { asksDuration } = store;
  const schema = useMemo(
    () =>
      jobValuesSchema(t, {
        machineOf: (id) => store.machine(id),
        mostOf: (id) => store.mostOf(id),
        asksDuration,
      }),
    [t, store, asksDuration],
  );
  const { job } = around;
  const initial = store.initial ?? around.initial;
  return (
    <Form
      // Of this tray: another may come to the same job.
      keep={`grabcad.job.${job?.id ?? 'new'}.${initial.parts.map(({ fileId, quantity }) => `${fileId}x${quantity}`).join('.')}`}
      initialValues={initial}
      schema={schema}
      onSubmit={(values) => store.save(values)}
    >
      {(formik) => <Fields store={store} around={around} session={session} formik={formik} />}
    </Form>
  );
});

const Fields = observer(function Fields({
  store,
  around: { job, needs },
  session,
  formik,
}: JobFormProps & { formik: FormikProps<JobValues> }) {
  const t = useTexts();
  const { values, isSubmitting } = formik;
  const fit = needs.length > 0 ? t('job.machine.fit', { count: store.machines.length }) : null;
  const { lock, left, startLocked } = store;
  const hint = lock ? t(`job.locked.${lock}`) : store.machines.length === 0 ? t('job.machine.none') : fit;
  const actual = hoursOf(values.fromDate, values.toDate);
  useFollowing(store, formik);
  return (
    <>
      {left && <NotQueued />}
      <Section title={t('job.specifications')}>
        <div className={css['fields']}>
          <TextField name="jobName" label={t('job.name')} required maxLength={200} />
          <SelectField
            name="equipmentId"
            label={t('column.machine')}
            required
            disabled={lock !== null}
            options={store.machines.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            {...(hint === null ? {} : { hint })}
          />
          <NumberField name="hours" label={t('job.hours')} required min={0} suffix={t('job.hours.unit')} />
          {!startLocked && <SlotOffer store={store} session={session} formik={formik} />}
          <DateField
            name="fromDate"
            kind="dateTime"
            label={t('job.from')}
            required
            disabled={startLocked}
            max={values.toDate ?? undefined}
          />
          <DateField name="toDate" kind="dateTime" label={t('job.to')} required min={values.fromDate ?? undefined} />
          {store.asksDuration && (
            <NumberField name="duration" label={t('job.duration')} required min={0} suffix={t('job.hours.unit')} />
          )}
          {actual !== null && !store.asksDuration && (
            <p className={css['note']}>{t('job.actual', { time: formatDuration(actual * 60) })}</p>
          )}
          <TimeZoneNote />
        </div>
      </Section>
      <JobMaterials store={store} values={values} />
      <Section title={t('job.parts')}>
        <JobParts store={store} />
      </Section>
      <Section title={t('job.files')}>
        <JobFiles store={store} />
      </Section>
      <Section title={t('job.notes')}>
        <TextareaField name="notes" label={t('job.notes')} maxLength={5000} />
      </Section>
      <p className={css['end']}>
        <LightButton kind="primary" type="submit" loading={isSubmitting} disabled={left || store.uploads.busy}>
          {t(job ? 'job.update' : 'job.save')}
        </LightButton>
      </p>
    </>
  );
});

/** What follows from a changed field: the material of another machine, the end, and when the machine is free next. */
function useFollowing(store: JobStore, { values, setFieldValue }: FormikProps<JobValues>): void {
  const before = useRef(values);
  useEffect(() => {
    const was = before.current;
    before.current = values;
    const { equipmentId, hours, fromDate, toDate, materialId } = values;
    if (was === values) return store.askSlot(values);
    if (was.equipmentId !== equipmentId) {
      const { materials = [] } = store.machine(equipmentId) ?? {};
      if (materialId === null || !materials.includes(materialId))
        void setFieldValue('materialId', store.materialFor(equipmentId));
    }
    const isLonger = was.hours !== hours && was.toDate === toDate;
    if (isLonger && fromDate !== null && hours !== null && hours > 0)
      void setFieldValue('toDate', endOf(fromDate, hours));
    // What the machine has reported took as long as its dates say, unless somebody says otherwise.
    const isMoved = was.fromDate !== fromDate || was.toDate !== toDate;
    if (store.asksDuration && isMoved && was.duration === values.duration)
      void setFieldValue('duration', hoursOf(fromDate, toDate));
    if (was.equipmentId !== equipmentId || was.hours !== hours || was.materialId !== materialId) store.askSlot(values);
  }, [store, values, setFieldValue]);
}

function NotQueued() {
  const t = useTexts();
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  return (
    <p role="alert" className={css['banner']}>
      <span>{t('job.notQueued')}</span>
      <LinkButton onClick={() => setShown(false)}>{t('job.dismiss')}</LinkButton>
    </p>
  );
}

const SlotOffer = observer(function SlotOffer({
  store,
  session,
  formik,
}: {
  store: JobStore;
  session: TraySession;
  formik: FormikProps<JobValues>;
}) {
  const t = useTexts();
  const { slot } = store;
  if (!slot) return <p role="status">{t(store.noSlot ? 'slot.none' : 'slot.needs')}</p>;
  const { from, to } = slot;
  const take = () => {
    void formik.setValues({ ...formik.values, fromDate: toField(from), toDate: toField(to) });
    session.tell('FROM_DATE', { fromDate: String(from), toDate: String(to) });
  };
  return (
    <p role="status" className={css['slot']}>
      <span>{t('slot.next', { from: formatDateTime(from), to: formatDateTime(to) })}</span>
      <LightButton onClick={take}>{t('slot.use')}</LightButton>
    </p>
  );
});
