import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Form as FormikForm, Formik, useFormikContext } from 'formik';
import type { FormikHelpers, FormikProps, FormikValues } from 'formik';
import type * as z from 'zod';
import { CallError } from '../../contract/errors.ts';
import { messageOf } from '../index.ts';
import { useUiTexts } from '../host.ts';
import { DraftContext, Keeping, useDraft } from './Draft.tsx';
import { placeErrors, validateWith } from './validateWith.ts';
import css from './form.module.css';

export interface FormProps<Values extends FormikValues, Output> {
  /**
   * What is entered is kept in the tab under this name until it is saved or given up: the form and what it is about
   * (`orders.quote.41`). `null`: a store keeps it.
   */
  keep: string | null;
  /** Values that are never kept: passwords, keys. */
  secrets?: readonly (keyof Values & string)[];
  /** Called when the form gets unsaved values, and when it has none any more. */
  onUnsaved?: (unsaved: boolean) => void;
  initialValues: Values;
  /** Its messages appear under the fields. */
  schema: z.ZodType<Output, Values>;
  /**
   * Receives the parsed values. The field messages of a `CallError` appear under the fields, and the rest in a
   * banner.
   */
  onSubmit: (values: Output, form: FormikHelpers<Values>) => Promise<void> | void;
  children: ReactNode | ((form: FormikProps<Values>) => ReactNode);
}

/** A form may be longer than the screen, so the banner is scrolled into view. */
const bringIntoView = (banner: HTMLElement | null): void => banner?.scrollIntoView?.({ block: 'nearest' });

/**
 * A form may be longer than the screen: after a failed submit, the first wrong field gets the focus. When the server
 * refused the values the focus stays, because moving it would validate the form again without the server's messages.
 * Draws nothing.
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

const none: readonly string[] = [];

/**
 * A formik form with a zod schema; its fields come from this folder. What is entered is kept over a reload, and leaving
 * the screen asks first.
 */
export function Form<Values extends FormikValues, Output>({
  keep,
  secrets = none,
  onUnsaved,
  initialValues,
  schema,
  onSubmit,
  children,
}: FormProps<Values, Output>) {
  const t = useUiTexts();
  const draft = useDraft(keep);
  const [banner, setBanner] = useState<string | null>(null);
  const submit = async (values: Values, form: FormikHelpers<Values>) => {
    setBanner(null);
    try {
      await draft.save(async () => onSubmit(schema.parse(values), form));
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
          <DraftContext value={draft}>
            {keep !== null && <Keeping secrets={secrets} onUnsaved={onUnsaved} />}
            {typeof children === 'function' ? children(form) : children}
          </DraftContext>
          <FirstProblem refused={banner !== null} />
        </FormikForm>
      )}
    </Formik>
  );
}
