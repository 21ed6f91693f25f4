import { observer } from 'mobx-react-lite';
import { EmptyState, LightButton, Section, useTexts, type DataColumn } from '@sinter/sdk/ui';
import { ListTable } from '@sinter/sdk/ui/lists';
import type { Contents } from './Contents.ts';

interface ContentsTableProps<Row extends { id: number }> {
  contents: Contents<Row>;
  label: string;
  columns: readonly DataColumn<Row>[];
  nothing: { title: string; text: string };
  /** What a row is called where it is taken out; `null`: the person may not. */
  takes: ((row: Row) => string) | null;
}

/** What lies in a project, in pages. */
export const ContentsTable = observer(function ContentsTable<Row extends { id: number }>({
  contents,
  label,
  columns,
  nothing,
  takes,
}: ContentsTableProps<Row>) {
  const t = useTexts();
  const { list, taking } = contents;
  const take = (nameOf: (row: Row) => string): DataColumn<Row> => ({
    key: 'take',
    title: '',
    align: 'right',
    render: (row) => (
      <LightButton
        size="small"
        disabled={taking.busy}
        aria-label={t('project.take.named', { name: nameOf(row) })}
        onClick={() => void taking.run(row)}
      >
        {t('project.take')}
      </LightButton>
    ),
  });
  return (
    <Section>
      <ListTable
        list={list}
        label={label}
        columns={takes ? [...columns, take(takes)] : [...columns]}
        empty={<EmptyState {...nothing} />}
      />
    </Section>
  );
});
