import { useState } from 'react';
import type { ReactNode } from 'react';
import type { FormikValues } from 'formik';
import { Form, FormActions, KeepUnsaved } from '../form.ts';
import type { FormProps } from '../form.ts';
import { SideDrawer } from './SideDrawer.tsx';

interface FormDrawerProps<Values extends FormikValues, Output> extends Omit<FormProps<Values, Output>, 'children'> {
  title: string;
  /** Pixels. */
  size: number;
  /** Above the form. */
  lead?: ReactNode;
  /** Its fields. */
  children: ReactNode;
  onClose: () => void;
}

/** A form beside a list, with Cancel and Save; asks before something entered is lost. */
export function FormDrawer<Values extends FormikValues, Output>({
  title,
  size,
  lead,
  children,
  onClose,
  ...form
}: FormDrawerProps<Values, Output>) {
  const [unsaved, setUnsaved] = useState(false);
  return (
    <SideDrawer title={title} size={size} unsaved={unsaved} onClose={onClose}>
      {lead}
      <Form {...form}>
        <KeepUnsaved onChange={setUnsaved} />
        {children}
        <FormActions onCancel={onClose} />
      </Form>
    </SideDrawer>
  );
}
