import { observer } from 'mobx-react-lite';
import { formatPercent } from '../../i18n/index.ts';
import type { CsvColumn, CsvExport, Found } from '../../state/lists.ts';
import { useUiTexts } from '../host.ts';
import { LightButton } from '../index.ts';
import css from './lists.module.css';

interface CsvButtonProps<Row, Values, Answer extends Found<Row>> {
  csv: CsvExport<Row, Values, Answer>;
  /** Of the file, without its ending: `Orders`. */
  name: string;
  columns: readonly CsvColumn<Row>[];
}

/** Hands out every row that the filters leave as a file; shows how far it is read, and can be cancelled. */
export const CsvButton = observer(function CsvButton<Row, Values, Answer extends Found<Row>>({
  csv,
  name,
  columns,
}: CsvButtonProps<Row, Values, Answer>) {
  const t = useUiTexts();
  const { share } = csv;
  const run = async () => {
    const lines = await csv.read(columns);
    if (!lines) return;
    // What writes the file weighs more than a list: it is fetched when somebody wants one.
    const { downloadCsv } = await import('./csv.ts');
    downloadCsv(`${name}.csv`, lines);
  };
  return (
    <span className={css['csv']}>
      <LightButton loading={share !== null} onClick={() => void run()}>
        {share === null ? t('csv') : t('csv.reading', { share: formatPercent(share, 0) })}
      </LightButton>
      {share !== null && <LightButton onClick={csv.cancel}>{t('csv.cancel')}</LightButton>}
    </span>
  );
});
