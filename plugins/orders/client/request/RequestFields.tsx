import { useId } from 'react';
import { Input } from 'antd';
import { observer } from 'mobx-react-lite';
import { longest, primaryUseCaseSchema, type PrimaryUseCase } from '@sinter/sdk/contract/orders/request';
import { useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { DateInput, today } from '@sinter/sdk/ui/dates';
import type { ShownForm } from '@sinter/sdk/contract/orders/requestForms';
import { needs, shows } from './AskedForm.ts';
import { Named, Required } from './Required.tsx';
import css from './request.module.css';

export interface CommonFields {
  title: string;
  notes: string;
  useCase: PrimaryUseCase | null;
  /** ISO date and time. */
  wantedDate: string | null;
}

interface RequestFieldsProps {
  values: CommonFields;
  /** What is missing is marked. */
  tried: boolean;
  /** What asks; `null`: everything here is asked. */
  form: ShownForm | null;
  onChange: (values: Partial<CommonFields>) => void;
}

/** Noon, so that it is the same day for everybody between New Zealand and Hawaii. */
export const noonOf = (date: string | null): string | null => date && `${date}T12:00:00.000Z`;

/** What every request is asked. What is too long stays as it was typed, and is said. */
export const RequestFields = observer(function RequestFields({ values, tried, form, onChange }: RequestFieldsProps) {
  const t = useTexts();
  const id = useId();
  const { title, notes, useCase, wantedDate } = values;
  const isLong = title.trim().length > longest.title;
  const lacksTitle = (tried && title.trim() === '') || isLong;
  return (
    <>
      <label htmlFor={`${id}-title`}>
        <Required text={t('details.orderTitle')} />
        <Input
          id={`${id}-title`}
          value={title}
          placeholder={t('details.orderTitleHint')}
          aria-required
          aria-invalid={lacksTitle}
          status={lacksTitle ? 'error' : ''}
          onChange={(event) => onChange({ title: event.target.value })}
        />
        <TooLong text={title.trim()} most={longest.title} />
      </label>
      {shows(form, 'estimatedDeliveryDate') && (
        <label htmlFor={`${id}-date`}>
          <Named text={t('details.wantedDate')} needed={needs(form, 'estimatedDeliveryDate')} />
          <DateInput
            id={`${id}-date`}
            label={t('details.wantedDate')}
            value={wantedDate?.slice(0, 10) ?? null}
            min={today()}
            onChange={(date) => onChange({ wantedDate: noonOf(date) })}
          />
        </label>
      )}
      {shows(form, 'primaryUseCase') && (
        <label htmlFor={`${id}-case`}>
          <Named text={t('details.useCase')} needed={needs(form, 'primaryUseCase')} />
          <Select
            id={`${id}-case`}
            allowClear
            value={useCase}
            showSearch={{ optionFilterProp: 'label' }}
            options={primaryUseCaseSchema.options.map((value) => ({ value, label: t(`useCase.${value}`) }))}
            onChange={(next) => onChange({ useCase: next ?? null })}
          />
        </label>
      )}
      {shows(form, 'notes') && (
        <label htmlFor={`${id}-notes`}>
          <Named text={t('details.notes')} needed={needs(form, 'notes')} />
          <Input.TextArea
            id={`${id}-notes`}
            value={notes}
            rows={3}
            onChange={(event) => onChange({ notes: event.target.value })}
          />
          <TooLong text={notes} most={longest.notes} />
        </label>
      )}
    </>
  );
});

/** Nothing that was typed or pasted is cut off; it is said that it does not fit. */
function TooLong({ text, most }: { text: string; most: number }) {
  const t = useTexts();
  if (text.length <= most) return null;
  return (
    <span role="alert" className={css['failed']}>
      {t('details.tooLong', { count: text.length, most })}
    </span>
  );
}
