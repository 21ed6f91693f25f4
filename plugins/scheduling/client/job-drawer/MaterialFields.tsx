import { materialUnitNames, unitSymbol } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import { NumberField, SelectField } from '@sinter/sdk/ui/form';
import { Button } from 'antd';
import { useField } from 'formik';
import { observer } from 'mobx-react-lite';
import type { JobFormStore } from './JobFormStore.ts';
import { noMaterial } from './jobValues.ts';
import type { JobValues, UsedMaterial } from './jobValues.ts';
import css from './drawer.module.css';

interface MaterialFieldsProps {
  form: JobFormStore;
  values: JobValues;
}

const most = 20;

/** The machine, and what it builds with. */
export const MaterialFields = observer(function MaterialFields({ form, values }: MaterialFieldsProps) {
  const t = useTexts();
  const { choices, locks } = form;
  const machines = choices.machinesFor(values.files);
  const units = materialUnitNames.map((value) => ({ value, label: unitSymbol(value) }));
  const lockHint = locks.machineReason && t(`form.locked.${locks.machineReason}`);
  const fit =
    machines.length === 0
      ? t('form.equipment.none')
      : values.files.length > 0
        ? t('form.equipment.fit', { count: machines.length })
        : undefined;
  const hint = lockHint ?? fit;
  return (
    <>
      <div className={css['pair']}>
        <SelectField
          name="equipmentDTO"
          label={t('form.equipment')}
          required
          disabled={locks.machine}
          placeholder={t('form.equipment.choose')}
          options={machines.map(({ id, displayName, machine }) => ({
            value: id,
            label: `${displayName} · ${machine.modelName}`,
          }))}
          {...(hint ? { hint } : {})}
        />
        <SelectField
          name="materialDTO"
          label={t('form.material')}
          required
          disabled={locks.machine}
          placeholder={t('form.material.choose')}
          options={asOptions(choices.materialsFor(values))}
        />
      </div>
      <div className={css['pair']}>
        <NumberField name="materialQuantityUsed" label={t('form.used')} min={0} precision={2} />
        <SelectField name="materialUnit" label={t('form.unit')} options={units} />
      </div>
      <SecondaryMaterials form={form} values={values} />
      <div className={css['pair']}>
        <SelectField
          name="supportMaterial.materialDTO"
          label={t('form.support')}
          clearable
          disabled={locks.machine}
          placeholder={t('form.support.none')}
          options={asOptions(choices.supportFor(values.equipmentDTO))}
        />
        {values.supportMaterial.materialDTO !== null && (
          <NumberField
            name="supportMaterial.materialQuantityUsed"
            label={t('form.support.used')}
            min={0}
            precision={2}
            suffix={unitSymbol(values.materialUnit)}
            disabled={locks.machine}
          />
        )}
      </div>
    </>
  );
});

const SecondaryMaterials = observer(function SecondaryMaterials({ form, values }: MaterialFieldsProps) {
  const t = useTexts();
  const [{ value: used }, , { setValue }] = useField<UsedMaterial[]>('secondaryMaterials');
  const { machine: locked } = form.locks;
  const options = asOptions(form.choices.secondaryFor(values.equipmentDTO));
  if (locked && used.length === 0) return null;
  return (
    <fieldset className={css['rows']}>
      <legend>{t('form.secondary')}</legend>
      {used.map((_, index) => (
        // A row has no name of its own: it is what stands at its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={css['used']}>
          <SelectField
            name={`secondaryMaterials.${index}.materialDTO`}
            label={t('form.secondary.one', { place: index + 1 })}
            required
            disabled={locked}
            placeholder={t('form.material.choose')}
            options={options}
          />
          <NumberField
            name={`secondaryMaterials.${index}.materialQuantityUsed`}
            label={t('form.secondary.used', { place: index + 1 })}
            min={0}
            precision={2}
            suffix={unitSymbol(values.materialUnit)}
            disabled={locked}
          />
          {!locked && (
            <button
              type="button"
              className={css['remove']}
              aria-label={t('form.secondary.remove', { place: index + 1 })}
              onClick={() => void setValue(used.toSpliced(index, 1))}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {!locked && (
        <Button
          size="small"
          disabled={used.length >= most || options.length === 0}
          onClick={() => void setValue([...used, noMaterial])}
        >
          {t('form.secondary.add')}
        </Button>
      )}
    </fieldset>
  );
});

const asOptions = (materials: readonly { id: number; name: string }[]) =>
  materials.map(({ id, name }) => ({ value: id, label: name }));
