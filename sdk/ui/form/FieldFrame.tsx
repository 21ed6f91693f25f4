import { useId } from 'react';
import type { ReactNode } from 'react';
import { useField } from 'formik';
import { useUiTexts } from '../host.ts';
import css from './form.module.css';

export interface FieldProps {
  /** Path of the value in the form: `files.0.quantity`. */
  name: string;
  label: string;
  required?: boolean;
  disabled?: boolean;
  /** A line under the field. */
  hint?: string;
}

/** What every control of a form is given as its props. */
export interface ControlProps {
  id: string;
  status: 'error' | '';
  disabled: boolean;
  onBlur: (event: { relatedTarget: EventTarget | null }) => void;
  'aria-required': boolean;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface Field<Value> {
  value: Value;
  change: (value: Value) => void;
  control: ControlProps;
}

interface FieldFrameProps<Value> extends FieldProps {
  children: (field: Field<Value>) => ReactNode;
}

/** Label, red asterisk, control, hint, and the error in red under it. */
export function FieldFrame<Value>(props: FieldFrameProps<Value>) {
  const { name, label, required = false, disabled = false, hint, children } = props;
  const t = useUiTexts();
  const id = useId();
  const [{ value }, { error, touched }, { setValue, setTouched }] = useField<Value>(name);
  const problem = touched && error ? error : undefined;
  const noteId = `${id}-note`;
  return (
    <div className={css['field']}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className={css['asterisk']} title={t('form.required')} aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children({
        value,
        change: (next) => void setValue(next),
        control: {
          id,
          status: problem ? 'error' : '',
          disabled,
          // An error that appears while the user presses a button would move the button away from under the pointer.
          onBlur: ({ relatedTarget }) => {
            if (!(relatedTarget instanceof HTMLButtonElement || relatedTarget instanceof HTMLAnchorElement))
              void setTouched(true);
          },
          'aria-required': required,
          'aria-invalid': problem !== undefined,
          'aria-describedby': problem || hint ? noteId : undefined,
        },
      })}
      {(problem || hint) && (
        <div id={noteId} className={problem ? css['error'] : css['hint']}>
          {problem ?? hint}
        </div>
      )}
    </div>
  );
}
