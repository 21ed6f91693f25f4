import { lazy, Suspense, useId } from 'react';
import { observer } from 'mobx-react-lite';
import type { PreparedPart } from '@sinter/sdk/contract/preparation/filePreparation';
import { lengthUnitSchema } from '@sinter/sdk/contract/preparation/lengthUnit';
import { formatSize, formatVolume } from '@sinter/sdk/i18n';
import { say } from '@sinter/sdk/i18n/said';
import type { FileLine } from '@sinter/sdk/state/files';
import { useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import css from './request.module.css';
import { unitHint } from './units.ts';

/** For few files: most say themselves what their numbers are in. */
const UnitHint = lazy(() => import('./UnitHint.tsx'));

/** What is known of a prepared part, and what a person should look at. */
export const PartReport = observer(function PartReport({ file, part }: { file: FileLine; part: PreparedPart }) {
  const t = useTexts();
  const { report, repaired } = part;
  const hint = unitHint(report, file.units);
  const warnings = report.warnings.filter(({ code }) => !code.startsWith('UNIT_') || file.units === null);
  return (
    <>
      <p className={css['facts']}>
        <span>{formatSize(report.bbox.size)}</span>
        <span>{formatVolume(report.volumeMm3)}</span>
        {repaired && <span className={css['repaired']}>{t('shop.repaired')}</span>}
      </p>
      {warnings.length > 0 && (
        <ul className={css['warnings']}>
          {warnings.map(({ code, text, said }) => (
            <li key={code}>{say(text, said)}</li>
          ))}
        </ul>
      )}
      {hint && (
        <Suspense fallback={null}>
          <UnitHint file={file} hint={hint} />
        </Suspense>
      )}
    </>
  );
});

/** Only for formats that do not say it themselves. */
export const UnitChoice = observer(function UnitChoice({ file }: { file: FileLine }) {
  const t = useTexts();
  const id = useId();
  if (file.units === null) return null;
  return (
    <label className={css['unit']} htmlFor={id}>
      {t('unit.label')}
      <Select
        id={id}
        size="small"
        value={file.units}
        options={lengthUnitSchema.options.map((value) => ({ value, label: t(`unit.${value}`) }))}
        onChange={(units) => file.preparation.chooseUnits(units)}
      />
    </label>
  );
});
