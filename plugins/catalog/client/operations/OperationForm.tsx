import type { ReactNode } from 'react';
import type { Part } from '@sinter/sdk/contract/catalog/parts';
import { useTexts } from '@sinter/sdk/ui';
import { Form, NumberField, SelectField } from '@sinter/sdk/ui/form';
import {
  fieldsOf,
  initialInput,
  inputSchema,
  type InputField,
  type InputValues,
  type PartOperation,
} from './operationTable.ts';
import css from './operations.module.css';

interface OperationFormProps {
  type: PartOperation;
  /** What it is run on. */
  parts: readonly Part[];
  onRun: (input: InputValues) => void;
  /** Under the fields; the button that submits is among it. */
  children: ReactNode;
}

/** What one operation asks for, drawn from the table. Take a new one for another operation: `key={type}`. */
export function OperationForm({ type, parts, onRun, children }: OperationFormProps) {
  const t = useTexts();
  return (
    <Form
      keep={`catalog.operation.${type}`}
      initialValues={initialInput(type, parts)}
      schema={inputSchema(type, t('operation.input.wrong'))}
      onSubmit={(input) => onRun(input)}
    >
      <p className={css['about']}>{t(`operation.about.${type}`)}</p>
      <div className={css['fields']}>
        {fieldsOf(type).map((field) => (
          <OperationField key={field.name} type={type} field={field} />
        ))}
      </div>
      {children}
    </Form>
  );
}

function OperationField({ type, field }: { type: PartOperation; field: InputField }) {
  const t = useTexts();
  const label = t(`operation.input.${type}.${field.name}`);
  if (field.kind === 'choice') {
    const options = field.options.map((value) => ({ value, label: t(`operation.choice.${field.name}.${value}`) }));
    return <SelectField name={field.name} label={label} options={options} />;
  }
  const { name, min, max, step, unit, optional } = field;
  return (
    <NumberField
      {...{ name, label, min, max, step }}
      required={!optional && type !== 'SCALE'}
      {...(unit === '' ? {} : { suffix: unit })}
    />
  );
}
