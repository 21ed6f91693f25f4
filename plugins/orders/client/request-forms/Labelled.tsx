import { useId, type ReactNode } from 'react';
import css from './requestForms.module.css';

interface LabelledProps {
  label: string;
  hint?: string;
  problem?: string | undefined;
  children: (id: string) => ReactNode;
}

/** A field of the editor, with what is wrong with it. */
export function Labelled({ label, hint, problem, children }: LabelledProps) {
  const id = useId();
  return (
    <div className={css['field']}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint !== undefined && <span className={css['quiet']}>{hint}</span>}
      {problem !== undefined && (
        <span role="alert" className={css['problem']}>
          {problem}
        </span>
      )}
    </div>
  );
}
