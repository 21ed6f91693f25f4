import { useId } from 'react';
import { Button, InputNumber } from 'antd';
import { observer } from 'mobx-react-lite';
import { useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { materialsOf } from './offer.ts';
import { most } from './PartLine.ts';
import type { PartLine } from './PartLine.ts';
import type { RequestParts } from './RequestParts.ts';
import css from './request.module.css';

/** Process, then its materials, then how many. */
export const PartChoices = observer(function PartChoices({ parts, line }: { parts: RequestParts; line: PartLine }) {
  const t = useTexts();
  const id = useId();
  const offer = parts.offer ?? [];
  const isMissing = (value: number | null) => (parts.tried && value === null ? ('error' as const) : ('' as const));
  const differs = parts.shown.some(
    ({ amProcessId, materialId }) => amProcessId !== line.amProcessId || materialId !== line.materialId,
  );
  return (
    <div className={css['choices']}>
      <label htmlFor={`${id}-process`}>
        {t('shop.process')}
        <Select
          id={`${id}-process`}
          value={line.amProcessId}
          loading={parts.offer === null}
          status={isMissing(line.amProcessId)}
          options={offer.map(({ process }) => ({ value: process.id, label: process.name }))}
          onChange={(next) => next !== null && line.chooseProcess(next, offer)}
        />
      </label>
      <label htmlFor={`${id}-material`}>
        {t('shop.material')}
        <Select
          id={`${id}-material`}
          value={line.materialId}
          status={isMissing(line.materialId)}
          showSearch={{ optionFilterProp: 'label' }}
          options={materialsOf(offer, line.amProcessId).map(({ id: value, name }) => ({ value, label: name }))}
          onChange={(next) => next !== null && line.chooseMaterial(next)}
        />
      </label>
      <label htmlFor={`${id}-quantity`}>
        {t('shop.quantity')}
        <InputNumber
          id={`${id}-quantity`}
          value={line.quantity}
          min={1}
          max={most}
          precision={0}
          status={isMissing(line.quantity)}
          onChange={line.chooseQuantity}
        />
      </label>
      {differs && <Button onClick={() => parts.useForAll(line)}>{t('shop.useForAll')}</Button>}
    </div>
  );
});
