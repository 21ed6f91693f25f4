import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useFormikContext } from 'formik';
import type { FormikValues } from 'formik';
import * as z from 'zod';
import { keptInTab } from '../../state/Kept.ts';
import { entriesGivenUp, useFormHost, useUiTexts } from '../host.ts';
import { DrawerContext } from './DrawerContext.ts';
import css from './form.module.css';

const keptSchema = z.record(z.string(), z.unknown());
type Entered = z.infer<typeof keptSchema>;

/** Forms that are being saved: one that is drawn anew meanwhile must not be given back what it just sent. */
const saving = new Set<string>();

/** What a form keeps in the tab. */
export interface Draft {
  read(): Entered | null;
  write(entered: Entered): void;
  forget(): void;
  /** Saves, and forgets when that has worked. */
  save(run: () => Promise<void>): Promise<void>;
}

const notKept: Draft = { read: () => null, write: () => {}, forget: () => {}, save: (run) => run() };
export const DraftContext = createContext<Draft>(notKept);

/** `null`: this form keeps nothing. */
export function useDraft(keep: string | null): Draft {
  const host = useFormHost();
  return useMemo(() => {
    if (keep === null || !host) return notKept;
    const kept = keptInTab(host, keep, keptSchema);
    return {
      read: () => (saving.has(keep) ? null : kept.read()),
      write: (entered) => kept.write(entered),
      forget: () => kept.forget(),
      save: async (run) => {
        saving.add(keep);
        try {
          await run();
          kept.forget();
        } finally {
          saving.delete(keep);
        }
      },
    };
  }, [host, keep]);
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'nothing' : typeof value);

/** The kept values that this form still has; it may be another version than the one that kept them. */
function fitting(kept: Entered, initial: FormikValues): Entered {
  const fits = ([name, value]: [string, unknown]) => {
    const [was, is] = [kindOf(initial[name]), kindOf(value)];
    return name in initial && (was === is || was === 'nothing' || is === 'nothing');
  };
  return Object.fromEntries(Object.entries(kept).filter(fits));
}

interface KeepingProps {
  /** Names of values that are never kept. */
  secrets: readonly string[];
  onUnsaved: ((unsaved: boolean) => void) | undefined;
}

/** Inside a form: keeps what is entered, gives it back after a reload, and asks before the screen is left. */
export function Keeping({ secrets, onUnsaved }: KeepingProps) {
  const { values, initialValues, dirty, isSubmitting, setValues, resetForm } = useFormikContext<FormikValues>();
  const draft = useContext(DraftContext);
  const drawer = useContext(DrawerContext);
  const host = useFormHost();
  const [kept, setKept] = useState(() => fitting(draft.read() ?? {}, initialValues));
  const restored = Object.keys(kept).length > 0;
  const begun = useRef(false);
  const entered = useRef(false);
  const [wasDirty, setWasDirty] = useState(false);
  if (wasDirty !== dirty) {
    setWasDirty(dirty);
    if (wasDirty) setKept({});
  }
  // Before the first paint: nobody sees the form without what was entered.
  useLayoutEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (restored) void setValues({ ...initialValues, ...kept }, false);
  }, [restored, kept, initialValues, setValues]);
  useEffect(() => {
    if (dirty) {
      const changed = (name: string) => !secrets.includes(name) && values[name] !== initialValues[name];
      draft.write(Object.fromEntries(Object.entries(values).filter(([name]) => changed(name))));
    } else if (entered.current) {
      draft.forget();
    }
    entered.current = dirty;
  }, [draft, values, initialValues, dirty, secrets]);
  useEffect(() => {
    window.addEventListener(entriesGivenUp, draft.forget);
    drawer?.forgets.add(draft.forget);
    return () => {
      window.removeEventListener(entriesGivenUp, draft.forget);
      drawer?.forgets.delete(draft.forget);
    };
  }, [draft, drawer]);
  // What is being saved may lead on to another screen when it is done.
  const unsaved = dirty && !isSubmitting;
  useEffect(() => host?.beforeStop(() => (unsaved ? 'unsaved' : 'ready')), [host, unsaved]);
  // A form that is gone has nothing left to save: whoever closes what it stood in must not be asked.
  useLayoutEffect(() => {
    onUnsaved?.(unsaved);
    return () => onUnsaved?.(false);
  }, [unsaved, onUnsaved]);
  return restored && dirty ? <Restored onDiscard={() => resetForm()} /> : null;
}

interface RestoredProps {
  onDiscard?: () => void;
}

/** Above a form that was begun before the page was loaded again. */
export function Restored({ onDiscard }: RestoredProps) {
  const t = useUiTexts();
  return (
    <div role="status" className={css['restored']}>
      <span>{t('form.restored')}</span>
      {onDiscard && (
        <button type="button" onClick={onDiscard}>
          {t('form.restored.discard')}
        </button>
      )}
    </div>
  );
}
