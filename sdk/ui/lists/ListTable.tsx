import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import type { ColumnChoice, Found, List, Selection } from '../../state/lists.ts';
import { useUiTexts } from '../host.ts';
import { DataTable, EmptyState, LightButton } from '../index.ts';
import type { DataColumn } from '../index.ts';
import css from './lists.module.css';

interface ListTableProps<Row, Values, Answer extends Found<Row>> {
  list: List<Row, Values, Answer>;
  /** What the table holds. */
  label: string;
  columns: readonly DataColumn<Row>[];
  /** Hides columns. */
  choice?: ColumnChoice | undefined;
  /** What a row is called, for the box that chooses it. Without it no rows are chosen. */
  nameOf?: ((row: Row) => string) | undefined;
  /** Nested content of a row; `null` when the row has none. */
  expand?: ((row: Row) => ReactNode) | undefined;
  /** Shown when there are no rows at all. */
  empty: ReactNode;
  /** Shown when the filters leave none; with a way back to all of them. Left out: `empty` then too. */
  nothingFound?: { title: string; text: string; all: string } | undefined;
}

/** A list as a table: pages, sorting, chosen rows, and what it says when it is empty. */
export const ListTable = observer(function ListTable<Row, Values, Answer extends Found<Row>>({
  list,
  label,
  columns,
  choice,
  nameOf,
  expand,
  empty,
  nothingFound,
}: ListTableProps<Row, Values, Answer>) {
  const shown = choice ? choice.shown(columns) : columns;
  const { sort, page } = list.shown;
  const nothing =
    list.isFiltered && nothingFound ? (
      <EmptyState
        title={nothingFound.title}
        text={nothingFound.text}
        actions={<LightButton onClick={list.showAll}>{nothingFound.all}</LightButton>}
      />
    ) : (
      empty
    );
  return (
    <DataTable
      label={label}
      columns={nameOf ? [chooseColumn(list, nameOf), ...shown] : shown}
      rows={list.rows}
      rowKey={list.selection.keyOf}
      total={list.total}
      more={list.more}
      page={page}
      pageSize={list.pageSize}
      onPage={list.showPage}
      {...(sort ? { sort, onSort: list.sortBy } : {})}
      {...(expand ? { expand } : {})}
      loading={list.loading}
      error={list.error}
      onRetry={list.retry}
      empty={nothing}
    />
  );
});

/** Boxes that choose rows, and one in the header for the whole page. */
function chooseColumn<Row, Values, Answer extends Found<Row>>(
  list: List<Row, Values, Answer>,
  nameOf: (row: Row) => string,
): DataColumn<Row> {
  return {
    key: 'choose',
    title: <ChoosePage list={list} />,
    width: 40,
    rank: 'box',
    render: (row) => <ChooseRow selection={list.selection} row={row} name={nameOf(row)} />,
  };
}

const ChoosePage = observer(function ChoosePage<Row, Values, Answer extends Found<Row>>({
  list: { rows, selection },
}: {
  list: List<Row, Values, Answer>;
}) {
  const t = useUiTexts();
  const able = rows.filter((row) => selection.may(row));
  const some = able.some((row) => selection.has(row));
  const all = some && able.every((row) => selection.has(row));
  return (
    <input
      ref={(box) => {
        // Neither all nor none: HTML has no attribute for it.
        if (box) box.indeterminate = some && !all;
      }}
      type="checkbox"
      className={css['choose']}
      aria-label={t('list.choosePage')}
      checked={all}
      disabled={able.length === 0}
      onChange={() => selection.toggleAll(rows)}
    />
  );
});

const ChooseRow = observer(function ChooseRow<Row>({
  selection,
  row,
  name,
}: {
  selection: Selection<Row>;
  row: Row;
  name: string;
}) {
  const t = useUiTexts();
  return (
    <input
      type="checkbox"
      className={css['choose']}
      aria-label={t('list.choose', { name })}
      checked={selection.has(row)}
      disabled={!selection.may(row)}
      onChange={() => selection.toggle(row)}
    />
  );
});
