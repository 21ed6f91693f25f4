import { useMemo, useRef, useState } from 'react';
import { observer } from 'mobx-react-lite';
import { csvRows } from '@sinter/sdk/contract/csvRows';
import { mostReadings, type Inspection } from '@sinter/sdk/contract/quality/inspections';
import { LightButton, LightSelect, toast, useTexts } from '@sinter/sdk/ui';
import { SideDrawer } from '@sinter/sdk/ui/drawer';
import { guessColumns, readLines, type Columns } from '../../shared/inspection/csv.ts';
import type { InspectionStore } from './InspectionStore.ts';
import { readQif } from './qif.ts';
import css from './inspection.module.css';

interface ImportDrawerProps {
  store: InspectionStore;
  inspection: Inspection;
  onClose: () => void;
}

/** Columns of what was read of QIF. */
const inOrder: Columns = { sample: 0, characteristic: 1, value: 2 };
const parts = ['sample', 'characteristic', 'value'] as const;
/** A table of a million values is no table of one lot. */
const mostLetters = 2_000_000;
/** So many wrong lines are named; how many there are is said. */
const mostNamed = 100;

/** Measurements of a CSV file: which column is what, what was understood, and each line that was not. */
export default observer(function ImportDrawer({ store, inspection, onClose }: ImportDrawerProps) {
  const t = useTexts();
  const [{ text, qif }, setFile] = useState({ text: '', qif: false });
  const [chosen, setChosen] = useState<Partial<Columns>>({});
  const { characteristics } = inspection;
  const found = useMemo(() => (qif ? readQif(text, characteristics) : null), [qif, text, characteristics]);
  const [head, ...lines] = useMemo(() => (qif ? [] : csvRows(text)), [qif, text]);
  const rows = found && 'rows' in found ? found.rows : lines;
  const columns = found ? inOrder : { ...guessColumns(head?.cells ?? []), ...chosen };
  const { read, wrong } = readLines(rows, columns, inspection);
  /** How many of the file are kept already: a try after a failure goes on behind them. */
  const kept = useRef(0);
  const take = async () => {
    for (; kept.current < read.length; kept.current += mostReadings) {
      const some = read.slice(kept.current, kept.current + mostReadings);
      if (!(await store.saving.run(some.map(({ line: _line, ...reading }) => reading)))) return;
    }
    toast.success(t('inspection.imported', { count: read.length }));
    onClose();
  };
  return (
    <SideDrawer title={t('inspection.import')} size={560} unsaved={text !== ''} onClose={onClose}>
      <p>{t('inspection.import.text')}</p>
      <input
        type="file"
        accept=".csv,.qif,.xml,text/csv,text/plain"
        aria-label={t('inspection.import.file')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file && file.size > mostLetters) toast.error(t('inspection.import.large'));
          else if (file) {
            kept.current = 0;
            const isQif = /\.(?:qif|xml)$/i.test(file.name);
            void file.text().then((read) => setFile({ text: read, qif: isQif }));
          }
        }}
      />
      {head && (
        <div className={css['columns']}>
          {parts.map((part) => (
            <label key={part} className={css['stack']}>
              {t(`inspection.column.${part}`)}
              <LightSelect
                value={String(columns[part])}
                onChange={({ target }) => {
                  kept.current = 0;
                  setChosen({ ...chosen, [part]: Number(target.value) });
                }}
              >
                <option value="-1">–</option>
                {head.cells.map((cell, index) => (
                  <option key={`${index} ${cell}`} value={index}>
                    {cell || index + 1}
                  </option>
                ))}
              </LightSelect>
            </label>
          ))}
        </div>
      )}
      {found && 'problem' in found && <p role="alert">{t(`inspection.qif.${found.problem}`)}</p>}
      {(head || (found && 'rows' in found)) && (
        <p role="status">{t('inspection.import.understood', { count: read.length, wrong: wrong.length })}</p>
      )}
      {wrong.length > 0 && (
        <ul className={css['wrong']}>
          {wrong.slice(0, mostNamed).map(({ line, problem, text: said }) => (
            <li key={line}>
              {t('inspection.import.line', { line })}: {t(`inspection.import.${problem}`)}{' '}
              <bdi>{said.slice(0, 60)}</bdi>
            </li>
          ))}
        </ul>
      )}
      <LightButton kind="primary" disabled={read.length === 0} loading={store.saving.busy} onClick={() => void take()}>
        {t('inspection.import.take', { count: read.length })}
      </LightButton>
    </SideDrawer>
  );
});
