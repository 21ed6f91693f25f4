import { useId } from 'react';
import { Button, Select } from 'antd';
import { observer } from 'mobx-react-lite';
import type { PreparedPart } from '@sinter/sdk/api';
import { lengthUnitSchema } from '@sinter/sdk/contract/preparation';
import { formatNumber, formatSize, formatVolume } from '@sinter/sdk/i18n';
import { useTexts } from '@sinter/sdk/ui';
import type { PartLine } from './PartLine.ts';
import css from './storeFront.module.css';
import { unitHint } from './units.ts';

/** What is known of a prepared part, and what a person should look at. */
export function PartReport({ line, part }: { line: PartLine; part: PreparedPart }) {
  const t = useTexts();
  const { report, repaired } = part;
  const warnings = report.warnings.filter(({ code }) => !code.startsWith('UNIT_') || line.units === null);
  return (
    <>
      <p className={css['facts']}>
        <span>{formatSize(report.bbox.size)}</span>
        <span>{formatVolume(report.volumeMm3)}</span>
        {repaired && <span className={css['repaired']}>{t('shop.repaired')}</span>}
      </p>
      {warnings.length > 0 && (
        <ul className={css['warnings']}>
          {warnings.map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
      )}
      <UnitHint line={line} part={part} />
    </>
  );
}

const UnitHint = observer(function UnitHint({ line, part: { report } }: { line: PartLine; part: PreparedPart }) {
  const t = useTexts();
  const hint = unitHint(report, line.units);
  if (!hint) return null;
  const { suggested } = hint;
  return (
    <div className={css['unitHint']} role="status">
      <span>
        {hint.size !== 'usual' && t(`unit.${hint.size}`)}{' '}
        {suggested &&
          t(hint.size === 'usual' ? 'unit.maybe.IN' : `unit.like.${suggested.units}`, {
            factor: formatNumber(suggested.factor),
            size: formatSize(suggested.size),
          })}
      </span>
      {suggested && (
        <Button size="small" onClick={() => line.preparation.chooseUnits(suggested.units)}>
          {t(`unit.use.${suggested.units}`)}
        </Button>
      )}
    </div>
  );
});

/** Only for formats that do not say it themselves. */
export const UnitChoice = observer(function UnitChoice({ line }: { line: PartLine }) {
  const t = useTexts();
  const id = useId();
  if (line.units === null) return null;
  return (
    <label className={css['unit']} htmlFor={id}>
      {t('unit.label')}
      <Select
        id={id}
        size="small"
        value={line.units}
        options={lengthUnitSchema.options.map((value) => ({ value, label: t(`unit.${value}`) }))}
        onChange={(units) => line.preparation.chooseUnits(units)}
      />
    </label>
  );
});
