import { useFormikContext } from 'formik';
import { useEffect } from 'react';
import { usePlugin } from '@sinter/sdk/ui';

/** While `unsaved`, leaving the screen is asked about first. */
export function useUnsaved(unsaved: boolean): void {
  const host = usePlugin();
  useEffect(() => host.beforeStop(() => (unsaved ? 'unsaved' : 'ready')), [host, unsaved]);
}

/** Inside a form: protects what was entered. */
export function KeepUnsaved({ onChange }: { onChange?: (unsaved: boolean) => void }) {
  const { dirty, isSubmitting } = useFormikContext();
  useUnsaved(dirty && !isSubmitting);
  useEffect(() => onChange?.(dirty), [dirty, onChange]);
  return null;
}
