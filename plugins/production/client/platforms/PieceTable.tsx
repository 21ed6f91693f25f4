import { observer } from 'mobx-react-lite';
import { formatNumber } from '@sinter/sdk/i18n';
import { DataTable, Link, LinkButton, Section, useTexts, type DataColumn } from '@sinter/sdk/ui';
import { cornerOf, rotationOf, type Triple } from './placement.ts';
import { rowsShown, type PlatformStore, type Row } from './PlatformStore.ts';
import css from './platforms.module.css';

/** Each copy with its order, and where and how it lies. */
export const PieceTable = observer(function PieceTable({ store }: { store: PlatformStore }) {
  const t = useTexts();
  const { rows, page, picked } = store;
  const columns: DataColumn<Row>[] = [
    {
      key: 'part',
      rank: 'name',
      title: t('platform.piece'),
      render: ({ key, part, copy }) => (
        <span className={css['stack']}>
          <LinkButton aria-pressed={key === picked} onClick={() => store.pick(key === picked ? null : key)}>
            <bdi>{part?.fileName ?? '–'}</bdi>
          </LinkButton>
          <small>{t('platform.copy', { number: formatNumber(copy + 1) })}</small>
        </span>
      ),
    },
    {
      key: 'order',
      title: t('platform.order'),
      render: ({ part }) =>
        part?.order ? (
          <Link to={`/order-details/${part.order.id}`}>
            #{part.order.id} <bdi>{part.order.name}</bdi>
          </Link>
        ) : (
          '–'
        ),
    },
    {
      key: 'material',
      rank: 'extra',
      title: t('platforms.material'),
      render: ({ part }) => part?.material.name ?? '–',
    },
    {
      key: 'position',
      title: t('platform.position'),
      align: 'right',
      render: ({ part, placement }) => <Along values={part?.box ? cornerOf(placement, part.box) : null} unit=" mm" />,
    },
    {
      key: 'rotation',
      title: t('platform.rotation'),
      align: 'right',
      render: ({ placement }) => <Along values={rotationOf(placement)} unit="°" />,
    },
  ];
  return (
    <Section title={t('platform.pieces')}>
      <DataTable
        label={t('platform.pieces')}
        columns={columns}
        rows={rows.slice(page * rowsShown, (page + 1) * rowsShown)}
        rowKey={({ key }) => key}
        total={rows.length}
        page={page}
        pageSize={rowsShown}
        onPage={store.turnTo}
      />
    </Section>
  );
});

/** Along x, y and z, or about them. Numbers run from left to right in every language. */
export const Along = ({ values, unit }: { values: Triple | null; unit: string }) => (
  <span dir="ltr" className={css['short']}>
    {values === null
      ? '–'
      : `${values.map((value) => formatNumber(Math.round(value * 10) / 10 + 0, 1)).join(' · ')}${unit}`}
  </span>
);
