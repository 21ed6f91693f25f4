import type { Key, ReactNode } from 'react';
import { Table } from 'antd';
import type { TableProps } from 'antd';
import { ErrorNotice } from '../feedback/ErrorNotice.tsx';
import { useUiTexts } from '../plugin/PluginContext.tsx';

export const defaultPageSize = 15;

export interface DataColumn<Row> {
  key: string;
  title: ReactNode;
  render: (row: Row) => ReactNode;
  /** The header sorts by this column: ascending first, then descending. */
  sortable?: boolean;
  align?: 'left' | 'right' | 'center';
  /** Pixels. */
  width?: number;
  fixed?: 'left' | 'right';
}

export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}

export interface DataTableProps<Row extends object> {
  /** What the table holds: for screen readers, and for the notice when it cannot be loaded. */
  label: string;
  columns: readonly DataColumn<Row>[];
  /** The rows of the present page. */
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** All rows on the server; the number given when left out. */
  total?: number;
  /** From 0. */
  page?: number;
  pageSize?: number;
  onPage?: (page: number) => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  loading?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Nested content of a row; `null` for a row that has none. */
  expand?: (row: Row) => ReactNode;
  selection?: { keys: readonly Key[]; onChange: (keys: Key[]) => void };
  /** In place of 'No Data'. */
  empty?: ReactNode;
}

/** The product's table: the server pages and sorts, the table says what it wants. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSort, loading, error, onRetry, expand, selection, empty } = props;
  const t = useUiTexts();
  if (error) return <ErrorNotice subject={label} error={error} {...(onRetry ? { onRetry } : {})} />;
  const change: TableProps<Row>['onChange'] = (_pages, _filters, sorter, { action }) => {
    if (action !== 'sort' || Array.isArray(sorter) || sorter.columnKey === undefined) return;
    onSort?.({ key: String(sorter.columnKey), direction: sorter.order === 'descend' ? 'desc' : 'asc' });
  };
  return (
    <Table<Row>
      aria-label={label}
      columns={columns.map(({ key, title, render, sortable, align, width, fixed }) => ({
        ...{ key, title, align, width, fixed },
        render: (_value: unknown, row: Row) => render(row),
        sorter: sortable ?? false,
        sortDirections: ['ascend', 'descend', 'ascend'] as const satisfies string[],
        sortOrder: sort?.key === key ? (sort.direction === 'asc' ? 'ascend' : 'descend') : null,
      }))}
      dataSource={[...rows]}
      rowKey={rowKey}
      loading={loading ?? false}
      onChange={change}
      pagination={pagination(props)}
      scroll={{ x: 'max-content' }}
      size="middle"
      locale={{ emptyText: empty ?? t('table.empty') }}
      {...(expand
        ? { expandable: { expandedRowRender: expand, rowExpandable: (row: Row) => expand(row) !== null } }
        : {})}
      {...(selection
        ? {
            rowSelection: { selectedRowKeys: [...selection.keys], onChange: (keys: Key[]) => selection.onChange(keys) },
          }
        : {})}
    />
  );
}

/** Pages are offered only when there are more rows than one page holds (specification 9). */
function pagination<Row extends object>({
  rows,
  total = rows.length,
  page,
  pageSize = defaultPageSize,
  onPage,
}: DataTableProps<Row>) {
  if (total <= pageSize) return false;
  return {
    total,
    pageSize,
    showSizeChanger: false,
    ...(page === undefined ? {} : { current: page + 1 }),
    onChange: (next: number) => onPage?.(next - 1),
  };
}
