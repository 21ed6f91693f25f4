import { useEffect, useId } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../plugin/Link.tsx';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './page.module.css';

export interface Crumb {
  text: string;
  /** A path of this application; none for the present screen. */
  to?: string;
}

interface PageProps {
  title: string;
  breadcrumbs?: readonly Crumb[];
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Content beside the title: a status, an id. */
  extra?: ReactNode;
  /** `full` for wide tables and charts, `narrow` for forms. */
  width?: 'full' | 'normal' | 'narrow';
  children: ReactNode;
}

/** The frame of every screen: document title, heading, breadcrumbs, actions. */
export function Page({ title, breadcrumbs, actions, extra, width = 'full', children }: PageProps) {
  const headingId = useId();
  useEffect(() => void (document.title = title), [title]);
  return (
    <section className={`${css['page']} ${css[width]}`} aria-labelledby={headingId}>
      {breadcrumbs && <Breadcrumbs crumbs={breadcrumbs} />}
      <header className={css['header']}>
        <h1 id={headingId} tabIndex={-1}>
          {title}
        </h1>
        {extra}
        {actions && <div className={css['actions']}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useUiTexts();
  return (
    <nav aria-label={t('breadcrumbs')} data-breadcrumbs>
      <ol className={css['crumbs']}>
        {crumbs.map(({ text, to }) => (
          <li key={text}>{to ? <Link to={to}>{text}</Link> : <span aria-current="page">{text}</span>}</li>
        ))}
      </ol>
    </nav>
  );
}

/** A section of a page with a title. */
export function Section({ title, actions, children }: { title?: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={css['section']}>
      {(title || actions) && (
        <header className={css['sectionHeader']}>
          {title && <h2>{title}</h2>}
          {actions && <div className={css['actions']}>{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}
