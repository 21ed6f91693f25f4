import { useId, type ReactNode } from 'react';
import { Input, InputNumber, Radio } from 'antd';
import { observer } from 'mobx-react-lite';
import type { Answer, Answers } from '@sinter/sdk/contract/orders/request';
import { longest } from '@sinter/sdk/contract/orders/request';
import type { FormField } from '@sinter/sdk/contract/orders/requestForms';
import { useTexts } from '@sinter/sdk/ui';
import { DateInput } from '@sinter/sdk/ui/dates';
import { Select } from '@sinter/sdk/ui/select';
import { wrongAnswer } from '../../shared/formRules.ts';
import { AnswerFiles } from './AnswerFiles.tsx';
import { fieldText } from './fieldText.ts';
import css from './customFields.module.css';

interface CustomFieldsProps {
  fields: readonly FormField[];
  answers: Answers;
  controlled: boolean;
  /** What is missing or wrong is marked. */
  tried: boolean;
  onChange: (answers: Answers) => void;
}

/** The questions of a request form's own. */
export default observer(function CustomFields({ fields, ...props }: CustomFieldsProps) {
  return fields.map((field) => <CustomField key={field.id} field={field} {...props} />);
});

function CustomField({
  field,
  answers,
  controlled,
  tried,
  onChange,
}: Omit<CustomFieldsProps, 'fields'> & { field: FormField }) {
  const t = useTexts();
  const id = useId();
  const answer = answers[field.id];
  const wrong = tried ? wrongAnswer(field, answer) : null;
  const { label, help } = fieldText(field);
  const answered = (next: Answer | null | undefined) => {
    const { [field.id]: _before, ...others } = answers;
    onChange(next === null || next === undefined ? others : { ...others, [field.id]: next });
  };
  const needed = field.required || field.kind === 'EXPORT';
  const frame = (input: ReactNode) => (
    <>
      <span className={needed ? css['needed'] : undefined} dir="auto">
        {label}
      </span>
      {input}
      {help !== '' && (
        <span id={`${id}-help`} className={css['quiet']} dir="auto">
          {help}
        </span>
      )}
      {wrong && (
        <span role="alert" className={css['failed']}>
          {t(`wrong.${wrong.key}`, 'limit' in wrong ? { limit: wrong.limit, unit: wrong.unit } : {})}
        </span>
      )}
    </>
  );
  const control = {
    id,
    status: wrong ? ('error' as const) : ('' as const),
    'aria-required': needed,
    'aria-invalid': wrong !== null,
    ...(help === '' ? {} : { 'aria-describedby': `${id}-help` }),
  };
  switch (field.kind) {
    case 'TEXT':
      return (
        <label htmlFor={id} className={css['field']}>
          {frame(
            <Input.TextArea
              {...control}
              dir="auto"
              value={typeof answer === 'string' ? answer : ''}
              maxLength={longest.notes}
              rows={2}
              onChange={({ target }) => answered(target.value === '' ? null : target.value)}
            />,
          )}
        </label>
      );
    case 'NUMBER':
      return (
        <label htmlFor={id} className={css['field']}>
          {frame(
            <InputNumber
              {...control}
              value={typeof answer === 'number' ? answer : null}
              suffix={field.unit === '' ? undefined : field.unit}
              style={{ width: '100%' }}
              onChange={answered}
            />,
          )}
        </label>
      );
    case 'LIST':
      return (
        <label htmlFor={id} className={css['field']}>
          {frame(
            <Select
              {...control}
              allowClear
              value={typeof answer === 'string' ? answer : null}
              showSearch={{ optionFilterProp: 'label' }}
              options={field.choices.map((value) => ({ value, label: value }))}
              onChange={(next: string | null | undefined) => answered(next)}
            />,
          )}
        </label>
      );
    case 'DATE':
      return (
        <label htmlFor={id} className={css['field']}>
          {frame(
            <DateInput id={id} label={label} value={typeof answer === 'string' ? answer : null} onChange={answered} />,
          )}
        </label>
      );
    case 'EXPORT':
      return (
        <div role="group" aria-label={label} className={css['field']}>
          {frame(
            <Radio.Group
              value={typeof answer === 'boolean' ? answer : null}
              onChange={({ target }) => answered(target.value === true)}
            >
              <Radio value>{t('yes')}</Radio>
              <Radio value={false}>{t('no')}</Radio>
            </Radio.Group>,
          )}
        </div>
      );
    case 'FILE':
      return (
        <div role="group" aria-label={label} className={css['field']}>
          {frame(
            <AnswerFiles
              label={label}
              ids={Array.isArray(answer) ? answer : []}
              controlled={controlled}
              onChange={(ids) => answered(ids.length > 0 ? ids : null)}
            />,
          )}
        </div>
      );
  }
}
