import { materialUnitNames, unitSymbol } from '@sinter/sdk/i18n';
import { Section, useTexts } from '@sinter/sdk/ui';
import { NumberField, SelectField } from '@sinter/sdk/ui/form';
import { observer } from 'mobx-react-lite';
import type { JobStore } from './JobStore.ts';
import type { JobValues } from './jobValues.ts';
import { SecondaryMaterials } from './SecondaryMaterials.tsx';
import css from './job.module.css';

/** What the job is built with, and the supports. */
export const JobMaterials = observer(function JobMaterials({ store, values }: { store: JobStore; values: JobValues }) {
  const t = useTexts();
  const machine = store.machine(values.equipmentId);
  const locked = store.lock !== null;
  const beside = [
    ...(machine?.materials ?? []),
    ...(machine?.supportMaterials ?? []),
    ...(machine?.detailingAgentMaterials ?? []),
    ...(machine?.fusingAgentMaterials ?? []),
  ];
  const used = values.secondary.flatMap(({ materialId }) => (materialId === null ? [] : [materialId]));
  return (
    <>
      <Section title={t('job.materials')}>
        <div className={css['fields']}>
          <SelectField
            name="materialId"
            label={t('column.material')}
            required
            disabled={locked}
            options={store.named(machine?.materials ?? [])}
          />
          <NumberField name="quantity" label={t('job.used')} min={0} />
          <SelectField
            name="unit"
            label={t('job.unit')}
            options={materialUnitNames.map((value) => ({ value, label: unitSymbol(value) }))}
          />
        </div>
        <SecondaryMaterials options={store.named([...beside, ...used])} unit={values.unit} locked={locked} />
      </Section>
      <Section title={t('job.support')}>
        <div className={css['fields']}>
          <SelectField
            name="supportId"
            label={t('job.support')}
            clearable
            disabled={locked}
            placeholder={t('job.support.none')}
            options={store.named([...(machine?.supportMaterials ?? []), ...(machine?.materials ?? [])])}
          />
          {values.supportId !== null && (
            <NumberField
              name="supportQuantity"
              label={t('job.supportUsed')}
              min={0}
              disabled={locked}
              suffix={unitSymbol(values.unit)}
            />
          )}
        </div>
      </Section>
    </>
  );
});
