import { useEffect } from 'react';
import { useFormikContext } from 'formik';
import { useUnsaved } from '../index.ts';

interface KeepUnsavedProps {
  /** Called when the form gets unsaved values, and when it has none any more. */
  onChange?: (unsaved: boolean) => void;
}

/** Inside a form: the user is asked before leaving the screen with unsaved values. Draws nothing. */
export function KeepUnsaved({ onChange }: KeepUnsavedProps) {
  const { dirty, isSubmitting } = useFormikContext();
  useUnsaved(dirty && !isSubmitting);
  useEffect(() => onChange?.(dirty), [dirty, onChange]);
  return null;
}
