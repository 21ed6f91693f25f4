import { useId } from 'react';
import { Input } from 'antd';
import { observer } from 'mobx-react-lite';
import { inspectionSchema, toleranceSchema } from '@sinter/sdk/contract/orders/orderFile';
import { longest } from '@sinter/sdk/contract/orders/request';
import { useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { needs, shows } from './AskedForm.ts';
import { finishesOf } from './offer.ts';
import type { PartLine } from './PartLine.ts';
import { Named } from './Required.tsx';
import type { RequestParts } from './RequestParts.ts';
import css from './request.module.css';

/** Finish, color, tolerance, inspection and notes; folded away as long as the part is wanted plain. */
export const PartDetails = observer(function PartDetails({ parts, line }: { parts: RequestParts; line: PartLine }) {
  const t = useTexts();
  const id = useId();
  const { form } = parts.asked;
  const { finishId, color, tolerance, inspection, notes } = line.details;
  const finishes = finishesOf(parts.offer ?? [], line.amProcessId);
  const chosen = [
    finishes.find((finish) => finish.id === finishId)?.name,
    color,
    tolerance === 'STANDARD' ? '' : t(`tolerance.${tolerance}`),
    inspection === 'STANDARD' ? '' : t(`inspection.${inspection}`),
  ].filter(Boolean);
  return (
    <details className={css['details']}>
      <summary>
        {t('line.details')}
        {chosen.length > 0 && <bdi className={css['quiet']}> {chosen.join(' · ')}</bdi>}
      </summary>
      <div className={css['choices']}>
        {shows(form, 'finish') && (
          <label htmlFor={`${id}-finish`}>
            <Named text={t('line.finish')} needed={needs(form, 'finish')} />
            <Select
              id={`${id}-finish`}
              allowClear
              value={finishId}
              placeholder={t('line.finish.none')}
              showSearch={{ optionFilterProp: 'label' }}
              options={finishes.map(({ id: value, name }) => ({ value, label: name }))}
              onChange={(next: number | null | undefined) => line.choose({ finishId: next ?? null })}
            />
          </label>
        )}
        {shows(form, 'color') && (
          <label htmlFor={`${id}-color`}>
            <Named text={t('line.color')} needed={needs(form, 'color')} />
            <Input
              id={`${id}-color`}
              value={color}
              maxLength={longest.color}
              placeholder={t('line.color.none')}
              onChange={(event) => line.choose({ color: event.target.value })}
            />
          </label>
        )}
        {shows(form, 'tolerance') && (
          <label htmlFor={`${id}-tolerance`}>
            {t('line.tolerance')}
            <Select
              id={`${id}-tolerance`}
              value={tolerance}
              options={toleranceSchema.options.map((value) => ({ value, label: t(`tolerance.${value}`) }))}
              onChange={(next) => line.choose({ tolerance: next })}
            />
          </label>
        )}
        {shows(form, 'inspection') && (
          <label htmlFor={`${id}-inspection`}>
            {t('line.inspection')}
            <Select
              id={`${id}-inspection`}
              value={inspection}
              options={inspectionSchema.options.map((value) => ({ value, label: t(`inspection.${value}`) }))}
              onChange={(next) => line.choose({ inspection: next })}
            />
          </label>
        )}
        {shows(form, 'lineNotes') && (
          <label htmlFor={`${id}-notes`} className={css['wide']}>
            <Named text={t('line.notes')} needed={needs(form, 'lineNotes')} />
            <Input.TextArea
              id={`${id}-notes`}
              value={notes}
              rows={2}
              maxLength={longest.lineNotes}
              onChange={(event) => line.choose({ notes: event.target.value })}
            />
          </label>
        )}
      </div>
    </details>
  );
});
