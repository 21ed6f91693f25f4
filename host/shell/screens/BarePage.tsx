import { useEffect } from 'react';
import type { ReactNode } from 'react';
import css from './screens.module.css';

/** A short message of the host, in the middle of its place. */
export function BarePage({ title, icon, children }: { title: string; icon?: ReactNode; children: ReactNode }) {
  useEffect(() => void (document.title = title), [title]);
  return (
    <section className={css['bare']} aria-labelledby="bare-title">
      {icon}
      <h1 id="bare-title">{title}</h1>
      {children}
    </section>
  );
}
