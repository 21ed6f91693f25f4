import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Form as FormikForm, Formik, useFormikContext } from 'formik';
import type { FormikHelpers, FormikProps, FormikValues } from 'formik';
import type * as z from 'zod';
import { CallError } from '../../contract/errors.ts';
import { messageOf } from '../index.ts';
import { useUiTexts } from '../host.ts';
import { placeErrors, validateWith } from './validateWith.ts';
import css from './form.module.css';

interface FormProps<Values extends FormikValues, Output> {
  initialValues: Values;
  /** Its messages are shown under the fields. */
  schema: z.ZodType<Output, Values>;
  /** Gets the parsed values. A `CallError` puts its messages at the fields and shows the rest in a banner. */
  onSubmit: (values: Output, form: FormikHelpers<Values>) => Promise<void> | void;
  children: ReactNode | ((form: FormikProps<Values>) => ReactNode);
}

/** A form may be longer than the screen: what went wrong is shown where it can be seen. */
const bringIntoView = (banner: HTMLElement | null): void => banner?.scrollIntoView?.({ block: 'nearest' });

/**
 * A form may be longer than the screen: one that is not filled in well leads to its first wrong field. What the server
 * refused is told above the fields, and must stay: moving on would have the form judged anew, without the server. Draws
 * nothing.
 */
function FirstProblem({ refused }: { refused: boolean }) {
  const { isSubmitting, errors } = useFormikContext();
  const place = useRef<HTMLSpanElement>(null);
  const wrong = useRef(false);
  useEffect(() => void (wrong.current = Object.keys(errors).length > 0), [errors]);
  useEffect(() => {
    if (isSubmitting || refused) return;
    if (wrong.current) place.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [isSubmitting, refused]);
  return <span ref={place} hidden />;
}

/** formik with zod; fields come from this folder. */
export function Form<Values extends FormikValues, Output>({
  initialValues,
  schema,
  onSubmit,
  children,
}: FormProps<Values, Output>) {
  const t = useUiTexts();
  const [banner, setBanner] = useState<string | null>(null);
  const submit = async (values: Values, form: FormikHelpers<Values>) => {
    setBanner(null);
    try {
      await onSubmit(schema.parse(values), form);
    } catch (error) {
      const fields = error instanceof CallError ? Object.entries(error.fields) : [];
      form.setErrors(placeErrors(fields));
      setBanner(messageOf(error));
    }
  };
  return (
    <Formik initialValues={initialValues} validate={validateWith(schema)} onSubmit={submit}>
      {(form) => (
        <FormikForm className={css['form']} noValidate>
          {banner !== null && (
            <div role="alert" className={css['banner']} ref={bringIntoView}>
              <span>{banner}</span>
              <button type="button" aria-label={t('close')} onClick={() => setBanner(null)}>
                ×
              </button>
            </div>
          )}
          {typeof children === 'function' ? children(form) : children}
          <FirstProblem refused={banner !== null} />
        </FormikForm>
      )}
    </Formik>
  );
}
