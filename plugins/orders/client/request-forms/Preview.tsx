import { useState } from 'react';
import { primaryUseCaseSchema, type Answers } from '@sinter/sdk/contract/orders/request';
import {
  formFieldSchema,
  standardFieldSchema,
  type FormField,
  type ShownForm,
  type StandardField,
} from '@sinter/sdk/contract/orders/requestForms';
import { Section, useTexts } from '@sinter/sdk/ui';
import CustomFields from '../request/CustomFields.tsx';
import css from './requestForms.module.css';

const kinds: Partial<Record<StandardField, FormField['kind']>> = {
  estimatedDeliveryDate: 'DATE',
  quoteDueDate: 'DATE',
  primaryUseCase: 'LIST',
};

/** The form as its customers are asked it, to try out; nothing is kept. */
export function Preview({ form }: { form: ShownForm }) {
  const t = useTexts();
  const [typed, setTyped] = useState<Answers>({});
  const standard = standardFieldSchema.options.flatMap((name) => {
    const { rule, value } = form.standard[name] ?? { rule: 'OPTIONAL', value: '' };
    if (rule === 'HIDDEN') return [];
    const label = t(`forms.field.${name}`);
    const field = { id: name.toLowerCase(), kind: kinds[name] ?? 'TEXT', required: rule === 'REQUIRED', label };
    const choices = name === 'primaryUseCase' ? primaryUseCaseSchema.options.map((each) => t(`useCase.${each}`)) : [];
    return [formFieldSchema.parse({ ...field, choices, value: firstOf(name, value, t) })];
  });
  const fields = [...standard, ...form.fields];
  const first = fields.flatMap(({ id, kind, value }): [string, string | number][] =>
    value === '' ? [] : [[id, kind === 'NUMBER' ? Number(value) : value]],
  );
  return (
    <Section title={t('forms.preview')}>
      <div className={css['preview']}>
        <CustomFields
          fields={fields}
          answers={{ ...Object.fromEntries(first), ...typed }}
          controlled={false}
          tried={Object.keys(typed).length > 0}
          onChange={setTyped}
        />
      </div>
    </Section>
  );
}

function firstOf(name: StandardField, value: string, t: (key: string) => string): string {
  if (value === '') return '';
  if (name === 'primaryUseCase') return t(`useCase.${value}`);
  if (name !== 'estimatedDeliveryDate') return value;
  return new Date(Date.now() + Number(value) * 86_400_000).toISOString().slice(0, 10);
}
