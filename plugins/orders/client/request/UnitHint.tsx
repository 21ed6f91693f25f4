import { Button } from 'antd';
import { observer } from 'mobx-react-lite';
import { formatNumber, formatSize } from '@sinter/sdk/i18n';
import type { FileLine } from '@sinter/sdk/state/files';
import { useTexts } from '@sinter/sdk/ui';
import css from './request.module.css';
import type { unitHint } from './units.ts';

interface UnitHintProps {
  file: FileLine;
  hint: NonNullable<ReturnType<typeof unitHint>>;
}

/** A part of an unusual size may have been drawn in another unit. */
export default observer(function UnitHint({ file, hint }: UnitHintProps) {
  const t = useTexts();
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
        <Button size="small" onClick={() => file.preparation.chooseUnits(suggested.units)}>
          {t(`unit.use.${suggested.units}`)}
        </Button>
      )}
    </div>
  );
});
