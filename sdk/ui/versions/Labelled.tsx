import { useId, type ReactNode } from 'react';
import css from './labelled.module.css';

interface LabelledProps {
  label: string;
  hint?: string | undefined;
  /** Stands in the place of the hint. */
  problem?: string | undefined;
  /** Takes the whole row. */
  wide?: boolean;
  /** On the line of the label. */
  beside?: ReactNode;
  /** The input, which takes all of `field`. */
  children: (field: FieldProps) => ReactNode;
}

/** What ties an input to its label, and to its hint or what is wrong with it. */
export interface FieldProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** A field of a setting with its label, and what is wrong with it. */
export function Labelled({ label, hint, problem, wide = false, beside, children }: LabelledProps) {
  const id = useId();
  const about = problem ?? hint;
  const field: FieldProps = {
    id,
    ...(about !== undefined && { 'aria-describedby': `${id}-about` }),
    ...(problem !== undefined && { 'aria-invalid': true as const }),
  };
  const title = <label htmlFor={id}>{label}</label>;
  return (
    <div className={wide ? css['wide'] : css['field']}>
      {beside === undefined ? (
        title
      ) : (
        <span className={css['line']}>
          {title}
          {beside}
        </span>
      )}
      {children(field)}
      {about !== undefined && (
        <span
          id={`${id}-about`}
          role={problem === undefined ? undefined : 'alert'}
          className={problem === undefined ? css['hint'] : css['problem']}
        >
          {about}
        </span>
      )}
    </div>
  );
}
