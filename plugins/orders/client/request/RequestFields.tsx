import { useId } from 'react';
import { Input } from 'antd';
import { observer } from 'mobx-react-lite';
import { longest, primaryUseCaseSchema, type PrimaryUseCase } from '@sinter/sdk/contract/orders/request';
import { useTexts } from '@sinter/sdk/ui';
import { Select } from '@sinter/sdk/ui/select';
import { DateInput, today } from '@sinter/sdk/ui/dates';
import { Required } from './Required.tsx';
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
  onChange: (values: Partial<CommonFields>) => void;
}

/** Noon, so that it is the same day for everybody between New Zealand and Hawaii. */
export const noonOf = (date: string | null): string | null => date && `${date}T12:00:00.000Z`;

/** What every request is asked. What is too long stays as it was typed, and is said. */
export const RequestFields = observer(function RequestFields({ values, tried, onChange }: RequestFieldsProps) {
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
      <label htmlFor={`${id}-date`}>
        {t('details.wantedDate')}
        <DateInput
          id={`${id}-date`}
          label={t('details.wantedDate')}
          value={wantedDate?.slice(0, 10) ?? null}
          min={today()}
          onChange={(date) => onChange({ wantedDate: noonOf(date) })}
        />
      </label>
      <label htmlFor={`${id}-case`}>
        {t('details.useCase')}
        <Select
          id={`${id}-case`}
          allowClear
          value={useCase}
          showSearch={{ optionFilterProp: 'label' }}
          options={primaryUseCaseSchema.options.map((value) => ({ value, label: t(`useCase.${value}`) }))}
          onChange={(next) => onChange({ useCase: next ?? null })}
        />
      </label>
      <label htmlFor={`${id}-notes`}>
        {t('details.notes')}
        <Input.TextArea
          id={`${id}-notes`}
          value={notes}
          rows={3}
          onChange={(event) => onChange({ notes: event.target.value })}
        />
        <TooLong text={notes} most={longest.notes} />
      </label>
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
