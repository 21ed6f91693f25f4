import { observer } from 'mobx-react-lite';
import { formatNumber } from '@sinter/sdk/i18n';
import { chosenInView, ErrorNotice, LightButton, StatusPill, useTexts } from '@sinter/sdk/ui';
import { loadOf, loadTone, nameOf } from '../words.ts';
import type { Board, BoardStore } from './BoardStore.ts';
import { Card } from './Card.tsx';
import css from './board.module.css';

type Center = Board['centers'][number];

interface ColumnsProps {
  store: BoardStore;
  centers: readonly Center[];
}

/** A column for each work center; where there is little room, one at a time. */
export const Columns = observer(function Columns({ store, centers }: ColumnsProps) {
  const t = useTexts();
  const { center, single } = store;
  return (
    <>
      <div className={css['centers']} role="group" aria-label={t('board.centers')}>
        <button type="button" data-all aria-pressed={center === null} onClick={() => store.choose('')}>
          {t('board.all')}
        </button>
        {centers.map((one) => (
          <button
            key={one.key}
            ref={one.key === single ? chosenInView : null}
            type="button"
            aria-pressed={one.key === center}
            data-single={one.key === single}
            onClick={() => store.choose(one.key)}
          >
            <bdi>{nameOf(t, one)}</bdi> <span>{formatNumber(one.lots)}</span>
          </button>
        ))}
      </div>
      <div className={css['columns']} data-one={center !== null}>
        {centers.map((one) => (
          <Column
            key={one.key}
            store={store}
            center={one}
            shown={center === null || center === one.key}
            single={one.key === single}
          />
        ))}
      </div>
    </>
  );
});

interface ColumnProps {
  store: BoardStore;
  center: Center;
  shown: boolean;
  /** The one that is there where there is room for one. */
  single: boolean;
}

const Column = observer(function Column({ store, center, shown, single }: ColumnProps) {
  const t = useTexts();
  const name = nameOf(t, center);
  const load = loadOf(center);
  const cards = store.cardsOf(center);
  const more = store.columns.get(center.key)?.question;
  if (!shown) return null;
  return (
    <section className={css['column']} data-single={single} aria-label={name}>
      <header>
        <h2>
          <bdi>{name}</bdi> <span>{t('board.lots', { count: center.lots })}</span>
        </h2>
        <p>
          <span>{t('board.pieces', { count: center.pieces })}</span>
          {center.late > 0 && <StatusPill tone="red">{t('board.late', { count: center.late })}</StatusPill>}
          {load && center.limit !== null && (
            <StatusPill tone={loadTone[load]}>
              {t(`load.${load === 'full' && center.blocks ? 'blocked' : load}`, { limit: formatNumber(center.limit) })}
            </StatusPill>
          )}
        </p>
      </header>
      {cards.length === 0 ? (
        <p className={css['none']}>{t('board.columnEmpty')}</p>
      ) : (
        <ul className={css['cards']} aria-label={t('board.lotsAt', { name })}>
          {cards.map((card) => (
            <Card key={`${card.id}.${card.position}`} card={card} unsent={store.offline.of(card.id).length} />
          ))}
        </ul>
      )}
      {more && more.error !== null && (
        <ErrorNotice subject={t('board.lotsAt', { name })} error={more.error} onRetry={more.retry} />
      )}
      {cards.length < center.lots && (
        <LightButton
          className={css['more'] ?? ''}
          loading={more?.state === 'asking'}
          onClick={() => store.loadMore(center.key)}
        >
          {t('board.more', { left: formatNumber(center.lots - cards.length) })}
        </LightButton>
      )}
    </section>
  );
});
