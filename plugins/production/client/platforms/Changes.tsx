import { useState } from 'react';
import { observer } from 'mobx-react-lite';
import { formatNumber } from '@sinter/sdk/i18n';
import {
  DataTable,
  ErrorNotice,
  LinkButton,
  Loading,
  Section,
  StatusPill,
  useTexts,
  type DataColumn,
  type Tone,
} from '@sinter/sdk/ui';
import { pieceKey } from '../plate.ts';
import { Along } from './PieceTable.tsx';
import { cornerOf, rotationOf } from './placement.ts';
import { rowsShown, type Change, type PlatformStore } from './PlatformStore.ts';
import css from './platforms.module.css';

const tones: Record<Change['change'], Tone> = { ADDED: 'green', REMOVED: 'red', MOVED: 'amber' };

/** What is different between the two revisions, in words; the plate shows the same in colours. */
export const Changes = observer(function Changes({ store }: { store: PlatformStore }) {
  const t = useTexts();
  const [page, setPage] = useState(0);
  const { comparing, difference, picked } = store;
  const title = t('platform.changes', { number: formatNumber(store.compared ?? 0) });
  if (!difference) {
    return (
      <Section title={title}>
        {comparing.error === null ? (
          <Loading />
        ) : (
          <ErrorNotice subject={title} error={comparing.error} onRetry={comparing.retry} />
        )}
      </Section>
    );
  }
  const { changes, same } = difference;
  const count = (of: Change['change']) => changes.filter(({ change }) => change === of).length;
  const place = (orderFileId: number, placement: readonly number[]) => {
    const box = store.partOf(orderFileId)?.box;
    return box ? cornerOf(placement, box) : null;
  };
  const columns: DataColumn<Change>[] = [
    {
      key: 'part',
      rank: 'name',
      title: t('platform.piece'),
      render: (change) => {
        const key = pieceKey(change);
        return (
          <span className={css['stack']}>
            <LinkButton aria-pressed={key === picked} onClick={() => store.pick(key === picked ? null : key)}>
              <bdi>{store.partOf(change.orderFileId)?.fileName ?? '–'}</bdi>
            </LinkButton>
            <small>{t('platform.copy', { number: formatNumber(change.copy + 1) })}</small>
          </span>
        );
      },
    },
    {
      key: 'change',
      title: t('platform.change'),
      render: ({ change }) => <StatusPill tone={tones[change]}>{t(`platform.change.${change}`)}</StatusPill>,
    },
    ...(['position', 'rotation'] as const).map((what): DataColumn<Change> => ({
      key: what,
      title: t(`platform.${what}`),
      align: 'right',
      render: ({ change, orderFileId, before, placement }) => {
        const told = (of: readonly number[]) =>
          what === 'position' ? (
            <Along values={place(orderFileId, of)} unit=" mm" />
          ) : (
            <Along values={rotationOf(of)} unit="°" />
          );
        if (change !== 'MOVED') return told(change === 'REMOVED' ? before : placement);
        return (
          <span className={css['moved']}>
            <span>
              <small>{t('platform.before')}</small> {told(before)}
            </span>
            <span>
              <small>{t('platform.now')}</small> {told(placement)}
            </span>
          </span>
        );
      },
    })),
  ];
  return (
    <Section title={title}>
      <p className={css['sums']} role="status">
        {changes.length === 0 && <span>{t('platform.same.all')}</span>}
        {(['ADDED', 'REMOVED', 'MOVED'] as const).map(
          (change) =>
            count(change) > 0 && (
              <StatusPill key={change} tone={tones[change]}>
                {t(`platform.sum.${change}`, { count: count(change) })}
              </StatusPill>
            ),
        )}
        {changes.length > 0 && <span className={css['quiet']}>{t('platform.same', { count: same })}</span>}
      </p>
      {changes.length > 0 && (
        <DataTable
          label={title}
          columns={columns}
          rows={changes.slice(page * rowsShown, (page + 1) * rowsShown)}
          rowKey={pieceKey}
          total={changes.length}
          page={page}
          pageSize={rowsShown}
          onPage={setPage}
        />
      )}
    </Section>
  );
});
