import type { ReactNode } from 'react';
import { observer } from 'mobx-react-lite';
import type { Undo } from '@sinter/sdk/state';
import { DataTable, EmptyState, UndoBar, useTexts, type DataTableProps } from '@sinter/sdk/ui';
import type { Facility } from './Facility.ts';
import { usePage } from './usePage.ts';
import css from './facility.module.css';

interface FacilityListProps<Row, Done> extends Pick<DataTableProps<Row>, 'columns' | 'expand'> {
  /** Names the texts. */
  what: 'machines' | 'materials';
  rows: readonly Row[];
  facility: Facility;
  undo: Undo<Done>;
  /** What can be taken back, in words. */
  undoText: string | null;
  /** Why the last change was refused. */
  problem: string | null;
  /** Buttons that add to the list; below it, or in its place while it is empty. */
  add: ReactNode;
}

/** A list of what the facility has, with what was just changed above and what adds to it below. */
export const FacilityList = observer(function FacilityList<Row extends { id: number }, Done>({
  what,
  rows,
  facility,
  undo,
  undoText,
  problem,
  add,
  ...table
}: FacilityListProps<Row, Done>) {
  const t = useTexts();
  const page = usePage(rows);
  const empty = <EmptyState title={t(`facility.${what}.none`)} text={t(`facility.${what}.noneText`)} actions={add} />;
  return (
    <>
      <UndoBar text={undoText} busy={undo.busy} onUndo={() => void undo.run()} onDismiss={undo.dismiss} />
      {problem !== null && (
        <p role="alert" className={css['problem']}>
          {problem}
        </p>
      )}
      <DataTable
        label={t(`facility.${what}`)}
        {...page}
        {...table}
        rowKey={({ id }) => id}
        loading={facility.loading}
        empty={empty}
      />
      {rows.length > 0 && <div className={css['below']}>{add}</div>}
    </>
  );
});
