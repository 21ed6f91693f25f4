import { formatDuration, formatPercent, unitSymbol } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import type { ConflictField } from './conflict.ts';
import type { JobFormStore } from './JobFormStore.ts';
import type { JobValues } from './jobValues.ts';
import { Versions } from './Versions.tsx';
import css from './drawer.module.css';

interface ConflictViewProps {
  form: JobFormStore;
  onSettle: () => void;
}

/** Somebody else saved the job meanwhile: both versions side by side, and a choice for each field. */
export const ConflictView = observer(function ConflictView({ form, onSettle }: ConflictViewProps) {
  const t = useTexts();
  const id = useId();
  const { shown: conflict } = form.conflict;
  if (!conflict) return null;
  const { mine, theirValues, theirs, differences } = conflict;
  return (
    <section className={css['conflict']} aria-labelledby={id} ref={bringIntoView}>
      <h3 id={id} role="alert">
        {t('conflict.title')}
      </h3>
      <p className={css['quiet']}>{t('conflict.text')}</p>
      {theirs.jobStatus !== form.job?.jobStatus && (
        <p>{t('conflict.status', { status: t(`status.${theirs.jobStatus}`) })}</p>
      )}
      <Versions
        rows={differences.map(({ field, side, locked }) => ({
          key: field,
          name: t(labels[field]),
          mine: <Said form={form} values={mine} field={field} />,
          theirs: <Said form={form} values={theirValues} field={field} />,
          side,
          locked,
        }))}
        onChoose={form.conflict.choose}
        onAll={form.conflict.chooseAll}
      />
      <div className={css['buttons']}>
        <Button type="primary" onClick={onSettle}>
          {t('conflict.save')}
        </Button>
      </div>
    </section>
  );
});

const bringIntoView = (notice: HTMLElement | null): void => notice?.scrollIntoView?.({ block: 'nearest' });

const labels: Record<ConflictField, string> = {
  ...{ jobName: 'form.jobName', files: 'form.parts', equipmentDTO: 'form.equipment', materialDTO: 'form.material' },
  ...{ materialQuantityUsed: 'form.used', secondaryMaterials: 'form.secondary', supportMaterial: 'form.support' },
  ...{ estimatedTime: 'form.hours', simulationSoftwareDTO: 'form.software', fromDate: 'form.fromDate' },
  ...{ toDate: 'form.toDate', actualTime: 'form.duration', buildPlateUtilization: 'job.utilization' },
  ...{ priorityDTO: 'job.priority', jobNotes: 'job.notes', jobFiles: 'form.files' },
};

const hours = (value: number | null): string => (value === null ? '' : formatDuration(value * 60));

/** A field's value for people. */
function Said({ form, values, field }: { form: JobFormStore; values: JobValues; field: ConflictField }) {
  const { choices } = form;
  const used = (each: JobValues['supportMaterial']) =>
    each.materialDTO === null
      ? ''
      : `${choices.nameOfMaterial(each.materialDTO)} ${each.materialQuantityUsed ?? 0} ${unitSymbol(values.materialUnit)}`;
  const text = {
    jobName: () => values.jobName,
    files: () => values.files.map(({ name, quantity }) => `${quantity} × ${name}`).join('\n'),
    equipmentDTO: () => choices.nameOfMachine(values.equipmentDTO),
    materialDTO: () => choices.nameOfMaterial(values.materialDTO),
    materialQuantityUsed: () => `${values.materialQuantityUsed ?? 0} ${unitSymbol(values.materialUnit)}`,
    secondaryMaterials: () => values.secondaryMaterials.map(used).join('\n'),
    supportMaterial: () => used(values.supportMaterial),
    estimatedTime: () => hours(values.estimatedTime),
    simulationSoftwareDTO: () => form.software.find(({ id }) => id === values.simulationSoftwareDTO)?.name ?? '',
    fromDate: () => form.zone.textOf(values.fromDate),
    toDate: () => form.zone.textOf(values.toDate),
    actualTime: () => hours(values.actualTime),
    buildPlateUtilization: () =>
      values.buildPlateUtilization === null ? '' : formatPercent(values.buildPlateUtilization / 100),
    priorityDTO: () => form.labels.find(({ id }) => id === values.priorityDTO)?.label ?? '',
    jobNotes: () => values.jobNotes,
    jobFiles: () => values.jobFiles.map(({ fileName }) => fileName).join('\n'),
  }[field]();
  return text === '' ? '–' : text;
}
