import { useHostTexts } from '../useHostTexts.ts';
import { Field } from './Field.tsx';
import type { FieldProps } from './Field.tsx';
import { passwordStrength } from './passwordStrength.ts';
import type { Strength } from './passwordStrength.ts';
import css from './signIn.module.css';

const filled: Record<Strength, number> = { weak: 1, fair: 2, good: 4 };

/** A new password: can be shown, and says how strong it looks. */
export function NewPasswordField(field: Omit<FieldProps, 'type' | 'autoComplete' | 'hint'>) {
  const t = useHostTexts();
  const strength = passwordStrength(field.value);
  return (
    <Field
      {...field}
      type="password"
      autoComplete="new-password"
      maxLength={1000}
      hint={
        field.value === '' ? (
          t('password.rule')
        ) : (
          <span className={css['strength']}>
            <span className={css['bars']} aria-hidden="true">
              {[1, 2, 3, 4].map((bar) => (
                <span key={bar} className={bar <= filled[strength] ? css[strength] : undefined} />
              ))}
            </span>
            {t(`password.${strength}`)}
          </span>
        )
      }
    />
  );
}
