import { useState } from 'react';
import type { ReactNode } from 'react';
import type { FormikValues } from 'formik';
import { Form, FormActions } from '../form.ts';
import type { FormProps } from '../form.ts';
import { SideDrawer } from './SideDrawer.tsx';

interface FormDrawerProps<Values extends FormikValues, Output> extends Omit<FormProps<Values, Output>, 'onUnsaved'> {
  title: string;
  /** Pixels. */
  size: number;
  /** Above the form. */
  lead?: ReactNode;
  /** Below the form. */
  after?: ReactNode;
  /** On the button that saves; 'Save' when left out. */
  save?: string;
  /** Only something changed can be saved. */
  changedOnly?: boolean;
  danger?: boolean;
  onClose: () => void;
}

/** A form beside a list, with Cancel and Save; asks before something entered is lost. */
export function FormDrawer<Values extends FormikValues, Output>({
  title,
  size,
  lead,
  after,
  save,
  changedOnly = false,
  danger = false,
  children,
  onClose,
  ...form
}: FormDrawerProps<Values, Output>) {
  const [unsaved, setUnsaved] = useState(false);
  return (
    <SideDrawer title={title} size={size} unsaved={unsaved} onClose={onClose}>
      {lead}
      <Form {...form} onUnsaved={setUnsaved}>
        {(formik) => (
          <>
            {typeof children === 'function' ? children(formik) : children}
            <FormActions
              {...(save === undefined ? {} : { save })}
              danger={danger}
              disabled={changedOnly && !formik.dirty}
            />
          </>
        )}
      </Form>
      {after}
    </SideDrawer>
  );
}
