import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Hero } from './Hero.tsx';
import css from './signIn.module.css';

interface SplitPageProps {
  /** Of the browser's tab. */
  title: string;
  heading?: string;
  children: ReactNode;
}

/** The two halves of every screen before the sign-in: the hero, and a card. */
export function SplitPage({ title, heading = title, children }: SplitPageProps) {
  useEffect(() => void (document.title = title), [title]);
  return (
    <div className={css['split']}>
      <Hero />
      <main className={css['side']}>
        <div className={css['card']}>
          <h1>{heading}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
