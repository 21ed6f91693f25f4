import type { ReactNode } from 'react';
import { NoticeIcon } from '@sinter/sdk/ui/host';
import css from '../signIn.module.css';

interface OutcomeProps {
  kind: 'success' | 'danger' | 'info';
  headline: string;
  /** What it means, and where to go from here. */
  children: ReactNode;
}

/** How it went, in place of the form. */
export const Outcome = ({ kind, headline, children }: OutcomeProps) => (
  <div className={css['outcome']} role={kind === 'danger' ? 'alert' : 'status'}>
    <p className={css['headline']}>
      <NoticeIcon kind={kind} />
      {headline}
    </p>
    {children}
  </div>
);
