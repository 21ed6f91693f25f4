import { formatDateTime, materialUnitNames, unitSymbol } from '@sinter/sdk/i18n';
import { LightButton, LinkButton, Section, TimeZoneNote, useTexts } from '@sinter/sdk/ui';
import { DateField } from '@sinter/sdk/ui/dates';
import { Form, NumberField, SelectField, TextareaField, TextField } from '@sinter/sdk/ui/form';
import type { FormikProps } from 'formik';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { TraySession } from '../tray/TraySession.ts';
import { toField } from './clock.ts';
import { JobFiles } from './JobFiles.tsx';
import type { JobStore } from './JobStore.ts';
import { endOf, jobValuesSchema, type JobValues } from './jobValues.ts';
import { PartsTable } from './PartsTable.tsx';
import { SecondaryMaterials } from './SecondaryMaterials.tsx';
import css from './job.module.css';

interface JobFormProps {
  store: JobStore;
  around: NonNullable<JobStore['around']>;
  session: TraySession;
}

export const JobForm = observer(function JobForm({ store, around, session }: JobFormProps) {
  const t = useTexts();
  const schema = useMemo(() => jobValuesSchema(t, (id) => store.machine(id)), [t, store]);
  const { job, parts } = around;
  return (
    <Form
      keep={`grabcad.job.${job?.id ?? parts.map(({ fileId }) => fileId).join('.')}`}
      initialValues={around.initial}
      schema={schema}
      onSubmit={(values) => store.save(values)}
    >
      {(formik) => <Fields store={store} around={around} session={session} formik={formik} />}
    </Form>
  );
});

const Fields = observer(function Fields({
  store,
  around: { job, parts, needs },
  session,
  formik,
}: JobFormProps & { formik: FormikProps<JobValues> }) {
  const t = useTexts();
  const { values, isSubmitting } = formik;
  const machine = store.machine(values.equipmentId);
  const beside = [
    ...(machine?.materials ?? []),
    ...(machine?.supportMaterials ?? []),
    ...(machine?.detailingAgentMaterials ?? []),
    ...(machine?.fusingAgentMaterials ?? []),
  ];
  const used = values.secondary.flatMap(({ materialId }) => (materialId === null ? [] : [materialId]));
  const fit = needs.length > 0 ? t('job.machine.fit', { count: store.machines.length }) : null;
  const hint = store.machines.length === 0 ? t('job.machine.none') : fit;
  useFollowing(store, formik);
  return (
    <>
      {store.left && <NotQueued />}
      <Section title={t('job.specifications')}>
        <div className={css['fields']}>
          <TextField name="jobName" label={t('job.name')} required maxLength={200} />
          <SelectField
            name="equipmentId"
            label={t('column.machine')}
            required
            options={store.machines.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            {...(hint === null ? {} : { hint })}
          />
          <NumberField
            name="hours"
            label={t('job.hours')}
            required
            min={0}
            precision={2}
            suffix={t('job.hours.unit')}
          />
          <SlotOffer store={store} session={session} formik={formik} />
          <DateField name="fromDate" kind="dateTime" label={t('job.from')} required />
          <DateField name="toDate" kind="dateTime" label={t('job.to')} required />
          <TimeZoneNote />
        </div>
      </Section>
      <Section title={t('job.materials')}>
        <div className={css['fields']}>
          <SelectField
            name="materialId"
            label={t('column.material')}
            required
            options={store.named(machine?.materials ?? [])}
          />
          <NumberField name="quantity" label={t('job.used')} min={0} precision={6} />
          <SelectField
            name="unit"
            label={t('job.unit')}
            options={materialUnitNames.map((value) => ({ value, label: unitSymbol(value) }))}
          />
        </div>
        <SecondaryMaterials options={store.named([...beside, ...used])} unit={values.unit} />
      </Section>
      <Section title={t('job.support')}>
        <div className={css['fields']}>
          <SelectField
            name="supportId"
            label={t('job.support')}
            clearable
            placeholder={t('job.support.none')}
            options={store.named([...(machine?.supportMaterials ?? []), ...(machine?.materials ?? [])])}
          />
          {values.supportId !== null && (
            <NumberField
              name="supportQuantity"
              label={t('job.supportUsed')}
              min={0}
              precision={6}
              suffix={unitSymbol(values.unit)}
            />
          )}
        </div>
      </Section>
      <Section title={t('job.parts')}>
        <PartsTable label={t('job.parts')} parts={parts} />
      </Section>
      <Section title={t('job.files')}>
        <JobFiles store={store} />
      </Section>
      <Section title={t('job.notes')}>
        <TextareaField name="notes" label={t('job.notes')} maxLength={5000} />
      </Section>
      <p className={css['end']}>
        <LightButton kind="primary" type="submit" loading={isSubmitting} disabled={store.left || store.uploads.busy}>
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
    const isMoved = (was.fromDate !== fromDate || was.hours !== hours) && was.toDate === toDate;
    if (isMoved && fromDate !== null && hours !== null && hours > 0)
      void setFieldValue('toDate', endOf(fromDate, hours));
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
