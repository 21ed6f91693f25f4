import type { ReactNode } from 'react';
import css from './panel.module.css';

interface PanelProps {
  title: string;
  open?: boolean;
  children: ReactNode;
}

/** A group of tools beside a picture, which a person folds and unfolds. */
export const Panel = ({ title, open = false, children }: PanelProps) => (
  <details className={css['panel']} open={open}>
    <summary>{title}</summary>
    <div className={css['body']}>{children}</div>
  </details>
);
