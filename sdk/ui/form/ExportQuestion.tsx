import { useId } from 'react';
import { Radio } from 'antd';
import { useUiTexts } from '../host.ts';
import css from './form.module.css';

interface ExportQuestionProps {
  /** `null`: not answered yet. */
  value: boolean | null;
  onAnswer: (exportControlled: boolean) => void;
  /** Why the answer cannot be changed any more. Replaces the explanation of the question. */
  settled?: string | undefined;
  /** Shows that an answer is missing. */
  missing?: boolean;
}

/**
 * Asked before the first file is sent, because a controlled file must never be stored among the others (product
 * 3.11).
 */
export function ExportQuestion({ value, onAnswer, settled, missing = false }: ExportQuestionProps) {
  const t = useUiTexts();
  const id = useId();
  return (
    <fieldset className={css['question']} aria-describedby={id} disabled={settled !== undefined}>
      <legend>
        {t('export.question')}
        <span className={css['asterisk']} aria-hidden="true">
          *
        </span>
      </legend>
      <Radio.Group
        value={value}
        disabled={settled !== undefined}
        onChange={(event) => onAnswer(event.target.value === true)}
      >
        <Radio value={false}>{t('no')}</Radio>
        <Radio value={true}>{t('yes')}</Radio>
      </Radio.Group>
      <p id={id} className={missing ? css['problem'] : undefined}>
        {settled ?? t(missing ? 'export.missing' : 'export.hint')}
      </p>
    </fieldset>
  );
}
