import { Fragment, useState } from 'react';
import type { Key, ReactNode } from 'react';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import css from './lightTable.module.css';

export interface LightColumn<Row> {
  key: string;
  title: ReactNode;
  render: (row: Row) => ReactNode;
  align?: 'left' | 'right' | 'center';
  /** Pixels. */
  width?: number;
}

interface LightTableProps<Row> {
  /** What the table holds, for screen readers. */
  label: string;
  columns: readonly LightColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** Nested content of a row; `null` for a row that has none. */
  expand?: (row: Row) => ReactNode;
}

/** A plain table: embedded screens use it, because antd's weighs more than they may. */
export function LightTable<Row>({ label, columns, rows, rowKey, expand }: LightTableProps<Row>) {
  const t = useUiTexts();
  const [opened, setOpened] = useState<ReadonlySet<Key>>(new Set());
  const toggle = (key: Key) => setOpened((before) => toggled(before, key));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={css['scroll']} role="region" aria-label={label} tabIndex={0}>
      <table className={css['table']} aria-label={label}>
        <thead>
          <tr>
            {expand && <td className={css['toggle']} aria-label={t('table.expand')} />}
            {columns.map(({ key, title, align, width }) => (
              <th key={key} scope="col" style={{ textAlign: align, width }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row);
            const nested = expand?.(row) ?? null;
            const open = opened.has(key);
            return (
              <Fragment key={key}>
                <tr>
                  {expand && (
                    <td className={css['toggle']}>
                      {nested !== null && (
                        <button
                          type="button"
                          aria-expanded={open}
                          aria-label={t(open ? 'table.collapse' : 'table.expand')}
                          onClick={() => toggle(key)}
                        >
                          ›
                        </button>
                      )}
                    </td>
                  )}
                  {columns.map((column) => (
                    <td key={column.key} style={{ textAlign: column.align }}>
                      {column.render(row)}
                    </td>
                  ))}
                </tr>
                {open && nested !== null && (
                  <tr className={css['nested']}>
                    <td colSpan={columns.length + 1}>{nested}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
          {rows.length === 0 && (
            <tr>
              <td className={css['empty']} colSpan={columns.length + (expand ? 1 : 0)}>
                {t('table.empty')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function toggled(keys: ReadonlySet<Key>, key: Key): ReadonlySet<Key> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

interface PagerProps {
  /** From 0. */
  page: number;
  pageSize: number;
  /** Rows on the present page. */
  shown: number;
  /** All rows, where the server counts them; else a page with fewer rows than `pageSize` is taken for the last one. */
  total?: number;
  onPage: (page: number) => void;
}

/** Previous and next, with `Results: from - to of total`. */
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
