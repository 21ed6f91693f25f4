import { observer } from 'mobx-react-lite';
import type { FloorCard } from '@sinter/sdk/contract/production/lots';
import { formatDateTime, formatNumber } from '@sinter/sdk/i18n';
import type { PluginHost } from '@sinter/sdk/plugin';
import { DueMarker, EmptyState, Link, StatusPill, Thumbnail, useTexts, type DataColumn } from '@sinter/sdk/ui';
import { ColorLabel, ListTable, TagChips } from '@sinter/sdk/ui/lists';
import { lotPath } from '../paths.ts';
import { nameOf, toneOf } from '../words.ts';
import type { BoardStore } from './BoardStore.ts';
import css from './board.module.css';

/** Lots at their steps: those of the person, those that run, what is finished, or what was looked for. */
export const CardList = observer(function CardList({ store }: { store: BoardStore }) {
  const t = useTexts();
  const { list } = store;
  const { view, q, tag } = list.filters;
  const nothing = q === '' && tag === '' ? `board.none.${view}` : 'board.nothing';
  return (
    <div className={css['table']}>
      <ListTable
        list={list}
        label={t('board.lots.title')}
        columns={columns(t)}
        empty={<EmptyState title={t(nothing)} text={t(`${nothing}.text`)} />}
      />
    </div>
  );
});

const columns = (t: PluginHost['t']): DataColumn<FloorCard>[] => [
  {
    key: 'lot',
    title: t('lot'),
    rank: 'name',
    render: ({ id, number, position, part, thumbnail, tags }) => (
      <span className={css['cardPart']}>
        <Thumbnail src={thumbnail?.fileURL ?? null} alt="" size={40} />
        <span className={css['stack']}>
          <Link to={lotPath(id, position)} className={css['open']}>
            {t('lot.named', { number })}
          </Link>
          <bdi className={css['quiet']}>{part}</bdi>
          {tags.length > 0 && <TagChips tags={tags} />}
        </span>
      </span>
    ),
  },
  {
    key: 'order',
    title: t('lot.order'),
    rank: 'detail',
    render: ({ orderId, orderTitle }) => (
      <>
        #{orderId} <bdi>{orderTitle}</bdi>
      </>
    ),
  },
  { key: 'step', title: t('step'), render: ({ step, kind }) => <bdi>{nameOf(t, { name: step, kind })}</bdi> },
  {
    key: 'status',
    title: t('step.status'),
    render: ({ status, heldFor }) => {
      const shown = heldFor === null ? status : 'ON_HOLD';
      return <StatusPill tone={toneOf[shown]}>{t(`status.${shown}`)}</StatusPill>;
    },
  },
  {
    key: 'pieces',
    title: t('card.pieces'),
    align: 'right',
    render: ({ open, received }) => t('card.open', { open: formatNumber(open), received: formatNumber(received) }),
  },
  {
    key: 'due',
    title: t('lot.due'),
    render: ({ dueAt, late, expedited }) => (
      <span className={css['marks']}>
        <DueMarker date={dueAt} />
        {expedited && <StatusPill tone="amber">{t('card.expedited')}</StatusPill>}
        {late && <StatusPill tone="red">{t('card.late')}</StatusPill>}
      </span>
    ),
  },
  {
    key: 'priority',
    title: t('lot.priority'),
    rank: 'extra',
    render: ({ priority }) => (priority ? <ColorLabel {...priority} /> : '–'),
  },
  { key: 'by', title: t('card.startedBy'), rank: 'extra', render: ({ startedBy }) => <bdi>{startedBy || '–'}</bdi> },
  { key: 'since', title: t('card.since'), rank: 'wide', render: ({ since }) => formatDateTime(since) },
];
