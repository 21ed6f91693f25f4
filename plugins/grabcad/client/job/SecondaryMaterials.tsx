import { unitSymbol } from '@sinter/sdk/i18n';
import { LightButton, useTexts } from '@sinter/sdk/ui';
import { NumberField, SelectField } from '@sinter/sdk/ui/form';
import { useField } from 'formik';
import type { Job } from '@sinter/sdk/contract/scheduling/jobs';
import { most, noMaterial, type UsedMaterial } from './jobValues.ts';
import css from './job.module.css';

interface SecondaryMaterialsProps {
  options: { value: number; label: string }[];
  unit: Job['materialUnit'];
  locked: boolean;
}

/** What the machine uses beside the material of the parts: a second one, agents. */
export function SecondaryMaterials({ options, unit, locked }: SecondaryMaterialsProps) {
  const t = useTexts();
  const [{ value: used }, , { setValue }] = useField<UsedMaterial[]>('secondary');
  if (locked && used.length === 0) return null;
  return (
    <fieldset className={css['secondary']}>
      <legend>{t('job.secondary')}</legend>
      {used.map((_, index) => (
        // A row has no name of its own: it is what stands at its place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={css['used']}>
          <SelectField
            name={`secondary.${index}.materialId`}
            label={t('job.secondary.one', { place: index + 1 })}
            required
            disabled={locked}
            options={options}
          />
          <NumberField
            name={`secondary.${index}.quantity`}
            label={t('job.secondary.used', { place: index + 1 })}
            min={0}
            disabled={locked}
            suffix={unitSymbol(unit)}
          />
          {!locked && (
            <LightButton
              size="small"
              aria-label={t('job.secondary.remove', { place: index + 1 })}
              onClick={() => void setValue(used.toSpliced(index, 1))}
            >
              {t('remove')}
            </LightButton>
          )}
        </div>
      ))}
      {!locked && (
        <p>
          <LightButton
            size="small"
            disabled={used.length >= most.secondary || options.length === 0}
            onClick={() => void setValue([...used, noMaterial])}
          >
            {t('job.secondary.add')}
          </LightButton>
        </p>
      )}
    </fieldset>
  );
}
