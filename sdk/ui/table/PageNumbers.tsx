import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './table.module.css';

interface PageNumbersProps {
  /** Index of the page, from 0. */
  page: number;
  pages: number;
  /** Others follow these. */
  more?: boolean;
  onPage: (page: number) => void;
}

/** Up to 7 pages are all shown; of more, the first, the last and those around the present one (specification 9). */
export function PageNumbers({ page, pages, more = false, onPage }: PageNumbersProps) {
  const t = useUiTexts();
  return (
    <nav className={css['pager']} aria-label={t('pager.label')}>
      <button type="button" disabled={page <= 0} onClick={() => onPage(page - 1)}>
        {t('pager.previous')}
      </button>
      {shownPages(page, pages).map((shown, index) =>
        shown === null ? (
          <span key={`gap ${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={shown}
            type="button"
            aria-label={t('pager.page', { page: shown + 1 })}
            aria-current={shown === page ? 'page' : undefined}
            onClick={() => onPage(shown)}
          >
            {shown + 1}
          </button>
        ),
      )}
      {more && <span aria-hidden="true">…</span>}
      <button type="button" disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>
        {t('pager.next')}
      </button>
    </nav>
  );
}

/** Indexes of pages in order; `null` where some are left out. */
export function shownPages(page: number, pages: number): (number | null)[] {
  const all = Array.from({ length: pages }, (_, index) => index);
  if (pages <= 7) return all;
  const start = Math.min(Math.max(page - 1, 1), pages - 4);
  const middle = all.slice(start, start + 3);
  return [0, ...(start > 1 ? [null] : []), ...middle, ...(start + 3 < pages - 1 ? [null] : []), pages - 1];
}
