import { useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
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
  /** As high as there is room: the last of the content takes what is left. Its breadcrumbs are its visible title. */
  fills?: boolean;
  children: ReactNode;
}

/** The frame of every screen: document title, heading, breadcrumbs, actions. */
export function Page({ title, breadcrumbs, actions, extra, width = 'full', fills = false, children }: PageProps) {
  const headingId = useId();
  const bar = usePageBar();
  useEffect(() => void (document.title = title), [title]);
  return (
    <section className={`${css['page']} ${css[width]} ${fills ? css['fills'] : ''}`} aria-labelledby={headingId}>
      {breadcrumbs && <Breadcrumbs crumbs={breadcrumbs} bar={bar} />}
      <header className={css['header']}>
        <h1 id={headingId} tabIndex={-1} className={fills && bar ? css['visuallyHidden'] : undefined}>
          {title}
        </h1>
        {extra}
        {actions && <div className={css['actions']}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}

/** The host's bar above the screens, where it has one: there breadcrumbs cost no room. */
function usePageBar(): Element | null {
  const [bar] = useState(() => document.querySelector('[data-page-bar]'));
  return bar;
}

function Breadcrumbs({ crumbs, bar }: { crumbs: readonly Crumb[]; bar: Element | null }) {
  const t = useUiTexts();
  const nav = (
    <nav aria-label={t('breadcrumbs')} data-breadcrumbs>
      <ol className={bar ? css['barCrumbs'] : css['crumbs']}>
        {crumbs.map(({ text, to }) => (
          <li key={text}>{to ? <Link to={to}>{text}</Link> : <span aria-current="page">{text}</span>}</li>
        ))}
      </ol>
    </nav>
  );
  return bar ? createPortal(nav, bar) : nav;
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
