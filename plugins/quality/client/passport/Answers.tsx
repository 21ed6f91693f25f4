import type { ReactNode } from 'react';
import type { Passport } from '@sinter/sdk/contract/quality/passport';
import type { PluginHost } from '@sinter/sdk/plugin';
import { StatusPill } from '@sinter/sdk/ui';
import css from './passport.module.css';

interface AnswersProps {
  t: PluginHost['t'];
  checks: Passport['steps'][number]['steps'][number]['checks'];
  who: (sign: string | null) => string | undefined;
  /** Further entries of the list. */
  children?: ReactNode;
}

/** What was answered, by whom, and whether it passed. */
export const Answers = ({ t, checks, who, children }: AnswersProps) => (
  <ul className={css['answers']}>
    {checks.map(({ label, value, unit, passed, by }) => (
      <li key={label}>
        <bdi>{label}</bdi>:{' '}
        {typeof value === 'boolean' ? t(value ? 'passport.yes' : 'passport.no') : <bdi>{value}</bdi>} {unit}{' '}
        {passed !== null && (
          <StatusPill tone={passed ? 'green' : 'red'}>{t(passed ? 'passport.passed' : 'passport.failed')}</StatusPill>
        )}{' '}
        <small>
          <bdi>{who(by)}</bdi>
        </small>
      </li>
    ))}
    {children}
  </ul>
);
