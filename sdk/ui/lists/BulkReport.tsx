import { useEffect, useId, useRef } from 'react';
import { observer } from 'mobx-react-lite';
import type { Bulk, BulkOutcome } from '../../state/lists.ts';
import { useUiTexts } from '../host.ts';
import { LightButton, ProgressLine } from '../index.ts';
import css from './lists.module.css';

interface BulkReportProps<Row> {
  bulk: Bulk<Row>;
  /** What is being done: `Archive orders`. */
  title: string;
  nameOf: (row: Row) => string;
  /** `Archived`; 'Done' when left out. */
  doneText?: string | undefined;
  onClose: () => void;
}

/** A change of several rows while it runs, and then what became of each; those left can be tried again. */
export const BulkReport = observer(function BulkReport<Row>({
  bulk,
  title,
  nameOf,
  doneText,
  onClose,
}: BulkReportProps<Row>) {
  const t = useUiTexts();
  const { running, lines, done, left } = bulk;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A modal dialog of the browser traps the focus; opening one is a call, not an attribute.
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className={css['report']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!running) onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {running ? (
        <ProgressLine label={title} value={bulk.share} />
      ) : (
        <p>{t('bulk.over', { done: done.length, count: lines.length })}</p>
      )}
      <ul className={css['results']} aria-live="polite">
        {lines.map(({ row, outcome }, index) => (
          // The lines of a report stay where they are.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <bdi>{nameOf(row)}</bdi>
            <Outcome outcome={outcome} doneText={doneText ?? t('bulk.done')} />
          </li>
        ))}
      </ul>
      <div className={css['reportActions']}>
        {running && <LightButton onClick={bulk.stop}>{t('bulk.stop')}</LightButton>}
        {!running && left.length > 0 && <LightButton onClick={() => void bulk.retry()}>{t('bulk.again')}</LightButton>}
        <LightButton kind="primary" disabled={running} onClick={onClose}>
          {t('close')}
        </LightButton>
      </div>
    </dialog>
  );
});

function Outcome({ outcome, doneText }: { outcome: BulkOutcome; doneText: string }) {
  const t = useUiTexts();
  if (typeof outcome === 'object') return <span className={css['bad']}>{outcome.refused}</span>;
  if (outcome === 'done') return <span className={css['good']}>{doneText}</span>;
  return <span className={css['quiet']}>{t(`bulk.${outcome}`)}</span>;
}
