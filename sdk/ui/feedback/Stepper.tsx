import css from './stepper.module.css';

interface StepperProps {
  /** Names the steps for screen readers. */
  label: string;
  steps: readonly { id: string; label: string }[];
  /** The step in progress; `null` when all are done. */
  current: string | null;
  /** The current step failed. */
  failed?: boolean;
}

/** Earlier steps completed, the current one highlighted, later ones muted (specification 4.9). */
export function Stepper({ label, steps, current, failed = false }: StepperProps) {
  const at = current === null ? steps.length : steps.findIndex(({ id }) => id === current);
  const stateOf = (index: number) => {
    if (index < at) return 'done';
    if (index > at) return 'later';
    return failed ? 'failed' : 'current';
  };
  return (
    <ol className={css['steps']} aria-label={label}>
      {steps.map(({ id, label: text }, index) => {
        const state = stateOf(index);
        return (
          <li key={id} className={css[state]} {...(index === at ? { 'aria-current': 'step' as const } : {})}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              {state === 'done' && <path d="m4 8.5 3 3 5-6.5" />}
              {state === 'failed' && <path d="m5 5 6 6m0-6-6 6" />}
              {(state === 'current' || state === 'later') && <circle cx="8" cy="8" r="3" />}
            </svg>
            {text}
          </li>
        );
      })}
    </ol>
  );
}
