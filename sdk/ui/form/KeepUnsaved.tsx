import { useEffect } from 'react';
import { useFormikContext } from 'formik';
import { useUnsaved } from '../index.ts';

interface KeepUnsavedProps {
  /** Told whenever there is something to lose, or no more. */
  onChange?: (unsaved: boolean) => void;
}

/** Inside a form: leaving the screen is asked about while something entered is not saved. Draws nothing. */
export function KeepUnsaved({ onChange }: KeepUnsavedProps) {
  const { dirty, isSubmitting } = useFormikContext();
  useUnsaved(dirty && !isSubmitting);
  useEffect(() => onChange?.(dirty), [dirty, onChange]);
  return null;
}
