import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './table.module.css';

interface PagerProps {
  /** Index of the page, from 0. */
  page: number;
  pageSize: number;
  /** Rows on the present page. */
  shown: number;
  /**
   * Number of all rows, when the server counts them. Without it, a page with fewer rows than `pageSize` is the last
   * one.
   */
  total?: number;
  onPage: (page: number) => void;
}

/** Previous and next, with `Results: from - to of total` (specification 2.4). */
export function Pager({ page, pageSize, shown, total, onPage }: PagerProps) {
  const t = useUiTexts();
  const from = shown === 0 ? 0 : page * pageSize + 1;
  const to = page * pageSize + shown;
  const isLast = total === undefined ? shown < pageSize : to >= total;
  return (
    <nav className={css['pager']} aria-label={t('pager.label')}>
      <span role="status">
        {total === undefined ? t('pager.shown', { from, to }) : t('pager.results', { from, to, total })}
      </span>
      <button type="button" disabled={page <= 0} onClick={() => onPage(page - 1)}>
        {t('pager.previous')}
      </button>
      <button type="button" disabled={isLast} onClick={() => onPage(page + 1)}>
        {t('pager.next')}
      </button>
    </nav>
  );
}
