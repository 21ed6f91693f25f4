import { Fragment, useState } from 'react';
import type { Key, ReactNode } from 'react';
import { ErrorNotice } from '../feedback/ErrorNotice.tsx';
import { useUiTexts } from '../plugin/PluginContext.tsx';
import { PageNumbers } from './PageNumbers.tsx';
import css from './table.module.css';

/** Rows of a page by default (specification 9). */
export const defaultPageSize = 15;

export interface DataColumn<Row> {
  key: string;
  title: ReactNode;
  render: (row: Row) => ReactNode;
  /** A click on the header sorts by this column: ascending first, then descending (specification 4.9). */
  sortable?: boolean;
  /** `right` is the end of the line: the left side for languages that run from right to left. */
  align?: 'left' | 'right' | 'center';
  /** Pixels. */
  width?: number;
  /**
   * What gives way where the table is narrow: what is `wide` goes first, then `detail`, then `extra`; others stay. `name`
   * is what the row is called: it always has room for some words, or its `width`. On a phone each row is a card without its details, and
   * begins with its name, beside the `box` that chooses it.
   */
  rank?: 'name' | 'extra' | 'detail' | 'wide' | 'box';
}

export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}

export interface DataTableProps<Row> {
  /** Names the content for screen readers, and for the notice when it cannot be loaded. */
  label: string;
  columns: readonly DataColumn<Row>[];
  /** The rows of the present page. */
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** Number of rows on the server; default: the number of `rows`. Pages are offered when they exceed one page. */
  total?: number;
  /** There are more than `total`: the server counts no further. */
  more?: boolean;
  /** Index of the page, from 0. */
  page?: number;
  pageSize?: number;
  onPage?: (page: number) => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  loading?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Nested content of a row; `null` when the row has none. */
  expand?: (row: Row) => ReactNode;
  /** Replaces 'No Data'. */
  empty?: ReactNode;
}

/**
 * The table of the product: the server pages and sorts, and the table tells what the user asks for. Plain elements
 * keep it small.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, loading = false, error, onRetry, expand, empty } = props;
  const { total = rows.length, more = false, page = 0, pageSize = defaultPageSize, onPage } = props;
  const t = useUiTexts();
  const [opened, setOpened] = useState<ReadonlySet<Key>>(new Set());
  if (error) return <ErrorNotice subject={label} error={error} {...(onRetry ? { onRetry } : {})} />;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={css['scroll']} role="region" aria-label={label} aria-busy={loading} tabIndex={0}>
        <table className={css['table']} aria-label={label}>
          <thead>
            <tr>
              {expand && <td className={css['toggle']} aria-label={t('table.expand')} />}
              {columns.map((column) => (
                <Heading key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const key = rowKey(row);
              return (
                <TableRow
                  key={key}
                  row={row}
                  columns={columns}
                  expand={expand}
                  open={opened.has(key)}
                  onToggle={() => setOpened(toggled(opened, key))}
                />
              );
            })}
            {rows.length === 0 && loading && <Waiting cells={columns.length + (expand ? 1 : 0)} />}
            {rows.length === 0 && !loading && (
              <tr>
                <td className={css['empty']} colSpan={columns.length + (expand ? 1 : 0)}>
                  {empty ?? t('table.empty')}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {total > pageSize && onPage && (
        <PageNumbers page={page} pages={Math.ceil(total / pageSize)} more={more} onPage={onPage} />
      )}
    </>
  );
}

const waitingRows = [0, 1, 2, 3, 4, 5];

/** In place of rows that are on their way. */
function Waiting({ cells }: { cells: number }) {
  const t = useUiTexts();
  return waitingRows.map((row) => (
    <tr key={row} className={css['waiting']}>
      <td colSpan={cells}>{row === 0 ? <span role="status">{t('loading')}</span> : null}</td>
    </tr>
  ));
}

interface HeadingProps<Row> {
  column: DataColumn<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

const sideOf = { left: 'start', right: 'end', center: 'center' } as const;

function Heading<Row>({ column: { key, title, sortable, align, width, rank }, sort, onSort }: HeadingProps<Row>) {
  const direction = sort?.key === key ? sort.direction : null;
  return (
    <th
      scope="col"
      className={rank && css[rank]}
      style={{ textAlign: align && sideOf[align], width, minWidth: width }}
      aria-sort={direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
    >
      {sortable && onSort ? (
        <button
          type="button"
          className={css['sort']}
          onClick={() => onSort({ key, direction: direction === 'asc' ? 'desc' : 'asc' })}
        >
          {title}
          <span aria-hidden="true">{direction === null ? '↕' : direction === 'asc' ? '↑' : '↓'}</span>
        </button>
      ) : (
        title
      )}
    </th>
  );
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly DataColumn<Row>[];
  expand: ((row: Row) => ReactNode) | undefined;
  open: boolean;
  onToggle: () => void;
}

function TableRow<Row>({ row, columns, expand, open, onToggle }: TableRowProps<Row>) {
  const t = useUiTexts();
  const nested = expand?.(row) ?? null;
  return (
    <Fragment>
      <tr>
        {expand && (
          <td className={css['toggle']}>
            {nested !== null && (
              <button
                type="button"
                aria-expanded={open}
                aria-label={t(open ? 'table.collapse' : 'table.expand')}
                onClick={onToggle}
              >
                ›
              </button>
            )}
          </td>
        )}
        {columns.map(({ key, title, align, width, rank, render }) => (
          <td
            key={key}
            className={rank && css[rank]}
            data-label={typeof title === 'string' && title !== '' ? title : undefined}
            style={{ textAlign: align && sideOf[align], minWidth: width }}
          >
            {render(row)}
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
}

function toggled(keys: ReadonlySet<Key>, key: Key): ReadonlySet<Key> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
