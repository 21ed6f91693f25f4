import { primaryUseCaseSchema } from '@sinter/sdk/contract/orders/request';
import {
  fieldRuleSchema,
  standardFieldSchema,
  type RequestForm,
  type StandardField,
} from '@sinter/sdk/contract/orders/requestForms';
import { LightInput, LightSelect, useTexts } from '@sinter/sdk/ui';
import css from './requestForms.module.css';

interface StandardFieldsProps {
  value: RequestForm['standard'];
  problems: Readonly<Record<string, string>>;
  onChange: (value: RequestForm['standard']) => void;
}

const withDefault: readonly StandardField[] = ['estimatedDeliveryDate', 'primaryUseCase', 'notes', 'thirdPartyOrderId'];

/** What everybody is asked: whether it has to be answered, may be, or is not asked here. */
export function StandardFields({ value, problems, onChange }: StandardFieldsProps) {
  const t = useTexts();
  return (
    <ul className={css['standard']}>
      {standardFieldSchema.options.map((field) => {
        const { rule, value: first } = value[field] ?? { rule: 'OPTIONAL' as const, value: '' };
        const name = t(`forms.field.${field}`);
        const change = (part: Partial<{ rule: typeof rule; value: string }>) =>
          onChange({ ...value, [field]: { rule, value: first, ...part } });
        const problem = problems[`standard.${field}.value`];
        return (
          <li key={field}>
            <span>{name}</span>
            <LightSelect
              aria-label={`${name}: ${t('forms.rule')}`}
              value={rule}
              onChange={({ target }) => change({ rule: fieldRuleSchema.parse(target.value) })}
            >
              {fieldRuleSchema.options.map((each) => (
                <option key={each} value={each}>
                  {t(`forms.rule.${each}`)}
                </option>
              ))}
            </LightSelect>
            {rule === 'HIDDEN' || !withDefault.includes(field) ? (
              <span />
            ) : field === 'primaryUseCase' ? (
              <LightSelect
                aria-label={`${name}: ${t('forms.default')}`}
                value={first}
                onChange={({ target }) => change({ value: target.value })}
              >
                <option value="">{t('forms.noDefault')}</option>
                {primaryUseCaseSchema.options.map((each) => (
                  <option key={each} value={each}>
                    {t(`useCase.${each}`)}
                  </option>
                ))}
              </LightSelect>
            ) : (
              <LightInput
                aria-label={`${name}: ${t('forms.default')}`}
                placeholder={t(field === 'estimatedDeliveryDate' ? 'forms.defaultDays' : 'forms.default')}
                dir="auto"
                value={first}
                onChange={({ target }) => change({ value: target.value })}
              />
            )}
            {problem !== undefined && (
              <span role="alert" className={css['problem']}>
                {problem}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
